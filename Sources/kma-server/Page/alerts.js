import { element, refill } from './dom.js';
import { moment } from './format.js';
import { closedAlerts, closeAlerts } from './memory.js';
import { nameOf } from './now.js';

/** The place's weather warnings, most severe first, until they are closed; they come back when they change. */
export function renderAlerts(banner, { week, words, today }) {
  const alerts = week.alerts ?? [];
  const key = [week.place.name, ...alerts.map((alert) => [alert.label, ...alert.zones.map(({ name }) => name)])].join();
  const isOpen = alerts.length > 0 && closedAlerts() !== key;
  // Filled only when it changes, so that a screen reader says it once.
  if (banner.dataset.key === key + isOpen + words.language) return;
  banner.dataset.key = key + isOpen + words.language;
  if (!isOpen) return refill(banner);
  const close = () => {
    closeAlerts(key);
    renderAlerts(banner, { week, words, today });
  };
  refill(banner,
    element('div', { class: `alert panel ${alerts[0].level}` },
      element('ul', {}, alerts.map((alert) => element('li', {}, element('strong', {}, `⚠ ${alert.label}`), ' ', details(alert, words, today)))),
      element('button', { id: 'close-alerts', type: 'button', class: 'plain', onclick: close }, words.close)));
}

function details(alert, words, today) {
  const begins = Date.parse(alert.effective_at ?? '') > Date.parse(alert.issued_at ?? '') ? words.effective(moment(alert.effective_at, today, words)) : null;
  return [
    alert.covers === 'part' ? alert.zones.map((zone) => nameOf(zone, words)).join(', ') : null,
    begins,
    alert.ends && words.ends(alert.ends),
  ].filter(Boolean).join(' · ');
}
