import { grade } from './air.js';
import { element, rootSize } from './dom.js';
import { calendarDay, clock, daysBetween, degrees, falls, moment, percent, rainfall, seoulDate, shortDate, speed, windSpeed } from './format.js';
import { earlier, record } from './history.js';
import { drawHours } from './hour-chart.js';
import { parts } from './scale.js';

const known = (value) => typeof value === 'number';

/** Everything that is known of one day: its halves, amounts, ranges, air and source, and its hours as a chart. */
export function dayDetail(day, { week, words, today, now, onClose, onNews }) {
  const hours = (week.hours ?? []).filter(({ time }) => seoulDate(Date.parse(time)) === day.date);
  const relative = words.relativeDay(daysBetween(today, day.date));
  const title = [shortDate(day.date, words), words.weekdayLong(calendarDay(day.date).weekday), relative && `(${relative})`].filter(Boolean).join(' ');
  return [
    element('div', { class: 'heading' }, element('h3', { id: 'day-title' }, title),
      element('button', { id: 'close-day', type: 'button', class: 'plain', onclick: onClose }, words.close)),
    element('dl', { class: 'day-facts' }, facts(day, hours, week, words, today).map(([name, ...values]) => {
      const present = values.flat().filter(Boolean);
      return present.length === 0 ? null : element('div', {}, element('dt', {}, name), element('dd', {}, present));
    })),
    record(day, { week, words, today, onNews }),
    hours.length > 1 ? element('div', { id: 'day-hours', class: 'day-hours', role: 'group', 'aria-labelledby': 'day-title', tabindex: 0 }, drawHours(hours, { em: rootSize(), now, words, today, id: 'day-warmth' }).drawing) : null,
    earlier(day.date, { week, words, today, level: 4, onNews }),
  ];
}

function facts(day, hours, week, words, today) {
  const halves = parts(day, words).map(({ name, text, chance }) => [name, text ?? words.noValue, chance === null ? null : ` · ${words.chanceShort} ${percent(chance)}`]);
  const winds = hours.map(({ wind_speed: wind }) => wind).filter(known);
  const snow = !day.partial && hours.some((hour) => falls(hour.snow_amount, hour.snow_range));
  const issued = (week.sources ?? []).find(({ feed }) => day.feeds?.includes(feed))?.issued_at;
  return [
    ...halves,
    [words.minimum, bounded(day.temperature_min, day.temperature_min_spread, words)],
    [words.maximum, bounded(day.temperature_max, day.temperature_max_spread, words)],
    ...likely(day, words),
    [words.normal, day.normal && known(day.normal.low) && known(day.normal.high) ? words.span(degrees(day.normal.low), degrees(day.normal.high)) : null],
    [words.feelsLike, known(day.feels_like_min) && known(day.feels_like_max) ? words.span(degrees(day.feels_like_min), degrees(day.feels_like_max)) : null],
    [words.amount, known(day.precipitation_amount) || day.precipitation_range ? rainfall(day.precipitation_amount, day.precipitation_range, words) : null, snow ? ` (${words.withSnow})` : null],
    [words.wind, winds.length ? range(Math.min(...winds), Math.max(...winds)) : null],
    [`${words.sunrise} – ${words.sunset}`, day.sunrise ? `${clock(day.sunrise, words)} – ${clock(day.sunset, words)}` : null],
    [words.pm10, grade(day.air, words)],
    [words.pm25, day.air?.pm25_level_label],
    [words.source, words.sourceNames[day.source] ?? day.source, issued ? ` · ${words.issued(moment(issued, today, words))}` : null],
  ];
}

const range = (low, high) => (low === high ? speed(low, 0) : `${windSpeed(low, 0)}~${speed(high, 0)}`);

/** Ranges of the low and the high by the place's own record, and an even chance of rain with the days behind it. */
function likely({ temperature_min_range: low, temperature_max_range: high, rain_confidence: rain }, words) {
  const ends = (range) => (range ? `${degrees(range.from)} ~ ${degrees(range.to)}` : null);
  return [
    [words.likelyLow, ends(low), low ? ` (${words.pastForecasts(low.cases)})` : null],
    [words.likelyHigh, ends(high), high ? ` (${words.pastForecasts(high.cases)})` : null],
    [words.evenChance, rain?.class === 'open' ? words.rightOf(Math.round(rain.right * rain.cases), rain.cases) : null],
  ];
}

/** “−5°, −7° ~ −4°”, where KMA says how sure it is. */
function bounded(value, spread, words) {
  if (!known(value)) return null;
  return spread ? `${degrees(value)}, ${words.between(degrees(value - (spread.low ?? 0)), degrees(value + (spread.high ?? 0)))}` : degrees(value);
}
