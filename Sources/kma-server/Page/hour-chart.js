import { svg } from './dom.js';
import { calendarDay, daysBetween, degrees, falls, percent, seoulDate, seoulHour, windSpeed } from './format.js';
import { label, warmth } from './chart-parts.js';
import { lengths } from './present.js';
import { symbol } from './symbols.js';

/** Root ems: the width of an hour, and the tops and heights of the rows. */
export const HOUR = 3;
const RIBBON = { top: 1.35, height: 0.4 };
const PLOT = { top: 6, height: 5 };
const WET = 2.4;
/** A fixed scale of what falls in an hour, so that the same bar is the same rain in every week: mm, and cm of snow. */
const RAIN = [0, 1, 5, 15, 30];
const SNOW = [0, 0.5, 2, 5, 10];
/** From here on KMA's probability is worth a number. */
const LIKELY = 30;
/** Sustained wind that KMA calls strong, in m/s. */
const STRONG = 9;
/** The apparent temperature is drawn where it differs by so much. */
const FELT = 2;
const MINUTES = 3_600_000;

const known = (value) => typeof value === 'number';

/** The hours on an axis of time: each with its `start` and `length` in hours since the first. */
export function onAxis(hours) {
  const start = Date.parse(hours[0]?.time);
  const each = lengths(hours);
  return hours.map((hour, at) => ({ ...hour, start: (Date.parse(hour.time) - start) / MINUTES, length: each[at] }));
}

/**
 * The hours as a drawing: `{ drawing, rows }`, the rows with their names and tops. A row without a value is left out.
 * `past` are temperatures by their time, in milliseconds, of which those of a day before are drawn behind.
 */
export function drawHours(found, { em, now, words, today, id = 'hour-warmth', past = {} }) {
  const hours = onAxis(found).map((hour) => ({ ...hour, before: past[Date.parse(hour.time) - 24 * MINUTES] }));
  const values = hours.flatMap((hour) => [hour.temperature, hour.before, ...(isFelt(hour) ? [hour.feels_like] : [])]).filter(known);
  const scale = temperatures(values);
  const rows = values.length ? [{ name: words.temperature, top: PLOT.top + PLOT.height / 2 }] : [];
  let bottom = values.length ? PLOT.top + PLOT.height + 0.4 : PLOT.top - 0.8;
  const wet = hours.filter((hour) => extent(hour));
  const isWet = wet.length > 0 || hours.some(({ precipitation_probability: chance }) => chance >= LIKELY);
  const base = bottom + 1.2 + WET;
  if (isWet) {
    rows.push({ name: wet.length && wet.every((hour) => extent(hour).isSnow) ? words.themes.snow : words.falling, top: base - WET / 2 });
    bottom = base + 0.3;
  }
  const windTop = bottom + 0.3;
  if (hours.some(({ wind_speed: wind }) => known(wind))) {
    rows.push({ name: words.wind, top: windTop + 1 });
    bottom = windTop + 2.4;
  }
  const width = Math.max(0, ...hours.map(({ start, length }) => start + length)) * HOUR;
  // In root ems throughout; the letters have their size in CSS.
  const drawing = svg('svg', { class: 'hour-chart', width: width * em, height: bottom * em, viewBox: `0 0 ${width * em} ${bottom * em}`, 'aria-hidden': 'true' },
    svg('defs', {}, values.length ? warmth({ position: (value) => scale(value) * em }, 'y', id) : null),
    nights(hours, bottom, em), newDays(hours, bottom, em, words, today), ribbon(hours, em),
    svg('rect', { class: 'cursor', x: 0, y: 0, width: HOUR * em, height: bottom * em, rx: 0.5 * em }),
    curves(hours, scale, em, id), values.length ? nowLine(hours, now, em) : null,
    hours.map((hour) => [
      label(point(hour) * em, 2.8 * em, hour.length > 1 ? words.hourSpan(seoulHour(Date.parse(hour.time)), hour.length) : words.hourShort(seoulHour(Date.parse(hour.time)), hour.start), 'hour'),
      symbol({ theme: hour.theme, text: hour.lightning ? words.lightning : hour.text, night: hour.night, x: (middle(hour) - 1) * em, y: 3.1 * em, size: 2 * em })
        ?? label(middle(hour) * em, 4.4 * em, '–', 'hour'),
      isWet ? falling(hour, base, em) : null,
      known(hour.wind_speed) ? wind(hour, windTop, em) : null,
    ]),
    numbers(hours, scale, em));
  return { drawing, rows };
}

/** Root ems to the right: where a value of an instant stands, and the middle of what holds for all of a step. */
const point = ({ start }) => (start + 0.5) * HOUR;
const middle = ({ start, length }) => (start + length / 2) * HOUR;

function temperatures(values) {
  const low = Math.min(...values);
  const span = Math.max(Math.max(...values) - low, 4);
  return (value) => PLOT.top + 1.1 + (1 - (value - low) / span) * (PLOT.height - 1.1);
}

const isFelt = ({ feels_like: felt, temperature }) => known(felt) && known(temperature) && Math.abs(felt - temperature) >= FELT;

/** The night behind its hours. */
const nights = (hours, height, em) => hours.map(({ night, start, length }) => (night
  ? svg('rect', { class: 'night', x: start * HOUR * em, y: 1.3 * em, width: length * HOUR * em + 0.5, height: (height - 1.3) * em }) : null));

/** The skies to come, as a ribbon in the colours of their themes. */
const ribbon = (hours, em) => hours.map(({ theme, night, start, length }) => (theme
  ? svg('rect', { class: `of-${theme}${night ? ' dark' : ''}`, x: start * HOUR * em, y: RIBBON.top * em, width: length * HOUR * em + 0.5, height: RIBBON.height * em }) : null));

function newDays(hours, height, em, words, today) {
  const dates = hours.map(({ time }) => seoulDate(Date.parse(time)));
  return dates.map((date, index) => (dates[index - 1] === date ? null : [
    index ? svg('line', { class: 'rule', x1: hours[index].start * HOUR * em, x2: hours[index].start * HOUR * em, y1: 0, y2: height * em }) : null,
    label((hours[index].start * HOUR + 0.4) * em, 1 * em, words.relativeDay(daysBetween(today, date)) ?? words.weekdayLong(calendarDay(date).weekday), 'day-name', 'start'),
  ]));
}

/** The known values as points in root ems, in pieces that no missing value breaks. */
function pieces(hours, value, scale) {
  const found = [];
  for (const [index, hour] of hours.entries()) {
    const here = value(hour);
    if (!known(here)) continue;
    if (index === 0 || !known(value(hours[index - 1]))) found.push([]);
    found.at(-1).push([point(hour), scale(here)]);
  }
  return found;
}

const warm = ({ temperature }) => temperature;
const felt = (hour) => (isFelt(hour) ? hour.feels_like : null);
const path = (all, em) => all.map((piece) => `M${piece.map(([x, y]) => `${x * em} ${y * em}`).join('L')}`).join('');

function curves(hours, scale, em, id) {
  const floor = (PLOT.top + PLOT.height) * em;
  const line = pieces(hours, warm, scale);
  const area = line.map((piece) => `M${piece[0][0] * em} ${floor}L${piece.map(([x, y]) => `${x * em} ${y * em}`).join('L')}L${piece.at(-1)[0] * em} ${floor}Z`);
  return [
    svg('path', { class: 'warm-area', d: area.join(''), fill: `url(#${id})` }),
    svg('path', { class: 'before-line', d: path(pieces(hours, ({ before }) => before, scale), em) }),
    svg('path', { class: 'felt-line', d: path(pieces(hours, felt, scale), em) }),
    svg('path', { class: 'warm-line', d: path(line, em), stroke: `url(#${id})` }),
  ];
}

function nowLine(hours, now, em) {
  const x = (0.5 + (now - Date.parse(hours[0].time)) / MINUTES) * HOUR * em;
  return x < 0.5 * HOUR * em ? null : svg('line', { class: 'now-line', x1: x, x2: x, y1: (PLOT.top + 0.8) * em, y2: (PLOT.top + PLOT.height) * em });
}

/** A number on every other point, and on the coldest and warmest of each day, above each line that comes near it. */
function numbers(hours, scale, em) {
  const extremes = new Set();
  for (const date of new Set(hours.map(({ time }) => time.slice(0, 10)))) {
    const ofDay = hours.filter(({ time, temperature }) => known(temperature) && time.startsWith(date)).sort((a, b) => b.temperature - a.temperature);
    if (ofDay.length) extremes.add(ofDay[0]).add(ofDay.at(-1));
  }
  const lines = [warm, felt].flatMap((value) => pieces(hours, value, scale));
  let last = -Infinity;
  return hours.map((hour) => {
    const x = point(hour);
    if (!known(hour.temperature) || (!extremes.has(hour) && x - last < 2 * HOUR)) return null;
    if (!extremes.has(hour)) last = x;
    const top = Math.min(scale(hour.temperature), ...lines.map((piece) => highest(piece, x - 1, x + 1)));
    return label(x * em, (top - 0.4) * em, degrees(hour.temperature), extremes.has(hour) ? 'degrees extreme' : 'degrees');
  });
}

/** The top of a line between two places. */
function highest(piece, from, to) {
  const at = (x) => {
    const next = piece.findIndex(([end]) => end >= x);
    if (next < 0 || x < piece[0][0]) return Infinity;
    const [[x0, y0], [x1, y1]] = [piece[Math.max(next - 1, 0)], piece[next]];
    return x1 === x0 ? y1 : y0 + (y1 - y0) * (x - x0) / (x1 - x0);
  };
  return Math.min(at(from), at(to), ...piece.filter(([x]) => x >= from && x <= to).map(([, y]) => y));
}

/**
 * What falls in an hour, from least to most, and its scale; `null` for nothing. Where KMA tells a range there is no number in it.
 * KMA tells how hard it falls in a long step, others how much in all of it.
 */
function extent({ snow_amount: snow, snow_range: snowRange, precipitation_amount: rain, precipitation_range: range, precipitation_rate_range: rate, source, length }) {
  const isSnow = falls(snow, snowRange);
  if (!isSnow && !falls(rain, rate ?? range)) return null;
  const steps = isSnow ? SNOW : RAIN;
  const [value, bounds] = isSnow ? [snow, snowRange] : [rain, rate ?? range];
  const hours = rate || isRate({ source, length }) ? 1 : length;
  return { isSnow, low: share((bounds ? bounds.low : value) / hours, steps), high: share((bounds ? bounds.high ?? steps.at(-1) * hours : value) / hours, steps) };
}

/** Whether what falls in a step is told as how hard it falls. */
export const isRate = ({ source, length }) => length > 1 && Boolean(source?.startsWith('kma'));

/** How tall a bar is, from 0 to 1: each step of the scale is as tall as the others. */
function share(value, steps) {
  const above = steps.findIndex((step) => value <= step);
  if (above < 0) return 1;
  if (above === 0) return 0;
  return (above - 1 + (value - steps[above - 1]) / (steps[above] - steps[above - 1])) / (steps.length - 1);
}

/** As much as falls at least as a full bar, as much as may fall as a faint one on it. */
function falling(hour, base, em) {
  const chance = hour.precipitation_probability;
  const found = extent(hour);
  const wide = hour.length * HOUR - 1.6;
  const likely = known(chance) ? 0.35 + 0.65 * chance / 100 : 1;
  const bar = (from, to, opacity) => svg('rect', {
    class: found.isSnow ? 'snowfall' : 'rainfall', x: (middle(hour) - wide / 2) * em, y: (base - to * WET) * em, width: wide * em, height: (to - from) * WET * em, opacity,
  });
  const sure = found && Math.max(found.low, 0.05);
  const top = found ? Math.max(found.high, sure) : 0;
  return [
    found && bar(0, sure, likely),
    found && top > sure ? bar(sure, top, likely * 0.4) : null,
    chance >= LIKELY ? label(middle(hour) * em, (base - top * WET - 0.3) * em, percent(chance), 'percent') : null,
  ];
}

/** An arrow the way the wind blows, and its speed. */
function wind(hour, top, em) {
  const x = middle(hour) * em;
  return [
    known(hour.wind_direction) ? svg('path', { class: 'arrow', d: `M0 ${-0.5 * em}L${0.32 * em} ${0.4 * em}L0 ${0.2 * em}L${-0.32 * em} ${0.4 * em}Z`, transform: `translate(${x} ${(top + 0.6) * em}) rotate(${(hour.wind_direction + 180) % 360})` }) : null,
    label(x, (top + 2.1) * em, windSpeed(hour.wind_speed), hour.wind_speed >= STRONG ? 'wind strong' : 'wind'),
  ];
}
