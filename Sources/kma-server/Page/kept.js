import { byId, element, idOf, refill } from './dom.js';
import { degrees, nameOf } from './format.js';
import { forgetPlace, movePlace } from './keeping.js';
import { places } from './memory.js';
import { placeLink, weatherOf } from './places.js';
import { symbol } from './symbols.js';

/** Time for bringing back a place. */
const REGRET = 6000;

/** The place that was just forgotten: `{ name, at, undo }`. */
let gone = null;

/** The kept places with their weather of now, a line each; favourites can be moved. */
export function renderKept(section, all) {
  const { current, week, words, say, onChoose, show } = all;
  const list = places();
  const lines = list.map((place, at) => {
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
    const weather = weatherOf(place.name, week, words);
    return element('li', { id: `line-${idOf(place.name)}`, class: weather?.theme ? `of-${weather.theme.name}` : null },
      placeLink(place.name, { id: `kept-${idOf(place.name)}`, 'aria-current': place.name === current ? 'page' : null }, onChoose, line(place, label, weather, words)),
      arrow('up', '↑', -1, words.moveUp(label)), arrow('down', '↓', 1, words.moveDown(label)),
      element('button', {
        id: `remove-${idOf(place.name)}`, type: 'button', class: 'star', 'aria-label': words.forget(label), title: words.forget(label),
        onclick: () => forget(place.name, label, at, all),
      }, '×'));
  });
  if (gone) lines.splice(gone.at, 0, element('li', { id: 'gone', class: 'gone' }, element('span', {}, words.forgotten(gone.label)),
    element('button', { id: 'undo', type: 'button', class: 'plain', onclick: () => bringBack(all) }, words.undo)));
  section.hidden = lines.length === 0;
  refill(section, element('h2', { id: 'kept-title' }, words.keptPlaces), element('ol', {}, lines));
}

/** Forgets a place at once, with a way back where its line stood for as long as a slip is noticed. */
function forget(name, label, at, { words, say, onForget, show }) {
  const own = (gone = { label, at, undo: forgetPlace(name) });
  onForget(name, true);
  own.bringBack = () => onForget(name, false);
  show();
  say(words.forgotten(label));
  byId('undo').focus({ preventScroll: true });
  setTimeout(() => {
    if (gone !== own) return;
    const isOn = document.activeElement?.id === 'undo';
    gone = null;
    show();
    if (isOn) (document.querySelector('#kept a') ?? byId('place-box')).focus({ preventScroll: true });
  }, REGRET);
}

function bringBack({ words, say, show }) {
  const { label, undo, bringBack: done } = gone;
  gone = null;
  undo();
  done();
  show();
  say(words.broughtBack(label));
  document.querySelector('#kept a')?.focus({ preventScroll: true });
}

function line({ favourite }, label, weather, words) {
  const known = (value) => typeof value === 'number';
  const { theme, sky, temperature, today, alerts = [] } = weather ?? {};
  return [
    weather && symbol({ theme: theme.name, text: sky, night: theme.night }),
    element('span', { class: 'kept-name' }, favourite ? element('span', { role: 'img', 'aria-label': words.favourite }, '★ ') : null, element('strong', {}, label)),
    known(temperature) ? element('span', { class: 'kept-degrees' }, degrees(temperature)) : null,
    element('span', { class: 'kept-told' }, [alerts.length ? `⚠ ${alerts.join(', ')}` : null, sky ?? words.noValue].filter(Boolean).join(' · ')),
    known(today?.temperature_min) && known(today?.temperature_max)
      ? element('span', { class: 'kept-range' }, `${words.low} ${degrees(today.temperature_min)} ${words.high} ${degrees(today.temperature_max)}`) : null,
  ];
}
