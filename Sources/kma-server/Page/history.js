import { getHistory } from './api.js';
import { element } from './dom.js';
import { degrees, moment, percent } from './format.js';

/** As many issues as fit beside a day. */
const SHOWN = 5;

/** What was received, by place, day and language; `null` while it is asked for, and where nothing came. */
const received = new Map();

/**
 * What earlier issues said of a day, as a list; `null` where the service keeps none, which a week without `changes` says.
 * It is asked for when a day is opened, and `onNews` draws it.
 */
export function earlier(date, { week, words, today, level, onNews }) {
  if (!Array.isArray(week.changes)) return null;
  const key = [week.place.query ?? week.place.name, date, words.language, week.generated_at.slice(0, 13)].join(' ');
  if (!received.has(key)) {
    received.set(key, null);
    getHistory(week.place, date, words.language).then(({ issues }) => {
      received.set(key, issues);
      onNews();
    }, () => {
      // Beside a forecast that is there, this is nothing to complain of; it is asked for again next time.
      received.delete(key);
    });
  }
  const issues = (received.get(key) ?? []).toSorted((a, b) => Date.parse(b.issued_at) - Date.parse(a.issued_at));
  // What an issue repeats was said by the one before.
  const said = issues.filter((issue, at) => !issues[at + 1] || inWords(issue, words) !== inWords(issues[at + 1], words)).slice(0, SHOWN);
  return said.length === 0 ? null : element('div', { class: 'day-before' }, element(`h${level}`, {}, words.before),
    element('ul', {}, said.map((issue) => element('li', {}, `${words.saidAt(moment(issue.issued_at, today, words))} · ${inWords(issue, words)}`))));
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
