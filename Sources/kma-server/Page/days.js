import { dayChart } from './chart.js';
import { dayDetail } from './day-detail.js';
import { dayTable } from './day-table.js';
import { byId, element, refill } from './dom.js';
import { hasCut } from './scale.js';

/** What is shown, and the day that is open, which the address names after its `#`. */
let chart = null;
let shown = null;

const openDate = () => shown?.days.find(({ date }) => location.hash === `#${date}`)?.date ?? null;

/** The days as a chart or a list, one of them open. */
export function renderDays({ week, words, today, now, temperature }) {
  shown = { week, words, today, now, temperature, days: week.days.filter((day) => day.date >= today) };
  draw();
}

export function startDays() {
  chart = dayChart(byId('chart'), toggle);
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && openDate() && toggle(openDate()));
}

/** The address has another day after its `#`, or none. */
export const redrawDays = () => shown && draw();

function toggle(date) {
  const isOpen = openDate() === date;
  if (isOpen) history.pushState(null, '', location.pathname + location.search);
  else history.pushState(null, '', `${location.pathname}${location.search}#${date}`);
  draw();
  byId(`day-${date}`)?.focus({ preventScroll: true });
}

function draw() {
  const { days, words, today, now, temperature, week } = shown;
  const open = openDate();
  const day = days.find(({ date }) => date === open);
  const inPlaceOfHours = () => Boolean(day) && byId('chart').classList.contains('columns');
  const detail = () => (day ? dayDetail(day, { week, words, today, now, level: inPlaceOfHours() ? 2 : 3, onClose: () => toggle(open), onNews: draw }) : null);
  byId('days').hidden = days.length === 0;
  chart.show({ days, words, today, now: temperature, open, detail });
  refill(byId('day-detail'), inPlaceOfHours() ? detail() : null);
  byId('day-detail').hidden = !inPlaceOfHours();
  byId('hours').hidden = inPlaceOfHours() || !byId('strip').querySelector('li');
  refill(byId('legend'), legend(days, words, today));
  refill(byId('day-table'), dayTable(days, words, today));
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
