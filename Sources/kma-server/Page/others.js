import { getNow } from './api-later.js';
import { keepNow } from './keeping.js';
import { keptNow, places } from './memory.js';

/** After the weather that was asked for, which a slow line shares with nothing. */
const PAUSE = 3000;
const SHORTEST_WAIT = 300;
/** Places that the service takes at once. */
const AT_ONCE = 20;

let timer = 0;
let asking = null;

/**
 * Keeps the weather of now at the kept places, twenty with one request each time the last answer's max-age ends, as long as
 * somebody looks. `shown` is the place whose week is on show, which tells of itself.
 */
export function followOthers({ shown, language, onNews }) {
  clearTimeout(timer);
  asking?.abort();
  const names = () => places().map(({ name }) => name).filter((name) => name !== shown);
  const age = () => Math.max(0, ...names().map((name) => Date.now() - (keptNow(language, name)?.receivedAt ?? 0))) / 1000;

  async function ask() {
    if (names().length === 0) return;
    if (document.hidden) return void document.addEventListener('visibilitychange', ask, { once: true });
    const own = (asking = new AbortController());
    let wait = SHORTEST_WAIT;
    if (age() >= SHORTEST_WAIT) {
      const all = names();
      const each = [];
      for (let at = 0; at < all.length; at += AT_ONCE) each.push(await told(all.slice(at, at + AT_ONCE), language, own.signal));
      const reports = each.flatMap((one) => one.reports);
      const maxAge = Math.max(...each.map((one) => one.maxAge));
      if (own.signal.aborted) return;
      wait = Math.max(wait, maxAge);
      keepNow(language, reports);
      if (reports.length) onNews();
    }
    timer = setTimeout(ask, wait * 1000);
  }

  timer = setTimeout(ask, PAUSE);
}

/** What is told of now at places. A name that is not known any more keeps no other from being told. */
async function told(names, language, signal) {
  try {
    const { reports, maxAge } = await getNow(names, language, signal);
    return { maxAge, reports: reports.map((report, at) => compact(report, names[at])) };
  } catch (problem) {
    if (signal.aborted || problem.code !== 'unknown_area' && problem.code !== 'ambiguous_area' || names.length === 1) return { reports: [], maxAge: 0 };
    const each = await Promise.all(names.map((name) => told([name], language, signal)));
    return { reports: each.flatMap(({ reports }) => reports), maxAge: Math.max(...each.map(({ maxAge }) => maxAge)) };
  }
}

/** What is shown of a report, under the name that the place is kept by. */
function compact({ place, theme, current, today, summary, alerts }, name) {
  return {
    place: { ...place, name }, theme: { name: theme.name, night: theme.night, label: theme.label }, today, summary,
    current: current && { temperature: current.temperature, condition: current.condition && { text: current.condition.text } },
    alerts: alerts?.map(({ label }) => ({ label })), receivedAt: Date.now(),
  };
}
