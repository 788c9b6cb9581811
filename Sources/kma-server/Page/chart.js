import { COLUMNS_LEFT, drawColumns } from './chart-columns.js';
import { dayList } from './chart-list.js';
import { element, refill } from './dom.js';
import { calendarDay, daysBetween, shortDate } from './format.js';
import { holiday } from './holidays.js';

/** Below this many root ems across, eleven columns would be too thin to read. */
const COLUMNS_FROM = 44;

/** “Today” fits a column’s head, “Tomorrow” does not. */
const LONGEST_TITLE = 5;

/**
 * The days in `container`, drawn anew whenever its room or the root font size changes: columns, or a list on a phone.
 * `onToggle(date)` opens a day and closes it; what an open day tells stands in the list, or is given to `below`.
 */
export function dayChart(container, onToggle, below) {
  let shown = null;

  function draw() {
    if (!shown || shown.days.length === 0 || container.clientWidth === 0) return;
    const { days, words, today } = shown;
    const em = parseFloat(getComputedStyle(document.documentElement).fontSize);
    const wide = container.clientWidth >= COLUMNS_FROM * em;
    container.classList.toggle('columns', wide);
    container.closest('.days').classList.toggle('as-list', !wide);
    const titled = days.map((day) => entitled(day, words, today));
    if (wide) {
      const room = { width: container.clientWidth, height: container.clientHeight, em };
      refill(container, drawColumns(titled, room, words, today), titled.map((day, index) => columnButton(day, index, room)));
    } else refill(container, dayList(titled, { ...shown, onToggle }));
    below(wide && shown.open ? shown.detail() : null);
  }

  /** The whole column opens its day. */
  function columnButton(day, index, { width, em }) {
    const { words, days, open } = shown;
    const { weekday } = calendarDay(day.date);
    const button = element('button', {
      id: `day-${day.date}`, type: 'button', class: 'column', 'aria-expanded': String(open === day.date),
      'aria-label': `${shortDate(day.date, words)} ${words.weekdayLong(weekday)}`, onclick: () => onToggle(day.date),
    });
    const left = COLUMNS_LEFT * em;
    button.style.left = `${left + index * (width - left) / days.length}px`;
    button.style.width = `${(width - left) / days.length}px`;
    return button;
  }

  new ResizeObserver(draw).observe(container);

  return {
    show(newlyShown) {
      shown = newlyShown;
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
