import { calendarDay, daysBetween } from './format.js';
import { dayList } from './chart-list.js';
import { drawColumns } from './chart-columns.js';
import { holiday } from './holidays.js';

/** Below this many root ems across, eleven columns would be too thin to read. */
const COLUMNS_FROM = 44;

/** “Today” fits a column’s head, “Tomorrow” does not. */
const LONGEST_TITLE = 5;

/** The days in `container`, drawn anew whenever its room or the root font size changes: columns, or a list on a phone. */
export function dayChart(container) {
  let shown = null;

  function draw() {
    if (!shown || shown.days.length === 0 || container.clientWidth === 0) return;
    const { days, words, today, now } = shown;
    const em = parseFloat(getComputedStyle(document.documentElement).fontSize);
    const wide = container.clientWidth >= COLUMNS_FROM * em;
    container.classList.toggle('columns', wide);
    // The drawing is told by the table beside it; the list is a table by itself.
    if (wide) container.setAttribute('aria-hidden', 'true');
    else container.removeAttribute('aria-hidden');
    container.parentElement.classList.toggle('as-list', !wide);
    const room = { width: container.clientWidth, height: container.clientHeight, em };
    const titled = days.map((day) => entitled(day, words, today));
    container.replaceChildren(wide ? drawColumns(titled, room, words, today) : dayList(titled, words, today, now));
  }

  new ResizeObserver(draw).observe(container);

  return {
    show(days, words, today, now) {
      shown = { days, words, today, now };
      draw();
    },
  };
}

function entitled(day, words, today) {
  const { weekday } = calendarDay(day.date);
  const relative = words.relativeDay(daysBetween(today, day.date));
  return {
    ...day,
    title: relative?.length <= LONGEST_TITLE ? relative : words.weekday(weekday),
    kind: weekday === 0 || holiday(day.date) ? 'holiday' : weekday === 6 ? 'saturday' : 'workday',
  };
}
