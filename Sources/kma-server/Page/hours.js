import { byId, element, refill } from './dom.js';
import { calendarDay, daysBetween, degrees, falls, percent, rainfall, seoulDate, seoulHour, snowfall, speed, windFrom } from './format.js';
import { drawHours } from './hour-chart.js';
import { upcoming } from './present.js';

/** What the panel shows, and the hour that the cursor stands on. */
let shown = null;
let cursor = null;
let drawnSize = 0;

const day = (hour) => seoulDate(Date.parse(hour.time));

/** The coming hours as a chart that scrolls sideways; one of them is told in words above it. */
export function renderHours(panel, { week, words, now }) {
  const hours = upcoming(week.hours, now);
  shown = { hours, words, now };
  if (!hours.some(({ time }) => time === cursor)) cursor = hours[0]?.time ?? null;
  panel.hidden = hours.length === 0;
  draw();
}

/** Lets a pointer and the arrow keys move the cursor, and draws anew where the letters change their size. */
export function moveThroughHours(strip) {
  const at = (event) => Math.floor((event.clientX - strip.getBoundingClientRect().left + strip.scrollLeft) / (3 * rootSize()));
  const set = (index) => {
    const hour = shown?.hours[Math.min(Math.max(index, 0), shown.hours.length - 1)];
    if (!hour || hour.time === cursor) return;
    cursor = hour.time;
    mark(strip);
  };
  new ResizeObserver(() => shown && rootSize() !== drawnSize && draw()).observe(byId('hour-told'));
  strip.addEventListener('click', (event) => set(at(event)));
  strip.addEventListener('pointermove', (event) => event.pointerType === 'mouse' && set(at(event)));
  strip.addEventListener('keydown', (event) => {
    const index = shown?.hours.findIndex(({ time }) => time === cursor) ?? -1;
    const next = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: Infinity }[event.key];
    if (next === undefined || index < 0) return;
    event.preventDefault();
    set(next);
    const middle = (shown.hours.findIndex(({ time }) => time === cursor) + .5) * 3 * rootSize();
    strip.scrollLeft = middle - strip.clientWidth / 2;
  });
}

const rootSize = () => parseFloat(getComputedStyle(document.documentElement).fontSize);

function draw() {
  const strip = byId('strip');
  const { hours, words, now } = shown;
  const scroll = strip.scrollLeft;
  const today = seoulDate(now);
  drawnSize = rootSize();
  const { drawing, rows } = drawHours(hours, { em: drawnSize, now, words, today });
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
      strip.scrollLeft = hours.findIndex((hour) => day(hour) === date) * 3 * rootSize();
    },
  }, dayName(date, today, words))));
  mark(strip);
}

function mark(strip) {
  const { hours, words, now } = shown;
  const index = hours.findIndex(({ time }) => time === cursor);
  strip.querySelector('.cursor')?.setAttribute('x', index * 3 * rootSize());
  if (index >= 0) byId('hour-told').textContent = inWords(hours[index], seoulDate(now), words);
}

const dayName = (date, today, words) => words.relativeDay(daysBetween(today, date)) ?? words.weekdayLong(calendarDay(date).weekday);

/** What falls, as KMA tells it: snow in centimetres, everything else in millimetres. */
const amountOf = (hour, words) => (falls(hour.snow_amount, hour.snow_range) ? snowfall(hour.snow_amount, hour.snow_range, words)
  : falls(hour.precipitation_amount, hour.precipitation_range) ? rainfall(hour.precipitation_amount, hour.precipitation_range, words) : null);

/** One hour in full. */
function inWords(hour, today, words) {
  const known = (value, text) => (typeof value === 'number' ? text : null);
  const wind = [windFrom(hour.wind_direction, words), speed(hour.wind_speed, 1)].filter(Boolean).join(' ');
  const when = `${dayName(day(hour), today, words)} ${words.hour(seoulHour(Date.parse(hour.time)))}`;
  return [
    when, hour.text ?? words.noValue, known(hour.temperature, degrees(hour.temperature)),
    known(hour.feels_like, `${words.feelsLike} ${degrees(hour.feels_like)}`), hour.lightning ? words.lightning : null,
    known(hour.precipitation_probability, `${words.chanceShort} ${percent(hour.precipitation_probability)}`), amountOf(hour, words),
    known(hour.humidity, `${words.humidity} ${percent(hour.humidity)}`), known(hour.wind_speed, wind),
  ].filter(Boolean).join(' · ');
}
