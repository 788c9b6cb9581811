import { svg } from './dom.js';
import { calendarDay, daysBetween, degrees, falls, percent, seoulDate, seoulHour, windSpeed } from './format.js';
import { label, warmth } from './chart-parts.js';
import { symbol } from './symbols.js';

/** Root ems: the width of an hour, and the tops and heights of the rows. */
const HOUR = 3;
const PLOT = { top: 5.6, height: 5 };
const WET = 2.4;
/** A fixed scale of what falls, so that the same bar is the same rain in every week: mm, and cm of snow. */
const RAIN = [0, 1, 5, 15, 30];
const SNOW = [0, 0.5, 2, 5, 10];
/** From here on KMA's probability is worth a number. */
const LIKELY = 30;
/** Sustained wind that KMA calls strong, in m/s. */
const STRONG = 9;
/** The apparent temperature is drawn where it differs by so much. */
const FELT = 2;

const known = (value) => typeof value === 'number';
const middle = (index) => (index + 0.5) * HOUR;

/** The hours side by side: `{ drawing, rows }`, the rows with their names and tops. A row without a value is left out. */
export function drawHours(hours, { em, now, words, today, id = 'hour-warmth' }) {
  const values = hours.flatMap((hour) => [hour.temperature, ...(isFelt(hour) ? [hour.feels_like] : [])]).filter(known);
  const scale = temperatures(values);
  const rows = values.length ? [{ name: words.temperature, top: PLOT.top + PLOT.height / 2 }] : [];
  let bottom = values.length ? PLOT.top + PLOT.height + 0.4 : PLOT.top - 0.8;
  const wet = hours.some((hour) => extent(hour) || hour.precipitation_probability >= LIKELY);
  const base = bottom + 1.2 + WET;
  if (wet) {
    rows.push({ name: words.falling, top: base - WET / 2 });
    bottom = base + 0.3;
  }
  const windTop = bottom + 0.3;
  if (hours.some(({ wind_speed: wind }) => known(wind))) {
    rows.push({ name: words.wind, top: windTop + 1 });
    bottom = windTop + 2.4;
  }
  const width = hours.length * HOUR;
  // In root ems throughout; the letters have their size in CSS.
  const drawing = svg('svg', { class: 'hour-chart', width: width * em, height: bottom * em, viewBox: `0 0 ${width * em} ${bottom * em}`, 'aria-hidden': 'true' },
    svg('defs', {}, warmth({ position: (value) => scale(value) * em }, 'y', id)),
    nights(hours, bottom, em), newDays(hours, bottom, em, words, today),
    svg('rect', { class: 'cursor', x: 0, y: 0, width: HOUR * em, height: bottom * em, rx: 0.5 * em }),
    curves(hours, scale, em, id), values.length ? nowLine(hours, now, em) : null,
    hours.map((hour, index) => [
      label(middle(index) * em, 2.4 * em, words.hourShort(seoulHour(Date.parse(hour.time)), index), 'hour'),
      symbol({ theme: hour.theme, text: hour.lightning ? words.lightning : hour.text, night: hour.night, x: (middle(index) - 1) * em, y: 2.7 * em, size: 2 * em })
        ?? label(middle(index) * em, 4 * em, '–', 'hour'),
      wet ? falling(hour, index, base, em) : null,
      known(hour.wind_speed) ? wind(hour, index, windTop, em) : null,
    ]),
    numbers(hours, scale, em));
  return { drawing, rows };
}

function temperatures(values) {
  const low = Math.min(...values);
  const span = Math.max(Math.max(...values) - low, 4);
  return (value) => PLOT.top + 1.1 + (1 - (value - low) / span) * (PLOT.height - 1.1);
}

const isFelt = ({ feels_like: felt, temperature }) => known(felt) && known(temperature) && Math.abs(felt - temperature) >= FELT;

/** The night behind its hours. */
function nights(hours, height, em) {
  return hours.map(({ night }, index) => (night ? svg('rect', { class: 'night', x: index * HOUR * em, y: 1.3 * em, width: HOUR * em + 0.5, height: (height - 1.3) * em }) : null));
}

function newDays(hours, height, em, words, today) {
  const dates = hours.map(({ time }) => seoulDate(Date.parse(time)));
  return dates.map((date, index) => (dates[index - 1] === date ? null : [
    index ? svg('line', { class: 'rule', x1: index * HOUR * em, x2: index * HOUR * em, y1: 0, y2: height * em }) : null,
    label((index * HOUR + 0.4) * em, 1 * em, words.relativeDay(daysBetween(today, date)) ?? words.weekdayLong(calendarDay(date).weekday), 'day-name', 'start'),
  ]));
}

/** A line through the known values, broken where one is missing. */
function line(hours, value, scale, em) {
  return hours.map((hour, index) => {
    const here = value(hour);
    if (here === null) return '';
    const before = index > 0 ? value(hours[index - 1]) : null;
    return `${before === null ? 'M' : 'L'}${middle(index) * em} ${scale(here) * em}`;
  }).join('');
}

function curves(hours, scale, em, id) {
  const warm = line(hours, ({ temperature }) => (known(temperature) ? temperature : null), scale, em);
  const felt = line(hours, (hour) => (isFelt(hour) ? hour.feels_like : null), scale, em);
  const floor = (PLOT.top + PLOT.height) * em;
  // The area below each unbroken piece of the line.
  const pieces = warm.split('M').filter(Boolean).map((piece) => {
    const points = piece.split('L');
    return `M${points[0].split(' ')[0]} ${floor}L${points.join('L')}L${points.at(-1).split(' ')[0]} ${floor}Z`;
  });
  return [
    svg('path', { class: 'warm-area', d: pieces.join(''), fill: `url(#${id})` }),
    svg('path', { class: 'felt-line', d: felt }),
    svg('path', { class: 'warm-line', d: warm, stroke: `url(#${id})` }),
  ];
}

function nowLine(hours, now, em) {
  const start = Date.parse(hours[0]?.time);
  if (!(now >= start)) return null;
  const next = hours[1] ? Date.parse(hours[1].time) : start + 3_600_000;
  const x = (0.5 + (now - start) / (next - start)) * HOUR * em;
  return svg('line', { class: 'now-line', x1: x, x2: x, y1: (PLOT.top + 0.8) * em, y2: (PLOT.top + PLOT.height) * em });
}

/** A number on every other point, and on the coldest and warmest of each day. */
function numbers(hours, scale, em) {
  const days = Map.groupBy ? Map.groupBy(hours.filter(({ temperature }) => known(temperature)), ({ time }) => seoulDate(Date.parse(time))) : new Map();
  const extremes = new Set([...days.values()].flatMap((ofDay) => {
    const warmest = ofDay.toSorted((a, b) => b.temperature - a.temperature);
    return [warmest[0], warmest.at(-1)];
  }));
  return hours.map((hour, index) => (known(hour.temperature) && (index % 2 === 0 || extremes.has(hour))
    ? label(middle(index) * em, (scale(hour.temperature) - 0.45) * em, degrees(hour.temperature), extremes.has(hour) ? 'degrees extreme' : 'degrees') : null));
}

/** What falls, from least to most, and its scale; `null` for nothing. Where KMA tells a range there is no number in it. */
function extent({ snow_amount: snow, snow_range: snowRange, precipitation_amount: rain, precipitation_range: rainRange }) {
  const isSnow = falls(snow, snowRange);
  if (!isSnow && !falls(rain, rainRange)) return null;
  const steps = isSnow ? SNOW : RAIN;
  const [value, range] = isSnow ? [snow, snowRange] : [rain, rainRange];
  return { isSnow, low: share(range ? range.low : value, steps), high: share(range ? range.high ?? steps.at(-1) : value, steps) };
}

/** How tall a bar is, from 0 to 1: each step of the scale is as tall as the others. */
function share(value, steps) {
  const above = steps.findIndex((step) => value <= step);
  if (above < 0) return 1;
  if (above === 0) return 0;
  return (above - 1 + (value - steps[above - 1]) / (steps[above] - steps[above - 1])) / (steps.length - 1);
}

/** As much as falls at least as a full bar, as much as may fall as a faint one on it. */
function falling(hour, index, base, em) {
  const chance = hour.precipitation_probability;
  const found = extent(hour);
  const x = middle(index) * em;
  const likely = known(chance) ? 0.35 + 0.65 * chance / 100 : 1;
  const bar = (from, to, opacity) => svg('rect', {
    class: found.isSnow ? 'snowfall' : 'rainfall', x: x - 0.7 * em, y: (base - to * WET) * em, width: 1.4 * em, height: (to - from) * WET * em, opacity,
  });
  const sure = found && Math.max(found.low, 0.05);
  const top = found ? Math.max(found.high, sure) : 0;
  return [
    found && bar(0, sure, likely),
    found && top > sure ? bar(sure, top, likely * 0.4) : null,
    chance >= LIKELY ? label(x, (base - top * WET - 0.3) * em, percent(chance), 'percent') : null,
  ];
}

/** An arrow the way the wind blows, and its speed. */
function wind(hour, index, top, em) {
  const x = middle(index) * em;
  return [
    known(hour.wind_direction) ? svg('path', { class: 'arrow', d: `M0 ${-0.5 * em}L${0.32 * em} ${0.4 * em}L0 ${0.2 * em}L${-0.32 * em} ${0.4 * em}Z`, transform: `translate(${x} ${(top + 0.6) * em}) rotate(${(hour.wind_direction + 180) % 360})` }) : null,
    label(x, (top + 2.1) * em, windSpeed(hour.wind_speed), hour.wind_speed >= STRONG ? 'wind strong' : 'wind'),
  ];
}
