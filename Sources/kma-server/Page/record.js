import { languageFromAddress, requestFromAddress } from './address.js';
import { byId } from './dom.js';
import { addWords, giveWords, loadWords, speak, wordsOf } from './i18n.js';
import { newestOf, rememberLanguage } from './memory.js';
import { renderPlaces } from './places.js';
import { paintNow } from './scene.js';
import { placeSearch } from './search.js';
import { words as korean } from './words-ko.js';
import { lateWords } from './words-later.js';

const go = (address, query) => location.assign(`${address}?${new URLSearchParams(query)}`);

/** The record's page, which the service has written: its sky, its search and its language. */
async function start() {
  giveWords(korean, () => import('./words-en.js'));
  addWords(lateWords);
  const language = await loadWords(languageFromAddress() ?? document.documentElement.lang);
  const words = wordsOf(language);
  const area = requestFromAddress()?.area ?? null;
  const answer = newestOf(area);
  if (answer) paintNow(answer.week, Date.parse(answer.week.generated_at) + Date.now() - answer.receivedAt);
  speak(words);
  const other = language === 'ko' ? 'en' : 'ko';
  Object.assign(byId('language'), { lang: other, textContent: words.switchLanguage, onclick: () => {
    rememberLanguage(other);
    const query = new URLSearchParams(location.search);
    query.set('lang', other);
    go('accuracy', query);
  } });
  const onChoose = (name) => go('./', { area: name, lang: language });
  renderPlaces(byId('places'), { current: answer?.week.place.name, week: answer?.week ?? null, words, onChoose });
  placeSearch({
    form: byId('search'), input: byId('place-box'), list: byId('places-found'), note: byId('search-note'),
    say: (text) => { byId('announcer').textContent = text; }, words: () => words, onChoose,
  });
}

start();
