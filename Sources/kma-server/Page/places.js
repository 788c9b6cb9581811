import { element } from './dom.js';
import { forgetPlace, places } from './memory.js';

/** The remembered places as a row of chips, favourites first, each with its own way out. */
export function renderPlaces(nav, { words, shown, say, onChoose }) {
  const list = places();
  nav.hidden = list.length === 0;
  nav.replaceChildren(element('ul', {}, list.map(({ name, favourite }) => element('li', { class: 'chip panel' },
    element('a', {
      href: `./?${new URLSearchParams({ area: name })}`,
      title: name,
      'aria-current': name === shown ? 'page' : null,
      onclick: (event) => {
        // Leave “open in a new tab” to the browser.
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        onChoose(name);
      },
    }, favourite ? element('span', { role: 'img', 'aria-label': words.favourite }, '★') : null, shortest(name, list)),
    element('button', {
      type: 'button', 'aria-label': words.forget(name), title: words.forget(name),
      onclick: () => {
        forgetPlace(name);
        renderPlaces(nav, { words, shown, say, onChoose });
        say(words.forgotten(name));
        (nav.querySelector('a') ?? document.getElementById('place-box')).focus();
      },
    }, '×')))));
}

const withoutProvince = (name) => name.split(' ').slice(1).join(' ') || name;

/** “경기도 수원시 영통구” as “수원시 영통구”, unless another remembered place would read the same. */
function shortest(name, list) {
  const short = withoutProvince(name);
  return list.filter((place) => withoutProvince(place.name) === short).length === 1 ? short : name;
}
