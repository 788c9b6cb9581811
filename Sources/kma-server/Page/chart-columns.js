import { svg } from './dom.js';
import { degrees, number, percent, shortDate } from './format.js';
import { warmthOf } from './units.js';
import { label, warmth } from './chart-parts.js';
import { parts, pieces, reach, temperatureScale } from './scale.js';
import { symbol } from './symbols.js';

/** Root ems for the numbers of the scale. */
export const COLUMNS_LEFT = 2.2;

/** For wide rooms: days side by side, temperatures upwards, rain chances at the foot. */
export function drawColumns(days, { width, height, em }, words, today) {
  const left = COLUMNS_LEFT * em;
  const column = (width - left) / days.length;
  const icon = Math.min(2.9 * em, column * 0.46);
  const rows = { title: 1.3 * em, date: 2.55 * em, icons: 3.2 * em, words: 3.2 * em + icon + 1.15 * em };
  const skies = days.map((day) => lines(day.text, column, em));
  const plotTop = rows.words + (Math.max(...skies.map((sky) => sky.length)) * 1.05 + 1.1) * em;
  const foot = { base: height - 1.6 * em, tall: Math.max(2.2 * em, height * 0.09) };
  const plotFoot = foot.base - foot.tall - 2.6 * em;
  // Of a low screen with many words of sky little is left, in which numbers would stand upon each other.
  const scale = temperatureScale(days, plotFoot, plotTop, (plotFoot - plotTop) / (1.3 * em));

  const grid = scale.ticks.map((tick) => svg('g', { class: 'grid' },
    svg('line', { x1: left, x2: width, y1: scale.position(tick), y2: scale.position(tick) }),
    label(left - 0.5 * em, scale.position(tick) + 0.28 * em, number(warmthOf(tick)), 'tick', 'end')));

  const columns = days.map((day, index) => {
    const start = left + index * column;
    const middle = start + column / 2;
    return svg('g', { class: `day ${day.kind}`, 'data-date': day.date },
      day.theme ? svg('rect', { class: `tint of-${day.theme}`, x: start + 0.12 * em, y: 0, width: column - 0.24 * em, height, rx: 0.4 * em }) : null,
      bands(day, start + 0.12 * em, column - 0.24 * em, em, words),
      label(middle, rows.title, day.title, 'title'),
      label(middle, rows.date, shortDate(day.date, words), 'date'),
      icons(day, start, column, icon, rows.icons, words),
      skies[index].map((line, at) => label(middle, rows.words + at * 1.05 * em, line, 'words')),
      band(day, middle, Math.min(column * 0.3, 1.7 * em), scale, em, today),
      chances(day, start, column, foot, em, words));
  });

  return svg('svg', { width, height, viewBox: `0 0 ${width} ${height}`, 'aria-hidden': 'true' }, svg('defs', {}, warmth(scale, 'y')), grid, columns);
}

/** The skies of its halves along its top. */
const bands = (day, start, wide, em, words) => parts(day, words).map(({ theme, from, to }) => (theme
  ? svg('rect', { class: `of-${theme}`, x: start + wide * from, y: 0, width: wide * (to - from), height: 0.35 * em }) : null));

function icons(day, start, column, icon, y, words) {
  return parts(day, words).map(({ text: sky, theme, from, to }) =>
    symbol({ theme, text: sky, size: icon, x: start + column * (from + to) / 2 - icon / 2, y }));
}

/** Sky words over at most four lines, as many words to a line as fit. */
function lines(words, column, em) {
  const fits = Math.max(4, Math.floor(column / (em * 0.5)));
  const width = (part) => [...part].reduce((sum, letter) => sum + (letter > '\u1100' ? 1.75 : 1), 0);
  const result = [];
  for (const word of (words ?? '').split(' ')) {
    const joined = result.length ? `${result.at(-1)} ${word}` : word;
    if (result.length && width(joined) <= fits) result[result.length - 1] = joined;
    else result.push(word);
  }
  return result.slice(0, 4);
}

function band(day, middle, wide, scale, em, today) {
  const { coldest, min, max, warmest } = reach(day);
  const at = scale.position;
  const bars = pieces(day, today).map(([type, from, to]) => svg('rect', {
    class: type, x: middle - wide / 2, y: at(to), width: wide, height: Math.max(at(from) - at(to), 2), rx: 0.3 * em,
  }));
  const lone = [min, max].filter((value) => value !== null && bars.length === 0);
  return svg('g', {}, bars,
    lone.map((value) => svg('circle', { class: 'band', cx: middle, cy: at(value), r: wide / 2.6 })),
    max === null ? null : label(middle, at(warmest) - 0.5 * em, degrees(max), 'maximum'),
    min === null ? null : label(middle, at(coldest) + 1.25 * em, degrees(min), 'minimum'));
}

function chances(day, start, column, foot, em, words) {
  const whole = parts(day, words);
  return svg('g', { class: 'chances' },
    svg('line', { class: 'base', x1: start + column * 0.08, x2: start + column * 0.92, y1: foot.base, y2: foot.base }),
    whole.map(({ name, chance, from, to }) => {
      const middle = start + column * (from + to) / 2 + (to - from === 1 ? 0 : (0.5 - (from + to) / 2) * column * 0.16);
      const wide = column * (to - from === 1 ? 0.5 : 0.34);
      const tall = chance === null ? 0 : (chance / 100) * foot.tall;
      return [
        chance === null ? null : svg('rect', {
          class: 'chance', x: middle - wide / 2, y: foot.base - tall, width: wide, height: tall, rx: Math.min(0.2 * em, tall / 2),
        }),
        label(middle, foot.base - tall - 0.4 * em, percent(chance), 'percent'),
        label(middle, foot.base + 1.1 * em, name, 'half'),
      ];
    }));
}
