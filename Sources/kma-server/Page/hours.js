import { byId, element, refill, rootSize } from './dom.js';
import { calendarDay, daysBetween, degrees, falls, percent, rainfall, seoulDate, seoulHour, snowfall, speed, windFrom } from './format.js';
import { HOUR, drawHours, isRate, onAxis } from './hour-chart.js';
import { upcoming } from './present.js';

/** What the panel shows, and the hour that the cursor stands on. */
let shown = null;
let cursor = null;
let drawnSize = 0;

const day = (hour) => seoulDate(Date.parse(hour.time));

/** The coming hours as a chart that scrolls sideways; one of them is told in words above it. */
export function renderHours(panel, { week, words, now, past = {} }) {
  const hours = onAxis(upcoming(week.hours, now));
  shown = { hours, words, now, past };
  if (!hours.some(({ time }) => time === cursor)) cursor = hours[0]?.time ?? null;
  panel.hidden = hours.length === 0;
  panel.parentElement.classList.toggle('no-hours', panel.hidden);
  if (hours.length) draw();
  else refill(byId('strip'));
}

/** Lets a pointer and the arrow keys move the cursor, and draws anew where the letters change their size. */
export function moveThroughHours(strip) {
  const at = (event) => {
    const hour = (event.clientX - strip.getBoundingClientRect().left + strip.scrollLeft) / (HOUR * rootSize());
    return shown?.hours.findIndex(({ start, length }) => hour >= start && hour < start + length) ?? -1;
  };
  const set = (index) => {
    const hour = shown?.hours[index];
    if (!hour || hour.time === cursor) return;
    cursor = hour.time;
    mark(strip);
  };
  new ResizeObserver(() => shown?.hours.length && rootSize() !== drawnSize && draw()).observe(byId('hour-told'));
  strip.addEventListener('click', (event) => set(at(event)));
  strip.addEventListener('pointermove', (event) => event.pointerType === 'mouse' && set(at(event)));
  strip.addEventListener('keydown', (event) => {
    const index = shown?.hours.findIndex(({ time }) => time === cursor) ?? -1;
    const next = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: shown?.hours.length - 1 }[event.key];
    if (next === undefined || index < 0) return;
    event.preventDefault();
    set(next);
    const { start, length } = shown.hours.find(({ time }) => time === cursor);
    strip.scrollLeft = (start + length / 2) * HOUR * rootSize() - strip.clientWidth / 2;
  });
}

function draw() {
  const strip = byId('strip');
  const { hours, words, now, past } = shown;
  const scroll = strip.scrollLeft;
  const today = seoulDate(now);
  drawnSize = rootSize();
  const { drawing, rows } = drawHours(hours, { em: drawnSize, now, words, today, past });
  refill(strip, drawing, element('ol', { class: 'hour-list' }, hours.map((hour) => element('li', {}, inWords(hour, today, words)))));
  strip.scrollLeft = scroll;
  refill(byId('hour-rows'), rows.map(({ name, top }) => {
    const label = element('span', {}, name);
    label.style.top = `${top}rem`;
    return label;
  }));
  const dates = [...new Set(hours.map(day))];
  refill(byId('hour-days'), dates.length < 2 ? null : dates.map((date) => element('button', {
    id: `hours-${date}`, type: 'button', class: 'plain', onclick: () => {
      const first = hours.find((hour) => day(hour) === date);
      strip.scrollLeft = first.start * HOUR * rootSize();
      cursor = first.time;
      mark(strip);
    },
  }, dayName(date, today, words))));
  mark(strip);
}

function mark(strip) {
  const { hours, words, now } = shown;
  const hour = hours.find(({ time }) => time === cursor);
  if (!hour) return;
  const line = strip.querySelector('.cursor');
  line.setAttribute('x', hour.start * HOUR * drawnSize);
  line.setAttribute('width', hour.length * HOUR * drawnSize);
  byId('hour-told').textContent = inWords(hour, seoulDate(now), words);
}

const dayName = (date, today, words) => words.relativeDay(daysBetween(today, date)) ?? words.weekdayLong(calendarDay(date).weekday);

/** Amount as KMA tells it: snow in centimetres, everything else in millimetres; in a long step an intensity, or the sum of all of it. */
function amountOf(hour, words) {
  const rate = hour.precipitation_rate_range;
  const text = falls(hour.snow_amount, hour.snow_range) ? snowfall(hour.snow_amount, hour.snow_range, words)
    : falls(hour.precipitation_amount, rate ?? hour.precipitation_range) ? rainfall(hour.precipitation_amount, rate ?? hour.precipitation_range, words) : null;
  if (!text || hour.length <= 1) return text;
  return rate || isRate(hour) ? words.anHour(text) : words.inHours(hour.length, text);
}

/** One hour, or one step of several, in full. */
function inWords(hour, today, words) {
  const known = (value, text) => (typeof value === 'number' ? text : null);
  const wind = [windFrom(hour.wind_direction, words), speed(hour.wind_speed, 1)].filter(Boolean).join(' ');
  const begins = seoulHour(Date.parse(hour.time));
  const when = `${dayName(day(hour), today, words)} ${hour.length > 1 ? words.hourSpan(begins, hour.length) : words.hour(begins)}`;
  const before = shown.past[Date.parse(hour.time) - 86_400_000];
  return [
    when, hour.text ?? words.noValue, known(hour.temperature, degrees(hour.temperature)),
    known(hour.feels_like, `${words.feelsLike} ${degrees(hour.feels_like)}`), known(before, words.dayBefore(degrees(before))), hour.lightning ? words.lightning : null,
    known(hour.precipitation_probability, `${words.chanceShort} ${percent(hour.precipitation_probability)}`), amountOf(hour, words),
    known(hour.humidity, `${words.humidity} ${percent(hour.humidity)}`), known(hour.wind_speed, wind),
  ].filter(Boolean).join(' · ');
}
