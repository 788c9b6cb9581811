import { element, refill } from './dom.js';
import { daysBetween, moment, nameOf, number, shortDate } from './format.js';

const GRADES = ['good', 'moderate', 'bad', 'very_bad'];
const DAY = 86_400_000;

/** The air: what the nearest station measured, each with its grade in colour and in words, and the forecast of dust. */
export function renderAir(section, { week, words, today }) {
  const air = week.air ?? null;
  const days = air ? air.forecast.filter((day) => day.date >= today) : [];
  // A measurement says something of its own day only.
  const measured = air?.station && air.observed_at?.slice(0, 10) >= yesterday(today);
  const parts = air ? [
    measured ? element('dl', { class: 'pollutants' },
      pollutant(words.pm10, air.pm10_grade, air.pm10_grade_label, amount(air.pm10, 'µg/m³', 0)),
      pollutant(words.pm25, air.pm25_grade, air.pm25_grade_label, amount(air.pm25, 'µg/m³', 0)),
      pollutant(words.ozone, air.ozone_grade, air.ozone_grade_label, amount(air.ozone, 'ppm', 3))) : null,
    measured ? element('p', { class: 'station' },
      words.station(nameOf(air.station, words), number(air.station.distance_km, 1), moment(air.observed_at, today, words)), ' ', words.provisional) : null,
    outlook(words.airForecast, days, (day) => grade(day, words), words, today, days.find((day) => day.pm25_level_label)?.date),
    outlook(words.airOutlook, days, (day) => day.pm25_level_label && level(day.pm25_level_label), words, today),
  ].filter(Boolean) : [];
  section.hidden = parts.length === 0;
  refill(section, element('h2', { id: 'air-title' }, words.air), parts);
}

const yesterday = (date) => new Date(Date.parse(date) - DAY).toISOString().slice(0, 10);

const amount = (value, unit, digits) => (typeof value === 'number' ? `${number(value, digits)}\u00a0${unit}` : null);

function pollutant(name, gradeName, label, value) {
  if (!label && !value) return null;
  return element('div', {}, element('dt', {}, name),
    element('dd', {}, label ? badge(gradeName, label) : null, label && value ? ' ' : null, value));
}

export const badge = (name, label) => element('span', { class: `grade ${name}` }, label);

/** Further ahead only low and high of PM2.5 are told, which are none of the four grades. */
const level = (label) => element('span', { class: 'grade level' }, label);

/** The worse of PM10 and PM2.5, and which it is where they differ; `null` for a day without a grade. */
export function grade(day, words) {
  const coarse = GRADES.indexOf(day?.pm10_grade);
  const fine = GRADES.indexOf(day?.pm25_grade);
  if (coarse < 0 && fine < 0) return null;
  const [worse, name] = coarse >= fine ? ['pm10', words.pm10] : ['pm25', words.pm25];
  return [badge(day[`${worse}_grade`], day[`${worse}_grade_label`]), coarse === fine ? null : ` (${name})`];
}

/** The days from the first to the last that has something to tell, or to `end`; a day between them that has nothing keeps its place. */
function outlook(title, days, told, words, today, end = null) {
  const known = days.map((day) => [day.date, told(day)]).filter(([, badges]) => badges);
  if (known.length === 0) return null;
  const byDate = new Map(known);
  const dates = [];
  const last = Math.max(Date.parse(known.at(-1)[0]), end ? Date.parse(end) - DAY : 0);
  for (let time = Date.parse(known[0][0]); time <= last; time += DAY) dates.push(new Date(time).toISOString().slice(0, 10));
  const name = (date) => words.relativeDay(daysBetween(today, date)) ?? shortDate(date, words);
  return element('div', { class: 'forecast' }, element('h3', {}, title),
    element('ul', { class: 'outlook' }, dates.map((date) => element('li', {}, `${name(date)} `, byDate.get(date) ?? '–'))));
}
