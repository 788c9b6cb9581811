import { element, refill } from './dom.js';
import { daysBetween, moment, number, shortDate } from './format.js';
import { nameOf } from './now.js';

/** The air: what the nearest station measured, each with its grade in colour and in words, and the forecast of dust. */
export function renderAir(section, { week, words, today }) {
  const air = week.air ?? null;
  section.hidden = !air;
  if (!air) return refill(section);
  refill(section,
    element('h2', { id: 'air-title' }, words.air),
    air.station ? element('dl', { class: 'pollutants' },
      pollutant(words.pm10, air.pm10_grade, air.pm10_grade_label, amount(air.pm10, 'µg/m³', 0)),
      pollutant(words.pm25, air.pm25_grade, air.pm25_grade_label, amount(air.pm25, 'µg/m³', 0)),
      pollutant(words.ozone, air.ozone_grade, air.ozone_grade_label, amount(air.ozone, 'ppm', 3))) : null,
    air.station ? element('p', { class: 'station' },
      words.station(nameOf(air.station, words), number(air.station.distance_km, 1), moment(air.observed_at, today, words)), ' ', words.provisional) : null,
    forecast(air, words, today));
}

const amount = (value, unit, digits) => (typeof value === 'number' ? `${number(value, digits)} ${unit}` : null);

function pollutant(name, grade, label, value) {
  if (!label && !value) return null;
  return element('div', {}, element('dt', {}, name),
    element('dd', {}, label ? badge(grade, label) : null, label && value ? ' ' : null, value));
}

const badge = (grade, label) => element('span', { class: `grade ${grade}` }, label);

/** The worse of PM10 and PM2.5 for each day; further ahead only whether PM2.5 will be low or high is told. */
function forecast(air, words, today) {
  const grades = ['good', 'moderate', 'bad', 'very_bad'];
  const days = air.forecast.filter((day) => day.date >= today).map((day) => {
    const worse = grades.indexOf(day.pm10_grade) >= grades.indexOf(day.pm25_grade) ? 'pm10' : 'pm25';
    const name = words.relativeDay(daysBetween(today, day.date)) ?? shortDate(day.date, words);
    const grade = day[`${worse}_grade`] ?? (day.pm25_level === 'high' ? 'bad' : 'moderate');
    const label = day[`${worse}_grade_label`] ?? day.pm25_level_label;
    return label ? element('li', {}, `${name} `, badge(grade, label)) : null;
  }).filter(Boolean);
  return days.length ? element('ul', { class: 'outlook', 'aria-label': words.airForecast }, days) : null;
}
