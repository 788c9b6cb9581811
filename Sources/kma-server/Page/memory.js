/**
 * What this browser remembers: the language, places, and the last answer for each place.
 * Storage can be refused (private windows, third-party frames) or full; then the page merely forgets.
 */
const PREFIX = 'kma.';
const RECENT_PLACES = 6;
const KEPT_ANSWERS = 8;

function read(name, absent) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name)) ?? absent;
  } catch {
    return absent;
  }
}

function write(name, value) {
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

/** Forgets a place with all that was kept of it: its answers, and that it was the last. */
export function forgetPlace(name) {
  setPlaces(places().filter((place) => place.name !== name));
  const answers = Object.entries(read('answers', {}));
  const isIts = ([, answer]) => answer?.week?.place?.name === name;
  const last = new URLSearchParams(lastRequest() ?? {}).toString();
  if (last && answers.some((entry) => isIts(entry) && entry[0].startsWith(`${last}&`))) write('last', null);
  write('answers', Object.fromEntries(answers.filter((entry) => !isIts(entry))));
  write('now', Object.fromEntries(Object.entries(read('now', {})).filter(([, { place }]) => place?.name !== name)));
}

/** Moves a favourite by so many places among the favourites, and says where it stands then, from 1. */
export function movePlace(name, step) {
  const list = places();
  const from = list.findIndex((place) => place.name === name);
  const to = from + step;
  if (!list[from]?.favourite || !list[to]?.favourite) return from + 1;
  list.splice(to, 0, ...list.splice(from, 1));
  setPlaces(list);
  return to + 1;
}

/** What was last told of now at the kept places: `{ place, theme, …, receivedAt }` by language and name. */
export const keptNow = (language, name) => read('now', {})[`${language} ${name}`] ?? null;

export function keepNow(language, reports) {
  const names = new Set(places().map(({ name }) => name));
  const all = { ...read('now', {}), ...Object.fromEntries(reports.map((report) => [`${language} ${report.place.name}`, report])) };
  // Nothing of a place that was forgotten meanwhile.
  write('now', Object.fromEntries(Object.entries(all).filter(([, { place }]) => names.has(place?.name))));
}

function setPlaces(list) {
  const recent = list.filter((place) => !place.favourite).slice(0, RECENT_PLACES);
  write('places', [...list.filter((place) => place.favourite), ...recent]);
}

/** The last place shown, as the request that showed it: `{ area }` or `{ lat, lon }`. */
export const lastRequest = () => read('last', null);
export const rememberRequest = (request) => write('last', request);

/** The last answer to a request: `{ week, receivedAt }`. */
export const keptAnswer = (key) => read('answers', {})[key] ?? null;

export function keepAnswer(key, answer) {
  const newestFirst = Object.entries({ ...read('answers', {}), [key]: answer })
    .sort(([, a], [, b]) => b.receivedAt - a.receivedAt);
  if (write('answers', Object.fromEntries(newestFirst.slice(0, KEPT_ANSWERS)))) return;
  write('answers', { [key]: answer });
}
