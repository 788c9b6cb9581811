import { differenceOf, unitOf, warmthOf, windOf } from './units.js';

/** What stands where a value is absent; never a 0. */
const ABSENT = '–';

const known = (value) => typeof value === 'number' && Number.isFinite(value);

/** The name of a place, a zone or a station in the page's language. */
export const nameOf = (place, words) => (words.language === 'en' && place.name_en) || place.name;

/** A number with at most `digits` decimals, a true minus sign and no “−0”. */
export function number(value, digits = 0) {
  if (!known(value)) return ABSENT;
  const rounded = Number(value.toFixed(digits)) || 0;
  return String(rounded).replace('-', '−');
}

const withUnit = (unit) => (value, digits) => (known(value) ? number(value, digits) + unit : ABSENT);

export const percent = withUnit('%');

/** A temperature and a wind, which the service tells in °C and m/s, in the units of this device. */
export const degrees = (value, digits) => (known(value) ? `${number(warmthOf(value), digits)}°` : ABSENT);
export const speed = (value, digits) => (known(value) ? `${windSpeed(value, digits)}\u00a0${unitOf('wind') === 'kmh' ? 'km/h' : 'm/s'}` : ABSENT);

/** A wind without its unit. In kilometres an hour it has no decimals. */
export const windSpeed = (value, digits) => number(known(value) ? windOf(value) : value, unitOf('wind') === 'kmh' ? 0 : digits);

const DEGREES = /(−?\d+(?:\.\d+)?)°(\s*(?:낮음|높음|colder|warmer|below|above))?/g;
const HOUR = /\b(\d{1,2})(?::00|시(?!간))/g;

/** A sentence of the service in the units of this device. */
export function sentence(text, words) {
  // A hyphen before a digit is a minus, as in every other number here.
  const told = text.replace(/(^|[^\w])-(?=\d)/g, '$1−').replace(DEGREES, (all, value, difference) => {
    const celsius = Number(value.replace('−', '-'));
    if (difference) return `${number(differenceOf(celsius))}°${difference}`;
    return degrees(celsius, value.includes('.') ? 1 : 0);
  });
  return unitOf('clock') === '12' ? told.replace(HOUR, (_, hour) => words.hour(Number(hour))) : told;
}

/** An amount as KMA says it: “7.5 mm”, and of a range “1 mm 미만”, “5~10 mm”, “50 mm 이상”. */
export function rainfall(value, range, words, unit = 'mm') {
  if (!range) return known(value) ? `${number(value, 1)}\u00a0${unit}` : ABSENT;
  if (!known(range.high)) return words.orMore(`${number(range.low, 1)}\u00a0${unit}`);
  if (range.low === 0) return words.under(`${number(range.high, 1)}\u00a0${unit}`);
  return `${number(range.low, 1)}~${number(range.high, 1)}\u00a0${unit}`;
}

export const snowfall = (value, range, words) => rainfall(value, range, words, 'cm');

/** Whether an amount, or a range told in its place, is more than none. */
export const falls = (value, range) => Boolean(range) || (known(value) && value > 0);

export function distance(metres) {
  if (!known(metres)) return ABSENT;
  return metres >= 1000 ? `${number(metres / 1000, 1)}\u00a0km` : `${number(metres)}\u00a0m`;
}

/** Korea has stood at +09:00 without daylight saving since 1988, so a shift is the whole calendar. */
const inSeoul = (milliseconds) => new Date(milliseconds + 9 * 3_600_000);

export const seoulDate = (milliseconds) => inSeoul(milliseconds).toISOString().slice(0, 10);
export const seoulHour = (milliseconds) => inSeoul(milliseconds).getUTCHours();

export function clock(instant, words) {
  const time = Date.parse(instant ?? '');
  if (Number.isNaN(time)) return ABSENT;
  const moment = inSeoul(time);
  return words.clock(moment.getUTCHours(), String(moment.getUTCMinutes()).padStart(2, '0'));
}

export function calendarDay(date) {
  const day = new Date(`${date}T00:00:00Z`);
  return { year: day.getUTCFullYear(), month: day.getUTCMonth() + 1, day: day.getUTCDate(), weekday: day.getUTCDay() };
}

export const daysBetween = (from, to) => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);

export function shortDate(date, words) {
  const { month, day } = calendarDay(date);
  return words.shortDate(month, day);
}

/** “3일 06:00” when the instant is not of `today`, else the time alone. */
export function moment(instant, today, words) {
  const time = Date.parse(instant ?? '');
  if (Number.isNaN(time)) return ABSENT;
  const date = seoulDate(time);
  return date === today ? clock(instant, words) : `${shortDate(date, words)} ${clock(instant, words)}`;
}

export function age(milliseconds, words) {
  const minutes = Math.floor(milliseconds / 60_000);
  if (minutes < 1) return words.justNow;
  const ago = new Intl.RelativeTimeFormat(words.language);
  if (minutes < 60) return ago.format(-minutes, 'minute');
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? ago.format(-hours, 'hour') : ago.format(-Math.floor(hours / 24), 'day');
}

export function windFrom(angle, words) {
  if (!known(angle)) return null;
  return words.winds[Math.round((((angle % 360) + 360) % 360) / 45) % 8];
}
