import { addressOf } from './address.js';
import { getNation } from './api-later.js';
import { badge } from './air.js';
import { atPlainClick, byId, element, refill } from './dom.js';
import { calendarDay, degrees, percent, seoulDate } from './format.js';
import { symbol } from './symbols.js';

/** The cities of the service's map, as they lie to each other: column and row, and the area where its name is another one. */
const CITIES = {
  '백령': [1, 1, '백령면'], '서울': [2, 1], '춘천': [3, 1], '강릉': [4, 1], '울릉·독도': [5, 1, '울릉군'],
  '인천': [1, 2], '수원': [2, 2], '청주': [3, 2], '안동': [4, 2], '전주': [2, 3], '대전': [3, 3], '대구': [4, 3], '울산': [5, 3],
  '목포': [1, 4], '광주': [2, 4, '광주광역시'], '여수': [3, 4], '창원': [4, 4], '부산': [5, 4], '제주': [2, 5, '제주시'],
};
/** Where a name in Latin letters may be parted: Gang-neung. */
const SYLLABLE = /(?:ng?|ae|l)(?=[bcdhj-npr-tw]h?[aeiouy])|·/g;
/** Days that the service knows of every city. */
const DAYS = 8;
const DAY = 86_400_000;

/** Answers by day and language, with their times. */
const received = new Map();
const FRESH = 10 * 60_000;
/** Pause after a failure. */
const PAUSE = 20_000;

/** The country at a glance: its cities as links, each with its value, asked for when it is unfolded. */
export function renderCountry(container, { words, language, onChoose }) {
  const again = () => renderCountry(container, { words, language, onChoose });
  const value = byId('map-value')?.value ?? 'theme';
  const today = seoulDate(Date.now());
  const chosen = byId('map-day')?.value ?? '';
  const key = `${chosen} ${language}`;
  const known = received.get(key);
  if (!(known && Date.now() - known.at < FRESH)) load(key, chosen, language, again);
  const option = (selected) => ([name, shown]) => element('option', { value: name, selected: name === selected }, shown);
  const days = Array.from({ length: DAYS }, (_, at) => {
    const date = new Date(Date.parse(today) + at * DAY).toISOString().slice(0, 10);
    return [at ? date : '', words.relativeDay(at) ?? words.weekdayLong(calendarDay(date).weekday)];
  });
  refill(container,
    element('p', { class: 'asked' },
      element('label', {}, words.mapShows, ' ', element('select', { id: 'map-value', onchange: again }, Object.entries(words.mapValues).map(option(value)))),
      element('label', {}, words.mapDay, ' ', element('select', { id: 'map-day', onchange: again }, days.map(option(chosen))))),
    known?.failed ? element('p', {}, words.searchFailed) : null,
    element('ul', { class: 'cities', 'aria-label': words.cities }, (known?.places ?? []).map((place) => city(place, value, words, language, onChoose))));
}

async function load(key, on, language, again) {
  received.set(key, { places: received.get(key)?.places ?? [], at: Date.now() });
  received.set(key, await getNation(on, language).then(({ places }) => ({ places, at: Date.now() }), () => ({ places: [], at: Date.now() - FRESH + PAUSE, failed: true })));
  again();
}

function city(place, value, words, language, onChoose) {
  const [column, row, area = place.name] = CITIES[place.name] ?? [];
  const name = language === 'ko' ? place.name : place.name_en;
  const link = element('a', { id: `city-${area}`, href: addressOf({ area }, language), onclick: atPlainClick(() => onChoose(area, null, name)) },
    element('span', {}, name.replace(SYLLABLE, '$&\u200b')), element('strong', {}, told(place, value, words)));
  const item = element('li', { class: place.theme ? `of-${place.theme}` : null }, link);
  if (column) Object.assign(item.style, { gridColumn: column, gridRow: row });
  return item;
}

/** The value of a city, as the panels of a place tell it. */
function told({ theme, text, temperature, temperature_min: low, temperature_max: high, precipitation_probability: chance, air_grade: grade, alerts }, value, words) {
  switch (value) {
    case 'high': return degrees(high);
    case 'low': return degrees(low);
    case 'probability': return percent(chance);
    case 'dust': return grade ? badge(grade, words.grades[grade]) : words.nothing;
    case 'alerts': return alerts?.length ? `⚠ ${alerts.join(', ')}` : words.nothing;
    default: return [symbol({ theme, text, label: text }), degrees(temperature ?? high)];
  }
}
