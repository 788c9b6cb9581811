import { dayChart } from './chart.js';
import { dayTable } from './day-table.js';
import { byId, element, refill } from './dom.js';
import { loaded, use } from './lazy.js';
import { hasCut } from './scale.js';

/** What is shown, and the day that is open, which the address names after its `#`. */
let chart = null;
let shown = null;
/** The day that was last brought into sight, and of which place. */
let revealed = null;

const openDate = () => shown?.days.find(({ date }) => location.hash === `#${date}`)?.date ?? null;

/** The days as a chart or a list, one of them open; `top` is where somebody who comes back was on the page. */
export function renderDays({ week, words, today, now, temperature, top }) {
  // An answer may come before the open day is drawn.
  shown = { week, words, today, now, temperature, top: top ?? shown?.top ?? null, days: week.days.filter((day) => day.date >= today) };
  byId('days').hidden = shown.days.length === 0;
  draw();
  refill(byId('legend'), legend(shown.days, words, today));
  refill(byId('day-table'), dayTable(shown.days, words, today));
}

export function startDays() {
  chart = dayChart(byId('chart'), toggle, (detail) => {
    byId('day-detail').hidden = !detail;
    refill(byId('day-detail'), detail);
  });
  document.addEventListener('keydown', ({ key, defaultPrevented }) => key === 'Escape' && !defaultPrevented && openDate() && toggle(openDate()));
}

/** The address has another day after its `#`, or none. */
export const redrawDays = () => shown && draw();

/** Opens a day, or closes it: one step for “back”, however many days were opened. */
function toggle(date) {
  const before = openDate();
  const closed = location.pathname + location.search;
  if (before === date) {
    if (history.state?.opened) history.back();
    history.replaceState(null, '', closed);
  } else if (before) history.replaceState(history.state, '', `${closed}#${date}`);
  else history.pushState({ opened: true }, '', `${closed}#${date}`);
  draw();
  byId(`day-${date}`)?.focus({ preventScroll: true });
}

/** The chart and the open day. */
function draw() {
  const { days, words, today, now, temperature, week } = shown;
  const open = openDate();
  if (open && !loaded()) use(draw);
  const detail = () => loaded()?.dayDetail(days.find(({ date }) => date === open), { week, words, today, now, onClose: () => toggle(open), onNews: draw });
  chart.show({ days, words, today, now: temperature, open, detail });
  // Once: an update leaves the page where it is.
  const opened = open && loaded() ? `${week.place.name} ${open}` : null;
  if (opened && opened !== revealed) {
    if (shown.top === null) document.querySelector('.day-detail:not([hidden])')?.scrollIntoView({ block: 'nearest' });
    else scrollTo(0, shown.top);
  }
  if (opened || !open) [revealed, shown.top] = [opened, null];
}

function legend(days, words, today) {
  const entry = (type, text) => element('li', { class: type }, text);
  const uncertain = days.some((day) => day.temperature_min_spread || day.temperature_max_spread);
  return [
    entry('of-band', words.legendRange),
    uncertain ? entry('of-spread', words.legendSpread) : null,
    days.some((day) => day.temperature_min_range || day.temperature_max_range) ? entry('of-likely', words.legendLikely) : null,
    hasCut(days, today) ? entry('of-partial', words.legendPartial) : null,
    entry('of-chance', words.chance),
  ];
}
