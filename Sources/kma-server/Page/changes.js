import { element } from './dom.js';
import { calendarDay, daysBetween, degrees, percent, shortDate } from './format.js';

/** More would stand in the way of the weather. */
const TOLD = 2;
const WEEK = 7;

/** How the forecast differs from what it was yesterday, in at most two clauses; `null` where it does not. */
export function changesLine(week, words, today) {
  const coming = (week.changes ?? []).filter(({ date }) => date >= today);
  // What falls and how likely it is are one change.
  const told = coming.filter(({ date, field }) => field !== 'precipitation_probability' || !coming.some((other) => other.date === date && other.field === 'theme'));
  const clauses = told.slice(0, TOLD).map((change) => words.change(dayName(change.date, words, today), inWords(change, week, words)));
  return clauses.length ? element('p', { class: 'changes' }, element('strong', {}, `${words.changed}:`), ` ${clauses.join(', ')}.`) : null;
}

function dayName(date, words, today) {
  const offset = daysBetween(today, date);
  return words.relativeDay(offset) ?? (offset < WEEK ? words.weekdayLong(calendarDay(date).weekday) : shortDate(date, words));
}

function inWords({ date, field, from, to }, week, words) {
  if (field === 'theme') {
    const chance = week.days.find((day) => day.date === date)?.precipitation_probability;
    const likely = ['rain', 'snow'].includes(to) && typeof chance === 'number' ? ` (${percent(chance)})` : '';
    return `${words.themes[from] ?? from} → ${words.themes[to] ?? to}${likely}`;
  }
  const [name, text] = {
    precipitation_probability: [words.chanceShort, percent], temperature_min: [words.low, degrees], temperature_max: [words.high, degrees],
  }[field] ?? ['', String];
  return [name, `${text(from)} → ${text(to)}`].filter(Boolean).join(' ');
}
