import { isLanguage } from './i18n.js';

/** The folder of the page: `/`, or what a proxy has put it under. */
const FOLDER = new URL('.', import.meta.url).pathname;

/** The path below the folder, without a slash too many. */
const ownPath = () => location.pathname.slice(FOLDER.length).replace(/\/$/, '');

const isOwnPath = () => ['', 'embed'].includes(ownPath());

/**
 * What the page's address asks for: `{ area }`, `{ lat, lon }` or null. `/부산` is a place as well; of `/서울+부산` the first, and
 * of `/내일+서울` the one that the service has found among the words, of `/내일` none.
 */
export function requestFromAddress() {
  const query = new URLSearchParams(location.search);
  const area = query.get('area')?.trim();
  if (area) return { area };
  const [lat, lon] = [query.get('lat'), query.get('lon')];
  if (lat && lon) return { lat, lon };
  if (isOwnPath()) return null;
  const found = document.documentElement.dataset.area ?? areaFromPath(ownPath().split('+')[0]);
  return found ? { area: found } : null;
}

function areaFromPath(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function languageFromAddress() {
  const language = new URLSearchParams(location.search).get('lang');
  return isLanguage(language) ? language : null;
}

/** The day that words of time in the address name; `null` for none. */
export const dayFromAddress = () => (isOwnPath() ? null : document.documentElement.dataset.day ?? null);

/** The address of a request; the language stands in it only where it stood before. */
export function addressOf(request, language) {
  const query = new URLSearchParams(request ?? {});
  if (languageFromAddress()) query.set('lang', language);
  const path = isOwnPath() ? location.pathname : FOLDER;
  return `${query}` ? `${path}?${query}` : path;
}

/** The address of the page of a place's record, at the forecasts of so many days ahead. */
export const recordAddress = (place, words, lead) =>
  `accuracy?${new URLSearchParams({ area: place.name, lang: words.language, ...(lead === undefined ? {} : { lead }) })}`;
