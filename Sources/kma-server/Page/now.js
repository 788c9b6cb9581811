import { badge } from './air.js';
import { changesLine } from './changes.js';
import { element, refill, svg } from './dom.js';
import { age, clock, degrees, distance, moment, nameOf, percent, rainfall, seoulHour, speed, windFrom } from './format.js';
import { isTold, presentOf, summaryOf } from './present.js';
import { symbol } from './symbols.js';

const STAR = 'M12 3l2.7 5.8 6.3.8-4.6 4.4 1.2 6.3L12 17.2l-5.6 3.1 1.2-6.3L3 9.6l6.3-.8z';

/** The head of the page: where, how warm, what sky, and the details of now. */
export function renderNow(section, { week, words, now, today, favourite, onFavourite }) {
  const present = presentOf(week, now);
  refill(section, heading(week, words, now, today, favourite, onFavourite), conditions(week, present, words, now, today), details(week, present, words, now));
}

function heading(week, words, now, today, favourite, onFavourite) {
  const { place, sources } = week;
  const name = nameOf(place, words);
  const label = (favourite ? words.removeFavourite : words.addFavourite)(name);
  const city = place.represented_by && nameOf(place.represented_by, words);
  const sample = (sources ?? []).some(({ status }) => status === 'sample')
    ? element('span', { class: 'sample', title: words.sampleMeaning }, words.sample) : null;
  const summary = summaryOf(week, now, words);
  return element('div', { class: 'where' },
    element('h1', { id: 'place-name' }, name, city && city !== name ? element('small', {}, ` ${words.representedBy(city)}`) : null),
    element('button', { id: 'favourite', type: 'button', class: 'star', 'aria-label': label, title: label, 'aria-pressed': String(favourite), onclick: onFavourite },
      svg('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, svg('path', { d: STAR }))),
    sample, summary ? element('p', { class: 'summary' }, summary) : null, isTold(week, now) ? changesLine(week, words, today) : null);
}

function conditions(week, present, words, now, today) {
  const { current, generated_at: made } = week;
  const { isOld, hour, sky, temperature, today: day } = present;
  const range = day && element('p', { class: 'range' },
    element('span', {}, `${words.low} ${degrees(day.temperature_min)}`), ' ',
    element('span', {}, `${words.high} ${degrees(day.temperature_max)}`));
  const observed = current?.observed_at ?? null;
  const seen = isOld
    ? [hour ? words.forecastFor(words.hour(seoulHour(Date.parse(hour.time)))) : words.noForecastNow,
      observed && typeof current.temperature === 'number'
        ? words.measuredAt(moment(observed, today, words), degrees(current.temperature, 1), age(now - Date.parse(observed), words))
        : words.madeAt(moment(made, today, words))]
    : [observed ? words.observed(moment(observed, today, words)) : words.noCurrent];
  return element('div', { class: `conditions${isOld ? ' old' : ''}` },
    symbol({ theme: present.theme, text: sky, night: present.night }),
    typeof temperature === 'number' ? element('p', { class: 'temperature' }, degrees(temperature, isOld ? 0 : 1)) : null,
    element('div', { class: 'sky' }, sky ? element('p', { class: 'condition' }, sky) : null, range ?? null, dust(week.air, words, now),
      seen.map((text) => element('p', { class: 'observed' }, text))));
}

/** A measurement of the air is of now for so long. */
const MEASURED = 3 * 3_600_000;

/** The dust that was measured, beside the temperature. */
function dust(air, words, now) {
  if (!air?.observed_at || now - Date.parse(air.observed_at) > MEASURED) return null;
  const badges = [['pm10', words.coarse], ['pm25', words.fine]].map(([name, short]) => air[`${name}_grade_label`]
    && badge(air[`${name}_grade`], `${short} ${air[`${name}_grade_label`]}`));
  return badges.some(Boolean) ? element('p', { class: 'dust' }, badges) : null;
}

function details({ hours }, { values, today, isOld }, words, now) {
  const lightning = (hours ?? []).find((hour) => hour.lightning && Date.parse(hour.time) + 3_600_000 > now);
  const { feels_like: felt, humidity, wind_speed: wind, wind_direction: direction, wind_gust: gust, precipitation_1h: wet, visibility } = values ?? {};
  const known = [
    [words.feelsLike, felt, degrees(felt, isOld ? 0 : 1)],
    [words.lightning, lightning, lightning && words.hour(seoulHour(Date.parse(lightning.time)))],
    [words.humidity, humidity, percent(humidity)],
    [words.wind, wind, [windFrom(direction, words), speed(wind, 1)].filter(Boolean).join(' ')],
    [words.gust, gust, speed(gust, 1)],
    [words.lastHour, wet, rainfall(wet)],
    [words.visibility, visibility, distance(visibility)],
    [words.sunrise, today?.sunrise ?? values?.sunrise, clock(today?.sunrise ?? values?.sunrise, words)],
    [words.sunset, today?.sunset ?? values?.sunset, clock(today?.sunset ?? values?.sunset, words)],
  ].filter(([, value]) => value !== null && value !== undefined);
  return known.length === 0 ? null : element('dl', { class: 'details panel' },
    known.map(([name, , text]) => element('div', {}, element('dt', {}, name), element('dd', {}, text))));
}

/** The browser tab's title: the weather before the name, which is what a row of tabs leaves visible. */
export function tabTitle(week, words, now) {
  const { temperature, sky } = presentOf(week, now);
  const weather = [typeof temperature === 'number' && degrees(temperature), sky].filter(Boolean).join(' ');
  return `${[weather, nameOf(week.place, words)].filter(Boolean).join(' · ')} – ${words.title}`;
}
