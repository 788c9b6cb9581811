import { recordAddress } from './address.js';
import { getAccuracy, getHistory } from './api-later.js';
import { element } from './dom.js';
import { daysBetween, degrees, moment, percent } from './format.js';

/** As many issues as fit beside a day. */
const SHOWN = 5;
/** Fewer cases say nothing of a chance. */
const ENOUGH = 10;

/** Answers by their question; `null` while it is asked. */
const received = new Map();

/** Answer to a question, asked once, when a day is opened; `null` until `onNews` draws it. */
function once(key, ask, onNews) {
  if (received.has(key)) return received.get(key);
  received.set(key, null);
  ask().then((answer) => {
    received.set(key, answer);
    onNews();
    // Beside a forecast that is there, this is nothing to complain of; it is asked for again next time.
  }, () => received.delete(key));
  return null;
}

const keyOf = (week, words, ...more) => [week.place.query ?? week.place.name, words.language, week.generated_at.slice(0, 13), ...more].join(' ');

/** List of what earlier issues said of a day; `null` where the service keeps none, which a week without `changes` says. */
export function earlier(date, { week, words, today, level, onNews }) {
  if (!Array.isArray(week.changes)) return null;
  const answer = once(keyOf(week, words, date), () => getHistory(week.place, date, words.language), onNews);
  const issues = [...answer?.issues ?? []].sort((a, b) => Date.parse(b.issued_at) - Date.parse(a.issued_at));
  // What an issue repeats was said by the one before.
  const said = issues.filter((issue, at) => !issues[at + 1] || inWords(issue, words) !== inWords(issues[at + 1], words)).slice(0, SHOWN);
  return said.length === 0 ? null : element('div', { class: 'day-before' }, element(`h${level}`, {}, words.before),
    element('ul', {}, said.map((issue) => element('li', {}, `${words.saidAt(moment(issue.issued_at, today, words))} · ${inWords(issue, words)}`))));
}

/** Share of days on which it fell at this chance so many days ahead, by the service's record; `null` where that is too short. */
export function record(day, { week, words, today, onNews }) {
  const chance = day.precipitation_probability;
  if (!Array.isArray(week.changes) || typeof chance !== 'number') return null;
  const answer = once(keyOf(week, words), () => getAccuracy(week.place, words.language), onNews);
  const ahead = daysBetween(today, day.date);
  const lead = answer?.leads?.find(({ lead_days: days }) => days === ahead);
  const found = lead?.probability?.reliability?.find(({ probability }) => probability === Math.round(chance / 10) * 10);
  if (!found || found.cases < ENOUGH) return null;
  return element('p', { class: 'day-record' }, words.record(ahead, found.probability, found.cases, found.wet), ' ',
    element('a', { id: 'record-of-day', href: recordAddress(week.place, words, ahead) }, words.accuracy));
}

function inWords(issue, words) {
  const known = (value) => typeof value === 'number';
  const { temperature_min: low, temperature_max: high, precipitation_probability: chance } = issue;
  const text = issue.text ?? [...new Set([issue.am?.text, issue.pm?.text].filter(Boolean))].join(' / ');
  return [
    text, known(chance) ? `${words.chanceShort} ${percent(chance)}` : null,
    known(low) ? `${words.low} ${degrees(low)}` : null, known(high) ? `${words.high} ${degrees(high)}` : null,
  ].filter(Boolean).join(' · ');
}
