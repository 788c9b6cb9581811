import { element, refill, svg } from './dom.js';
import { clock, degrees, distance, moment, percent, rainfall, seoulHour, speed, windFrom } from './format.js';
import { symbol } from './symbols.js';

const STAR = 'M12 3l2.7 5.8 6.3.8-4.6 4.4 1.2 6.3L12 17.2l-5.6 3.1 1.2-6.3L3 9.6l6.3-.8z';

/** The head of the page: where, how warm, what sky, and the details of now. */
export function renderNow(section, { week, words, today, favourite, onFavourite }) {
  refill(section, heading(week, words, favourite, onFavourite), conditions(week, words, today), details(week, words));
}

function heading({ place, sources, summary }, words, favourite, onFavourite) {
  const name = nameOf(place, words);
  const label = (favourite ? words.removeFavourite : words.addFavourite)(name);
  const zones = place.temperature_zone?.name && place.land_zone?.name
    ? element('p', { class: 'zones' }, words.zones(nameOf(place.temperature_zone, words), nameOf(place.land_zone, words))) : null;
  const city = place.represented_by;
  const sample = (sources ?? []).some(({ status }) => status === 'sample')
    ? element('span', { class: 'sample', title: words.sampleMeaning }, words.sample) : null;
  return element('div', { class: 'where' },
    element('h1', { id: 'place-name' }, name, city ? element('small', {}, ` ${words.representedBy(nameOf(city, words))}`) : null),
    element('button', { id: 'favourite', type: 'button', class: 'star', 'aria-label': label, title: label, 'aria-pressed': String(favourite), onclick: onFavourite },
      svg('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, svg('path', { d: STAR }))),
    sample, summary ? element('p', { class: 'summary' }, summary) : null, zones);
}

function conditions({ theme, current, days }, words, today) {
  const sky = current?.condition?.text ?? theme.label;
  const first = days.find((day) => day.date === today);
  const range = first && element('p', { class: 'range' },
    element('span', {}, `${words.low} ${degrees(first.temperature_min)}`), ' ',
    element('span', {}, `${words.high} ${degrees(first.temperature_max)}`));
  const seen = current?.observed_at ? words.observed(moment(current.observed_at, today, words)) : words.noCurrent;
  return element('div', { class: 'conditions' },
    symbol({ theme: theme.name, text: sky, night: theme.night }),
    typeof current?.temperature === 'number' ? element('p', { class: 'temperature' }, degrees(current.temperature, 1)) : null,
    element('div', { class: 'sky' }, element('p', { class: 'condition' }, sky), range ?? null, element('p', { class: 'observed' }, seen)));
}

function details({ current, hours }, words) {
  if (!current) return '';
  const lightning = (hours ?? []).find((hour) => hour.lightning);
  const from = windFrom(current.wind_direction, words);
  const known = [
    [words.feelsLike, current.feels_like, degrees(current.feels_like, 1)],
    [words.lightning, lightning, lightning && words.hour(seoulHour(Date.parse(lightning.time)))],
    [words.humidity, current.humidity, percent(current.humidity)],
    [words.wind, current.wind_speed, [from, speed(current.wind_speed, 1)].filter(Boolean).join(' ')],
    [words.gust, current.wind_gust, speed(current.wind_gust, 1)],
    [words.lastHour, current.precipitation_1h, rainfall(current.precipitation_1h)],
    [words.visibility, current.visibility, distance(current.visibility)],
    [words.sunrise, current.sunrise, clock(current.sunrise, words)],
    [words.sunset, current.sunset, clock(current.sunset, words)],
  ].filter(([, value]) => value !== null && value !== undefined);
  return element('dl', { class: 'details panel' },
    known.map(([name, , text]) => element('div', {}, element('dt', {}, name), element('dd', {}, text))));
}

/** The name of a place, a zone or a station in the page's language. */
export const nameOf = (place, words) => (words.language === 'en' && place.name_en) || place.name;

/** The browser tab's title: the weather before the name, which is what a row of tabs leaves visible. */
export function tabTitle({ place, summary, theme }, words) {
  return `${summary ?? theme.label} · ${nameOf(place, words)} – ${words.title}`;
}
