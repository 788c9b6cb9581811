/** What is done with the kept places beside looking at them. */
import { lastRequest, places, read, setPlaces, write } from './memory.js';

/** Forgets a place with all that was kept of it: its answers, and that it was the last. Returns what brings it back. */
export function forgetPlace(name) {
  const list = places();
  const at = list.findIndex((place) => place.name === name);
  setPlaces(list.filter((place) => place.name !== name));
  const last = lastRequest();
  const start = new URLSearchParams(last ?? {}).toString();
  const answers = taken('answers', (answer) => answer?.week?.place?.name === name);
  const reports = taken('now', ({ place }) => place?.name === name);
  const wasLast = start && Object.keys(answers).some((key) => key.startsWith(`${start}&`));
  if (wasLast) write('last', null);
  return () => {
    const now = places();
    if (at >= 0) setPlaces([...now.slice(0, at), list[at], ...now.slice(at)]);
    write('answers', { ...answers, ...read('answers', {}) });
    write('now', { ...reports, ...read('now', {}) });
    if (wasLast) write('last', last);
  };
}

/** Takes what fits out of what is kept under a name, and returns it. */
function taken(key, fits) {
  const all = Object.entries(read(key, {}));
  write(key, Object.fromEntries(all.filter(([, value]) => !fits(value))));
  return Object.fromEntries(all.filter(([, value]) => fits(value)));
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

/** Keeps what was told of now. */
export function keepNow(language, reports) {
  const names = new Set(places().map(({ name }) => name));
  const all = { ...read('now', {}), ...Object.fromEntries(reports.map((report) => [`${language} ${report.place.name}`, report])) };
  // Nothing of a place that was forgotten meanwhile.
  write('now', Object.fromEntries(Object.entries(all).filter(([, { place }]) => names.has(place?.name))));
}
