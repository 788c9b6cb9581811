import { atPlainClick, byId, element, idOf, refill } from './dom.js';
import { degrees, sentence } from './format.js';
import { forgetPlace, keptNow, movePlace, places } from './memory.js';
import { nameOf } from './now.js';
import { symbol } from './symbols.js';

const HOUR = 3_600_000;
/** What was told of now longer ago says nothing of it. */
const OLD = 3 * HOUR;

/** What there is to tell of now at a kept place, from the week on show or from what was last told; `null` for nothing. */
export function weatherOf(name, week, words) {
  const told = week?.place.name === name ? week : keptNow(words.language, name);
  if (!told || Date.now() - (told.receivedAt ?? Date.now()) > OLD) return null;
  return {
    theme: told.theme, sky: told.current?.condition?.text ?? told.theme.label, temperature: told.current?.temperature ?? null,
    today: told.today ?? told.days?.[0] ?? null, alerts: [...new Set((told.alerts ?? []).map(({ label }) => label))],
    summary: told.summary ? sentence(told.summary, words) : null,
  };
}

/** A link to a place that opens it here, and in another tab for whoever asks their browser for one. */
export function placeLink(name, attributes, onChoose, ...children) {
  const href = `./?${new URLSearchParams({ area: name })}`;
  return element('a', { ...attributes, href, onclick: atPlainClick(() => onChoose(name)) }, ...children);
}

/** Forgets a place where its button stands, and leaves the keyboard at the next control of its list. */
export function forget(name, label, { words, say, onForget, show, list }) {
  forgetPlace(name);
  onForget(name);
  show();
  say(words.forgotten(label));
  (list.checkVisibility() && list.querySelector('a') ? list.querySelector('a') : byId('place-box')).focus();
}

/** The kept places with their weather of now, a line each; favourites can be moved. */
export function renderKept(section, { current, week, words, say, onChoose, onForget, show }) {
  const list = places();
  section.hidden = list.length < 2;
  refill(section, element('h2', { id: 'kept-title' }, words.keptPlaces), element('ol', {}, list.map((place, at) => {
    const label = nameOf(place, words);
    const move = (step) => {
      const position = movePlace(place.name, step);
      show();
      say(words.moved(label, position));
    };
    const isMovable = (step) => Boolean(list[at + step]?.favourite);
    const arrow = (id, sign, step, text) => (place.favourite ? element('button', {
      id: `${id}-${idOf(place.name)}`, type: 'button', class: 'star', 'aria-label': text, title: text,
      'aria-disabled': isMovable(step) ? null : 'true', onclick: () => isMovable(step) && move(step),
    }, sign) : null);
    return element('li', {},
      placeLink(place.name, { id: `kept-${idOf(place.name)}`, 'aria-current': place.name === current ? 'page' : null }, onChoose, line(place, label, weatherOf(place.name, week, words), words)),
      arrow('up', '↑', -1, words.moveUp(label)), arrow('down', '↓', 1, words.moveDown(label)),
      element('button', {
        id: `remove-${idOf(place.name)}`, type: 'button', class: 'star', 'aria-label': words.forget(label), title: words.forget(label),
        onclick: () => forget(place.name, label, { words, say, onForget, show, list: section }),
      }, '×'));
  })));
}

function line({ favourite }, label, weather, words) {
  const known = (value) => typeof value === 'number';
  const { theme, sky, temperature, today, alerts = [], summary } = weather ?? {};
  return [
    weather && symbol({ theme: theme.name, text: sky, night: theme.night }),
    element('span', { class: 'kept-name' }, favourite ? element('span', { role: 'img', 'aria-label': words.favourite }, '★') : null, ' ', element('strong', {}, label)),
    known(temperature) ? element('span', { class: 'kept-degrees' }, degrees(temperature)) : null,
    known(today?.temperature_min) && known(today?.temperature_max)
      ? element('span', { class: 'kept-range' }, `${words.low} ${degrees(today.temperature_min)} ${words.high} ${degrees(today.temperature_max)}`) : null,
    element('span', { class: 'kept-told' }, [alerts.length ? `⚠ ${alerts.join(', ')}` : null, summary ?? sky ?? words.noValue].filter(Boolean).join(' · ')),
  ];
}
