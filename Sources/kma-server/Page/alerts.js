import { element, idOf, refill } from './dom.js';
import { moment, nameOf } from './format.js';

/** Content of the banner. */
let shown = null;

/** The place's weather warnings, most severe first, the others folded where they are many, each a line that opens on its zones and times. */
export function renderAlerts(banner, { week, words, today }) {
  const alerts = week.alerts ?? [];
  const key = JSON.stringify([week.place.name, words.language, words.hour(13), today, alerts]);
  // Filled only when it changes, so that a screen reader says it once.
  if (banner.firstChild && shown === key) return;
  shown = key;
  const each = alerts.map((alert, at) => warning(alert, at, words, today, week.generated_at));
  const rest = [...new Set(alerts.slice(1).map(({ label }) => label))].join(', ');
  refill(banner, each.length <= 2 ? each : [each[0], element('details', { id: 'more-alerts', class: 'alert panel' },
    element('summary', { id: 'more-alerts-line' }, element('strong', {}, words.moreAlerts(alerts.length - 1)), ` · ${rest}`), each.slice(1))]);
}

function warning(alert, at, words, today, now) {
  // Warnings of one name may differ in their times.
  return element('details', { class: `alert panel ${alert.level}`, id: `warning-${idOf(`${alert.label} ${alert.effective_at ?? ''} ${at}`)}` },
    element('summary', { id: `alert-${at}` }, line(alert, words, today, now)),
    element('p', {}, alert.zones.map((zone) => nameOf(zone, words)).join(', ')),
    alert.issued_at ? element('p', {}, words.issued(moment(alert.issued_at, today, words))) : null);
}

/** A warning in one line: what, where, from when and until when. */
function line(alert, words, today, now) {
  const [zone] = alert.zones;
  const where = alert.zones.length > 1 ? words.zoneCount(alert.zones.length) : alert.covers === 'part' && zone && nameOf(zone, words);
  const begins = Date.parse(alert.effective_at ?? '') > Date.parse(alert.issued_at ?? now) && words.effective(moment(alert.effective_at, today, words));
  const more = [where, begins, alert.ends && words.ends(alert.ends)].filter(Boolean);
  return [element('strong', {}, `⚠ ${alert.label}`), more.length ? ` · ${more.join(' · ')}` : null];
}

/** The names of the warnings alone, for the small page. */
export const alertLabels = (week) => [...new Set((week.alerts ?? []).map(({ label }) => `⚠ ${label}`))];
