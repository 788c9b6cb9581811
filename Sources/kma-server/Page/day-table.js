import { element } from './dom.js';
import { calendarDay, degrees, percent, rainfall, shortDate } from './format.js';
import { holiday } from './holidays.js';
import { hasCut, parts } from './scale.js';

/** The chart's values as a table: for screen readers always there, for everyone else on request. */
export function dayTable(days, words, today) {
  const head = [words.date, words.weather, words.chance, words.minimum, words.maximum, words.amount, words.source];
  return element('table', {},
    element('caption', { class: 'visually-hidden' }, words.nextDays),
    element('thead', {}, element('tr', {}, head.map((name) => element('th', { scope: 'col' }, name)))),
    element('tbody', {}, days.map((day) => row(day, words, today))));
}

function row(day, words, today) {
  const dayOff = holiday(day.date);
  const date = `${shortDate(day.date, words)} ${words.weekdayLong(calendarDay(day.date).weekday)}`;
  const remarks = [dayOff && words.holidays[dayOff], hasCut([day], today) && words.partial].filter(Boolean);
  const halves = parts(day, words);
  return element('tr', {},
    element('th', { scope: 'row' }, date, remarks.length ? element('small', {}, ` ${remarks.join(', ')}`) : null),
    cell(halves.map(({ name, text }) => text && `${name} ${text}`), words),
    cell(halves.map(({ name, chance }) => chance !== null && `${name} ${percent(chance)}`), words),
    cell([bounded(day.temperature_min, day.temperature_min_spread)], words),
    cell([bounded(day.temperature_max, day.temperature_max_spread)], words),
    cell([(day.precipitation_range || typeof day.precipitation_amount === 'number') && rainfall(day.precipitation_amount, day.precipitation_range, words)], words),
    cell([words.sourceNames[day.source] ?? day.source], words));
}

function bounded(value, spread) {
  if (typeof value !== 'number') return null;
  if (!spread) return degrees(value, 1);
  return `${degrees(value, 1)} (${degrees(value - (spread.low ?? 0))} ~ ${degrees(value + (spread.high ?? 0))})`;
}

function cell(values, words) {
  const present = values.filter(Boolean);
  return element('td', {}, present.length ? present.map((value) => element('div', {}, value)) : words.noValue);
}
