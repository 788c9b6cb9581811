import { byId, element, idOf, refill } from './dom.js';
import { forgetPlace, places } from './memory.js';
import { nameOf } from './now.js';

/** The remembered places as a row of chips, favourites first, each with its own way out. */
export function renderPlaces(nav, { words, shown, say, onChoose, onForget }) {
  const list = places();
  const labels = list.map((place) => nameOf(place, words));
  const scroll = nav.firstElementChild?.scrollLeft ?? 0;
  nav.hidden = list.length === 0;
  refill(nav, element('ul', {}, list.map(({ name, favourite }, at) => element('li', { class: 'chip panel' },
    element('a', {
      id: `place-${idOf(name)}`,
      href: `./?${new URLSearchParams({ area: name })}`,
      title: labels[at],
      'aria-current': name === shown ? 'page' : null,
      onclick: (event) => {
        // Leave “open in a new tab” to the browser.
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        onChoose(name);
      },
    }, favourite ? element('span', { role: 'img', 'aria-label': words.favourite }, '★') : null,
    element('span', { class: 'name' }, shortest(labels[at], labels, words))),
    element('button', {
      id: `forget-${idOf(name)}`, type: 'button', 'aria-label': words.forget(labels[at]), title: words.forget(labels[at]),
      onclick: () => {
        forgetPlace(name);
        onForget(name);
        renderPlaces(nav, { words, shown, say, onChoose, onForget });
        say(words.forgotten(labels[at]));
        (nav.querySelector('a') ?? byId('place-box')).focus();
      },
    }, '×')))));
  nav.firstElementChild.scrollLeft = scroll;
}

/** Without the province, which comes first in Korean and last in English. */
const withoutProvince = (name, words) => (words.language === 'en'
  ? name.split(', ').slice(0, -1).join(', ') : name.split(' ').slice(1).join(' ')) || name;

/** “경기도 수원시 영통구” as “수원시 영통구”, unless another remembered place would read the same. */
function shortest(name, labels, words) {
  const short = withoutProvince(name, words);
  return labels.filter((label) => withoutProvince(label, words) === short).length === 1 ? short : name;
}
