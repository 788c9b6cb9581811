import { isLanguage } from './i18n.js';

/** What the page's address asks for: `{ area }`, `{ lat, lon }` or null. */
export function requestFromAddress() {
  const query = new URLSearchParams(location.search);
  const area = query.get('area')?.trim();
  if (area) return { area };
  const [lat, lon] = [query.get('lat'), query.get('lon')];
  return lat && lon ? { lat, lon } : null;
}

export function languageFromAddress() {
  const language = new URLSearchParams(location.search).get('lang');
  return isLanguage(language) ? language : null;
}

/** The address of a request; the language stands in it only where it stood before. */
export function addressOf(request, language) {
  const query = new URLSearchParams(request ?? {});
  if (languageFromAddress()) query.set('lang', language);
  return query.size > 0 ? `${location.pathname}?${query}` : location.pathname;
}
