import { calendarDay, daysBetween } from './format.js';
import { holiday } from './holidays.js';
import { drawColumns } from './chart-columns.js';
import { drawRows } from './chart-rows.js';

/** Below this many root ems across, eleven columns would be too thin to read. */
const COLUMNS_FROM = 44;

/** “Today” fits a row’s head, “Tomorrow” does not. */
const LONGEST_TITLE = 5;

/** The chart of the days in `container`, drawn anew whenever its room or the root font size changes. */
export function dayChart(container) {
  let days = [];
  let words = null;
  let today = null;

  function draw() {
    if (days.length === 0 || container.clientWidth === 0) return;
    const em = parseFloat(getComputedStyle(document.documentElement).fontSize);
    const wide = container.clientWidth >= COLUMNS_FROM * em;
    container.classList.toggle('columns', wide);
    const room = { width: container.clientWidth, height: container.clientHeight, em };
    container.replaceChildren((wide ? drawColumns : drawRows)(days.map(titled), room, words));
  }

  function titled(day) {
    const { weekday } = calendarDay(day.date);
    const dayOff = holiday(day.date);
    const relative = words.relativeDay(daysBetween(today, day.date));
    return {
      ...day,
      title: relative?.length <= LONGEST_TITLE ? relative : words.weekday(weekday),
      kind: weekday === 0 || dayOff ? 'holiday' : weekday === 6 ? 'saturday' : 'workday',
    };
  }

  new ResizeObserver(draw).observe(container);

  return {
    show(newDays, newWords, newToday) {
      [days, words, today] = [newDays, newWords, newToday];
      draw();
    },
  };
}
