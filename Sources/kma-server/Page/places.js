import { atPlainClick, element, idOf, refill } from './dom.js';
import { degrees, nameOf } from './format.js';
import { keptNow, places } from './memory.js';

/** What was told of now longer ago says nothing of it. */
const OLD = 3 * 3_600_000;

/** What there is to tell of now at a kept place, from the week on show or from what was last told; `null` for nothing. */
export function weatherOf(name, week, words) {
  const told = week?.place.name === name ? week : keptNow(words.language, name);
  if (!told || Date.now() - (told.receivedAt ?? Date.now()) > OLD) return null;
  return {
    theme: told.theme, sky: told.current?.condition?.text ?? told.theme.label, temperature: told.current?.temperature ?? null,
    today: told.today ?? told.days?.[0] ?? null, alerts: [...new Set((told.alerts ?? []).map(({ label }) => label))],
  };
}

/** A link to a place that opens it here, and in another tab for whoever asks their browser for one. */
export function placeLink(name, attributes, onChoose, ...children) {
  const href = `./?${new URLSearchParams({ area: name })}`;
  return element('a', { ...attributes, href, onclick: atPlainClick(() => onChoose(name)) }, ...children);
}

/** The remembered places as a row of chips, favourites first, each with its temperature of now. */
export function renderPlaces(nav, { current, week, words, onChoose }) {
  const list = places();
  const labels = list.map((place) => nameOf(place, words));
  nav.hidden = list.length === 0;
  refill(nav, element('ul', {}, list.map(({ name, favourite }, at) => {
    const weather = weatherOf(name, week, words);
    return element('li', { class: 'chip panel', id: `chip-${idOf(name)}` },
      placeLink(name, { id: `place-${idOf(name)}`, title: labels[at], 'aria-current': name === current ? 'page' : null }, onChoose,
        favourite ? element('span', { role: 'img', 'aria-label': words.favourite }, '★') : null,
        element('span', { class: 'name' }, shortest(labels[at], labels, words)),
        typeof weather?.temperature === 'number' ? element('span', { class: 'chip-degrees' }, degrees(weather.temperature)) : null));
  })));
}

/** Without the province, which comes first in Korean and last in English. */
const withoutProvince = (name, words) => (words.language === 'en'
  ? name.split(', ').slice(0, -1).join(', ') : name.split(' ').slice(1).join(' ')) || name;

/** “경기도 수원시 영통구” as “수원시 영통구”, unless another remembered place would read the same. */
function shortest(name, labels, words) {
  const short = withoutProvince(name, words);
  return labels.filter((label) => withoutProvince(label, words) === short).length === 1 ? short : name;
}
