import { element, svg } from './dom.js';
import { calendarDay, daysBetween, degrees, percent, shortDate } from './format.js';
import { WARMTH, parts, pieces, reach, temperatureScale } from './scale.js';
import { symbol } from './symbols.js';

/** For phones: a list of the days, each a line whose columns can be read downwards, on one scale of temperature. */
export function dayList(days, { words, today, now, open, detail, onToggle }) {
  const scale = temperatureScale(days, 0, 100);
  return element('ol', { class: 'day-list' },
    element('li', { class: 'head', 'aria-hidden': 'true' }, element('span', {}), element('span', {}, words.am), element('span', {}, words.pm),
      element('span', { class: 'low' }, words.low), element('span', {}), element('span', { class: 'high' }, words.high)),
    days.map((day) => element('li', { id: `of-${day.date}`, class: `day ${day.kind}${day.theme ? ` of-${day.theme}` : ''}`, 'data-date': day.date },
      element('button', { id: `day-${day.date}`, type: 'button', class: 'date', 'aria-expanded': String(open === day.date), onclick: () => onToggle(day.date) },
        element('strong', {}, words.weekday(calendarDay(day.date).weekday)), ' ',
        element('small', {}, words.relativeDay(daysBetween(today, day.date)) ?? shortDate(day.date, words))),
      skies(day, words),
      element('span', { class: 'low' }, hidden(words.low), degrees(day.temperature_min)),
      bar(day, scale, today, day.date === today ? now : null),
      element('span', { class: 'high' }, hidden(words.high), degrees(day.temperature_max)),
      open === day.date ? element('div', { id: 'detail-in-list', class: 'day-detail' }, detail()) : null)));
}

const hidden = (text) => element('span', { class: 'visually-hidden' }, `${text} `);

function skies(day, words) {
  return parts(day, words).map(({ name, text, theme, chance, from, to }) => element('span', { class: `sky-part${to - from === 1 ? ' whole' : ''}` },
    hidden(name), symbol({ theme, text, label: text }) ?? element('span', {}, '–'),
    element('span', { class: `percent${chance >= 30 ? ' wet' : ''}` }, hidden(words.chance), percent(chance))));
}

/** The temperatures from left to right, coloured by how warm they are; today's dot is the temperature of now. */
function bar(day, scale, today, now) {
  const { min, max } = reach(day);
  const at = (value) => `${scale.position(value)}%`;
  const id = `warmth-${day.date}`;
  const lone = [min, max].filter((value) => value !== null && (min === null || max === null));
  return svg('svg', { class: 'bar', 'aria-hidden': 'true' },
    svg('defs', {}, gradient(id, scale)),
    pieces(day, today).map(([type, from, to]) => svg('rect', {
      class: type, x: at(from), width: `${Math.max(scale.position(to) - scale.position(from), 2)}%`, y: '25%', height: '50%', rx: 4, fill: `url(#${id})`,
    })),
    lone.map((value) => svg('circle', { class: 'band', cx: at(value), cy: '50%', r: 4, fill: `url(#${id})` })),
    typeof now === 'number' && min !== null && max !== null ? svg('circle', { class: 'dot', cx: at(Math.min(Math.max(now, min), max)), cy: '50%', r: 5 }) : null);
}

function gradient(id, scale) {
  const [start, end] = [WARMTH[0][0], WARMTH.at(-1)[0]];
  return svg('linearGradient', { id, gradientUnits: 'userSpaceOnUse', x1: `${scale.position(start) ?? 0}%`, x2: `${scale.position(end) ?? 100}%`, y1: 0, y2: 0 },
    ...WARMTH.map(([value, colour]) => svg('stop', { offset: (value - start) / (end - start), 'stop-color': colour })));
}
