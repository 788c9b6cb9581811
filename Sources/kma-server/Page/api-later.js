/** Questions of the parts that are loaded late. */
import { Problem, get, secondsToLive } from './api.js';

/** What earlier issues said of a day at a place: `{ issues }`, each as a day of a week with the time of its issue. */
export async function getHistory(place, date, language) {
  const { body } = await get(`v1/history?${new URLSearchParams({ area: place.name, on: date, lang: language })}`);
  return { issues: Array.isArray(body?.issues) ? body.issues : [] };
}

/** Record of a place's forecasts: `{ leads }`. */
export async function getAccuracy(place, language) {
  return (await get(`v1/accuracy?${new URLSearchParams({ area: place.name, lang: language })}`)).body;
}

/** The country on a day: `{ places }`. */
export async function getNation(on, language) {
  const { body } = await get(`v1/nation?${new URLSearchParams({ ...(on ? { on } : {}), lang: language })}`);
  return { places: Array.isArray(body?.places) ? body.places : [] };
}

/** `{ reports, maxAge }` of now at places, in their order. */
export async function getNow(names, language, signal) {
  const { body, headers } = await get(`v1/now?${new URLSearchParams([...names.map((name) => ['area', name]), ['lang', language]])}`, signal);
  const reports = [body].flat();
  if (reports.length !== names.length || !reports.every((report) => report?.place && report.theme)) throw new Problem({ status: 502, code: 'malformed_response' });
  return { reports, maxAge: secondsToLive(headers) };
}
