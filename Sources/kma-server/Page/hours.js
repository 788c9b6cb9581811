import { element, svg } from './dom.js';
import { calendarDay, daysBetween, degrees, falls, percent, rainfall, seoulDate, seoulHour, snowfall } from './format.js';
import { upcoming } from './present.js';
import { symbol } from './symbols.js';

/** Root ems; the strip's CSS gives each hour the same. */
const HOUR_WIDTH = 4.4;
const CURVE_HEIGHT = 2.6;

/** The coming hours as a strip that scrolls sideways, with the temperature as a line through it. */
export function renderHours(strip, { week, words, now }) {
  const hours = upcoming(week.hours, now);
  const scroll = strip.scrollLeft;
  const today = seoulDate(now);
  strip.replaceChildren(element('ol', {}, hours.map((hour, index) => item(hour, hours[index - 1], today, words))), curve(hours));
  strip.scrollLeft = scroll;
  return hours.length > 0;
}

function item(hour, before, today, words) {
  const time = Date.parse(hour.time);
  const date = seoulDate(time);
  const newDay = !before || seoulDate(Date.parse(before.time)) !== date;
  const dayName = words.relativeDay(daysBetween(today, date)) ?? words.weekdayLong(calendarDay(date).weekday);
  const sky = hour.lightning ? [hour.text, words.lightning].filter(Boolean).join(', ') : hour.text;
  return element('li', { class: newDay ? 'new-day' : null },
    element('span', { class: 'day-name' }, newDay ? dayName : '\u00a0'),
    element('time', { datetime: hour.time }, words.hour(seoulHour(time))),
    symbol({ theme: hour.theme, text: sky, night: hour.night, label: sky }) ?? element('span', { class: 'no-sky' }, '–'),
    element('span', { class: 'degrees' }, degrees(hour.temperature)),
    element('span', { class: 'felt' }, typeof hour.feels_like === 'number' ? [element('span', { class: 'visually-hidden' }, `${words.feelsLike} `), degrees(hour.feels_like)] : '\u00a0'),
    element('span', { class: 'percent' }, element('span', { class: 'visually-hidden' }, `${words.chance} `), percent(hour.precipitation_probability)),
    element('span', { class: 'amount' }, amount(hour, words) ?? '\u00a0'),
    hour.lightning ? element('span', { class: 'lightning' }, words.lightning) : null);
}

/** What falls, as KMA tells it: snow in centimetres, everything else in millimetres. */
const amount = (hour, words) => (falls(hour.snow_amount, hour.snow_range) ? snowfall(hour.snow_amount, hour.snow_range, words)
  : falls(hour.precipitation_amount, hour.precipitation_range) ? rainfall(hour.precipitation_amount, hour.precipitation_range, words) : null);

/** One line through the known temperatures, broken where one is missing. */
function curve(hours) {
  const known = hours.map((hour) => hour.temperature).filter((value) => typeof value === 'number');
  if (known.length < 2) return '';
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const y = (value) => CURVE_HEIGHT - 0.5 - ((value - low) / Math.max(high - low, 1)) * (CURVE_HEIGHT - 1);
  const x = (index) => (index + 0.5) * HOUR_WIDTH;
  const path = hours.map(({ temperature }, index) => {
    if (typeof temperature !== 'number') return '';
    const pen = typeof hours[index - 1]?.temperature === 'number' ? 'L' : 'M';
    return `${pen}${x(index)} ${y(temperature)}`;
  }).join('');
  return svg('svg', { class: 'curve', viewBox: `0 0 ${hours.length * HOUR_WIDTH} ${CURVE_HEIGHT}`, width: `${hours.length * HOUR_WIDTH}rem`, height: `${CURVE_HEIGHT}rem`, 'aria-hidden': 'true' },
    svg('path', { d: path }),
    hours.map(({ temperature }, index) =>
      typeof temperature === 'number' ? svg('circle', { cx: x(index), cy: y(temperature), r: 0.2 }) : null));
}
