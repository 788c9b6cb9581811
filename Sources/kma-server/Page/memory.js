/**
 * What this browser remembers: the language, places, and the last answer for each place.
 * Storage can be refused (private windows, third-party frames) or full; then the page merely forgets.
 */
const PREFIX = 'kma.';
const RECENT_PLACES = 6;
const KEPT_ANSWERS = 8;

export function read(name, absent) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name)) ?? absent;
  } catch {
    return absent;
  }
}

export function write(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

export const rememberedLanguage = () => read('language', null);
export const rememberLanguage = (language) => write('language', language);

/** The units chosen on this device: `{ temperature, wind, clock }`, each absent where nobody chose. */
export const rememberedUnits = () => ({ ...read('units', {}) });
export const rememberUnits = (units) => write('units', units);

/** Favourites first, then the most recent: `[{ name, name_en, favourite }]`. */
export function places() {
  const stored = read('places', []);
  const sound = Array.isArray(stored) ? stored.filter((place) => typeof place?.name === 'string') : [];
  return [...sound.filter((place) => place.favourite), ...sound.filter((place) => !place.favourite)];
}

export const isFavourite = (name) => places().some((place) => place.name === name && place.favourite);

/** A favourite keeps its place in the row; any other place moves to the front of the recent ones. */
export function rememberPlace({ name, name_en }) {
  if (isFavourite(name)) return;
  setPlaces([{ name, name_en, favourite: false }, ...places().filter((place) => place.name !== name)]);
}

export function setFavourite({ name, name_en }, favourite) {
  const others = places().filter((place) => place.name !== name);
  const place = { name, name_en, favourite };
  setPlaces(favourite ? [...others, place] : [place, ...others]);
}

/** What was last told of now at the kept places: `{ place, theme, …, receivedAt }` by language and name. */
export const keptNow = (language, name) => read('now', {})[`${language} ${name}`] ?? null;

export function setPlaces(list) {
  const recent = list.filter((place) => !place.favourite).slice(0, RECENT_PLACES);
  write('places', [...list.filter((place) => place.favourite), ...recent]);
}

/** The last place shown, as the request that showed it: `{ area }` or `{ lat, lon }`. */
export const lastRequest = () => read('last', null);
export const rememberRequest = (request) => write('last', request);

/** The last answer to a request: `{ week, receivedAt, past }`, the last of which are the temperatures of the hours that are over. */
export const keptAnswer = (key) => read('answers', {})[key] ?? null;

/** The newest answer for a place by its name, or by the one that it was asked by. */
export const newestOf = (name) => Object.values(read('answers', {})).filter(({ week }) => [week?.place.name, week?.place.query].includes(name))
  .sort((a, b) => b.receivedAt - a.receivedAt)[0] ?? null;

/** Longest way back, a day and an hour. */
const PAST = 25 * 3_600_000;

/** The temperatures that an answer told, and those that it keeps of the ones before, by their time; no older than a day. */
export function pastOf(answer) {
  const hours = (answer?.week.hours ?? []).map(({ time, temperature }) => [Date.parse(time), temperature]);
  const since = Date.parse(answer?.week.generated_at ?? 0) - PAST;
  return Object.fromEntries(Object.entries({ ...answer?.past, ...Object.fromEntries(hours) }).filter(([time, value]) => time >= since && typeof value === 'number'));
}

export function keepAnswer(key, answer) {
  const newestFirst = Object.entries({ ...read('answers', {}), [key]: answer })
    .sort(([, a], [, b]) => b.receivedAt - a.receivedAt);
  if (write('answers', Object.fromEntries(newestFirst.slice(0, KEPT_ANSWERS)))) return;
  write('answers', { [key]: answer });
}
