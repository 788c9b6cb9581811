import { celsiusOf, warmthOf } from './units.js';

/** Temperatures of a week as positions between two ends of an axis with room for so many steps, six at most; null stays null. */
export function temperatureScale(days, cold, warm, room = Infinity) {
  const values = days.flatMap((day) => Object.values(reach(day))).filter((value) => value !== null);
  if (values.length === 0) return { position: () => null, ticks: [] };

  const low = Math.floor(Math.min(...values)) - 1;
  const high = Math.ceil(Math.max(...values)) + 1;
  const position = (value) => (value === null ? null : cold + ((value - low) / (high - low)) * (warm - cold));
  // Round numbers in the unit of this device, at the degrees Celsius that they are.
  const [from, to] = [warmthOf(low), warmthOf(high)];
  const step = [2, 5, 10, 20].find((size) => (to - from) / size <= Math.min(room, 6)) ?? 20;
  const ticks = [];
  for (let tick = Math.ceil(from / step) * step; tick <= to; tick += step) ticks.push(celsiusOf(tick));
  return { position, ticks };
}

/**
 * The edges of a day's temperatures, from the coldest its minimum may be to the warmest its maximum may be.
 * `likelyFrom` and `likelyTo` are the ends that hold eight days of ten by the place's own record.
 * Between `sureFrom` and `sureTo` even KMA's uncertainty leaves no doubt.
 */
export function reach({ temperature_min: min = null, temperature_max: max = null, temperature_min_spread: low, temperature_max_spread: high, temperature_min_range: lows, temperature_max_range: highs }) {
  const shifted = (value, by) => (value === null ? null : value + by);
  return {
    min,
    max,
    coldest: shifted(min, -(low?.low ?? 0)),
    sureFrom: shifted(min, low?.high ?? 0),
    sureTo: shifted(max, -(high?.low ?? 0)),
    warmest: shifted(max, high?.high ?? 0),
    likelyFrom: min === null ? null : Math.min(min, lows?.from ?? min),
    likelyTo: max === null ? null : Math.max(max, highs?.to ?? max),
  };
}

/**
 * Whether a low or a high may be that of a part of the day only. KMA tells those of all of today, also of the hours that are over;
 * OpenWeather those of what is left.
 */
const isCut = (day, today) => day.partial && !(day.date === today && day.source?.startsWith('kma'));

/** A day's bar as pieces from faint to sure: `[class, from, to]`; empty unless both ends are known. */
export function pieces(day, today) {
  const { coldest, sureFrom, min, max, sureTo, warmest, likelyFrom, likelyTo } = reach(day);
  if (min === null || max === null) return [];
  const unsure = coldest < min || warmest > max;
  return [
    (likelyFrom < min || likelyTo > max) && ['likely', likelyFrom, likelyTo],
    unsure && ['spread', coldest, warmest],
    [`band${isCut(day, today) ? ' partial' : ''}${unsure ? ' uncertain' : ''}`, min, max],
    unsure && sureFrom < sureTo && ['core', sureFrom, sureTo],
  ].filter(Boolean);
}

/** Absolute temperatures and their colours, so that the same warmth looks the same in every week. */
export const WARMTH = [
  [-12, '#7a5fd0'], [0, '#3f7fe0'], [8, '#1d93b8'], [15, '#2f9e5f'], [21, '#c48a00'], [27, '#e36a1c'], [34, '#d43a3a'],
];

export const hasCut = (days, today) => days.some((day) => isCut(day, today));

/** A day's halves, or the one value for all of it: `[{ name, text, theme, chance, from, to }]` in parts of a day. */
export function parts(day, words) {
  const part = (name, half, from, to) =>
    half && { name, text: half.text, theme: half.theme, chance: half.precipitation_probability ?? null, from, to };
  const halves = [part(words.am, day.am, 0, 0.5), part(words.pm, day.pm, 0.5, 1)].filter(Boolean);
  return halves.length > 0 ? halves : [part(words.wholeDay, day, 0, 1)];
}
