import { unitOf } from './units.js';
import { korean } from './words-ko.js';
import { english } from './words-en.js';

const languages = { ko: korean, en: english };
const withHalves = { ko: { ...korean, ...korean.twelveHours }, en: { ...english, ...english.twelveHours } };

/** The language of a first visit: what the service is set to, which stands in the page, or the browser's own. */
export const firstLanguage = () => document.documentElement.dataset.language
  ?? (navigator.language?.toLowerCase().startsWith('ko') ? 'ko' : 'en');

export const isLanguage = (language) => Object.hasOwn(languages, language);

/** The words of a language, with the clock of this device. */
export const wordsOf = (language) => (unitOf('clock') === '12' ? withHalves : languages)[language] ?? korean;

/** Fills the page's fixed text: `data-word` is an element's text, `data-word-NAME` its attribute NAME. */
export function speak(words, root = document) {
  document.documentElement.lang = words.language;
  for (const node of root.querySelectorAll('[data-word]')) node.textContent = words[node.dataset.word];
  for (const attribute of ['aria-label', 'placeholder']) {
    for (const node of root.querySelectorAll(`[data-word-${attribute}]`)) {
      node.setAttribute(attribute, words[node.getAttribute(`data-word-${attribute}`)]);
    }
  }
}
