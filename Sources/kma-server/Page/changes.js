import { element } from './dom.js';
import { calendarDay, daysBetween, degrees, percent, shortDate } from './format.js';

/** More would stand in the way of the weather. */
const TOLD = 2;
const WEEK = 7;

/** How the forecast differs from what it was yesterday, or from an issue of today, in at most two clauses; `null` if it does not. */
export function changesLine(week, words, today) {
  const coming = (week.changes ?? []).filter(({ date }) => date >= today);
  // What falls and how likely it is are one change.
  const told = coming.filter(({ date, field }) => field !== 'precipitation_probability' || !coming.some((other) => other.date === date && other.field === 'theme'));
  const clauses = new Map();
  for (const change of told.slice(0, TOLD)) {
    const since = change.since?.startsWith(today) ? words.changedSince(change.since.slice(11, 16)) : words.changed;
    clauses.set(since, [...(clauses.get(since) ?? []), words.change(dayName(change.date, words, today), inWords(change, week, words))]);
  }
  const parts = [...clauses].flatMap(([since, all]) => [element('strong', {}, `${since}:`), ` ${all.join(', ')}. `]);
  return parts.length ? element('p', { class: 'changes' }, ...parts) : null;
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
