import { svg } from './dom.js';
import { degrees, percent, shortDate } from './format.js';
import { label, warmth } from './chart-parts.js';
import { parts, pieces, reach, temperatureScale } from './scale.js';
import { symbol } from './symbols.js';

/** For phones: one row a day, temperatures from left to right. */
export function drawRows(days, { width, em }, words) {
  const row = 3.9 * em;
  const skyStart = 3.4 * em;
  const skyWidth = Math.min(5.6 * em, width * 0.27);
  const barStart = skyStart + skyWidth + 2.6 * em;
  const scale = temperatureScale(days, barStart, width - 2.4 * em);
  const height = row * days.length;

  const rows = days.map((day, index) => {
    const top = index * row;
    const middle = top + row / 2;
    return svg('g', { class: `day ${day.kind}`, 'data-date': day.date },
      index > 0 ? svg('line', { class: 'rule', x1: 0, x2: width, y1: top, y2: top }) : null,
      label(0, middle - 0.2 * em, day.title, 'title', 'start'),
      label(0, middle + 1 * em, shortDate(day.date, words), 'date', 'start'),
      skies(day, skyStart, skyWidth, top, em, words),
      band(day, middle, 0.75 * em, scale, em));
  });

  return svg('svg', { width, height, viewBox: `0 0 ${width} ${height}` }, svg('defs', {}, warmth(scale, 'x')), rows);
}

function skies(day, start, width, top, em, words) {
  return parts(day, words).map(({ text: sky, theme, chance, from, to }) => {
    const middle = start + width * (from + to) / 2;
    const long = 1.9 * em;
    return [
      symbol({ theme, text: sky, size: 1.9 * em, x: middle - 0.95 * em, y: top + 0.3 * em }),
      label(middle, top + 2.95 * em, percent(chance), 'percent'),
      chance === null ? null : svg('rect', { class: 'trough', x: middle - long / 2, y: top + 3.2 * em, width: long, height: 0.22 * em, rx: 0.11 * em }),
      chance ? svg('rect', { class: 'chance', x: middle - long / 2, y: top + 3.2 * em, width: long * chance / 100, height: 0.22 * em, rx: 0.11 * em }) : null,
    ];
  });
}

function band(day, y, thick, scale, em) {
  const { coldest, min, max, warmest } = reach(day);
  const at = scale.position;
  const bars = pieces(day).map(([type, from, to]) => svg('rect', {
    class: type, x: at(from), y: y - thick / 2, width: Math.max(at(to) - at(from), 2), height: thick, rx: 0.25 * em,
  }));
  const lone = [min, max].filter((value) => value !== null && bars.length === 0);
  return svg('g', {}, bars,
    lone.map((value) => svg('circle', { class: 'band', cx: at(value), cy: y, r: thick / 2 })),
    min === null ? null : label(at(coldest) - 0.4 * em, y + 0.35 * em, degrees(min), 'minimum', 'end'),
    max === null ? null : label(at(warmest) + 0.4 * em, y + 0.35 * em, degrees(max), 'maximum', 'start'));
}
