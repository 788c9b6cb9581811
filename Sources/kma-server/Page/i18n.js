import { unitOf } from './units.js';

const languages = ['ko', 'en'];
const known = {};
const late = { ko: {}, en: {} };
let own = null;
let loadOther = null;

/** Words that the script has come with, and what loads those of the other language. */
export function giveWords(words, other) {
  known[words.language] = own = words;
  loadOther = other;
}

/** The language of a first visit: what the service is set to, which stands in the page, or the browser's own. */
export const firstLanguage = () => document.documentElement.dataset.language
  ?? (navigator.language?.toLowerCase().startsWith('ko') ? 'ko' : 'en');

export const isLanguage = (language) => languages.includes(language);

/** Loads the words of a language where they are not there, and returns it, or, without them, that of the script. */
export async function loadWords(language) {
  try {
    known[language] ??= Object.assign((await loadOther()).words, late[language]);
    return language;
  } catch {
    return own.language;
  }
}

/** Adds the words of a part that is loaded late, by language. */
export function addWords(words) {
  for (const language of languages) Object.assign(known[language] ?? {}, Object.assign(late[language], words[language]));
}

/** The words of a language, with the clock of this device. */
export function wordsOf(language) {
  const words = known[language] ?? own;
  // Behind it the words themselves, to which others are added later.
  return unitOf('clock') === '12' ? Object.assign(Object.create(words), words.twelveHours) : words;
}

/** Fills the page's fixed text: `data-word` is an element's text, `data-word-NAME` its attribute NAME, `data-titled` a title yet to be made. */
export function speak(words, root = document) {
  document.documentElement.lang = words.language;
  for (const node of root.querySelectorAll('[data-titled]')) node.setAttribute('aria-labelledby', node.dataset.titled);
  for (const node of root.querySelectorAll('[data-word]')) node.textContent = words[node.dataset.word];
  for (const attribute of ['aria-label', 'placeholder']) {
    for (const node of root.querySelectorAll(`[data-word-${attribute}]`)) {
      node.setAttribute(attribute, words[node.getAttribute(`data-word-${attribute}`)]);
    }
  }
}
