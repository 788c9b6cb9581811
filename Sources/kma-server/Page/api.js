/** A failure in the words of RFC 9457, whether the server said so or could not be reached. */
export class Problem extends Error {
  constructor({ status = 0, code = 'unreachable', title = '', detail = '', candidates = [], suggestions = [], retryAfter = 0 }) {
    super(detail || title || code);
    Object.assign(this, { status, code, title, detail, candidates, suggestions, retryAfter });
  }

  /** Asking again, unchanged, can help; a place that does not exist stays that way. */
  get mayPass() {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

/** Names of places as `[{ name, name_en }]`. */
const names = (list, english) => (Array.isArray(list) ? list.map((name, at) => ({ name, name_en: english?.[at] })) : []);

async function problemFrom(response) {
  const body = await response.json().catch(() => ({}));
  return new Problem({
    status: response.status,
    code: body.code ?? 'upstream_error',
    title: body.title,
    detail: body.detail,
    candidates: names(body.candidates, body.candidates_en),
    suggestions: names(body.suggestions, body.suggestions_en),
    retryAfter: Number.parseInt(response.headers.get('Retry-After') ?? '0', 10) || 0,
  });
}

/** Longest wait for an answer: a network that hangs neither answers nor refuses. */
const PATIENCE = 10_000;

let isFirst = true;

/** Always asks the server (a 304 costs next to nothing): a browser's cached copy would hide that it is gone. */
export async function get(address, signal) {
  // The page's head lets the browser ask before this script is there, which Firefox and WebKit give only to a request that
  // asks for nothing more; and that may be the browser's own copy.
  const cache = isFirst ? 'default' : 'no-cache';
  isFirst = false;
  const answer = await ask(address, signal, cache);
  return isCopy(address) ? ask(address, signal) : answer;
}

async function ask(address, signal, cache = 'no-cache') {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), PATIENCE);
  const stop = () => limit.abort();
  signal?.addEventListener('abort', stop);
  try {
    const response = await fetch(address, { signal: limit.signal, cache, headers: { Accept: 'application/json' } });
    if (!response.ok) throw await problemFrom(response);
    return { body: JSON.parse(await response.text()), headers: response.headers };
  } catch (fault) {
    if (signal?.aborted || fault instanceof Problem) throw fault;
    throw new Problem(fault instanceof SyntaxError ? { status: 502, code: 'malformed_response' } : {});
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}

/** Whether the last answer from an address came without a byte from the network. */
function isCopy(address) {
  const last = performance.getEntriesByName(new URL(address, document.baseURI).href).at(-1);
  return last?.transferSize === 0 && last.decodedBodySize > 0;
}

function query(request, language) {
  const place = request.area === undefined ? { lat: request.lat, lon: request.lon } : { area: request.area };
  return new URLSearchParams({ ...place, lang: language });
}

/** One request and language, as a key for what is kept. */
export const requestKey = (request, language) => query(request, language).toString();

export const streamAddress = (request, language) => `v1/stream?${query(request, language)}`;

/** A week needs a place, a theme and days; all else in it may be null. */
export const isWeek = (body) => Boolean(body?.place?.name && body.theme && Array.isArray(body.days));

export const secondsToLive = (headers) => Number(/max-age=(\d+)/.exec(headers.get('Cache-Control') ?? '')?.[1] ?? 600);

/** `age` is how long the answer lay in the server, `maxAge` how long it stays true; both in seconds. */
export async function getWeek(request, language, signal) {
  const { body, headers } = await get(`v1/week?${query(request, language)}`, signal);
  if (!isWeek(body)) throw new Problem({ status: 502, code: 'malformed_response' });
  return { week: body, maxAge: secondsToLive(headers), age: Number(headers.get('Age') ?? 0) };
}

/** `{ query, areas, default_area? }`; an empty text lists the provinces. */
export async function getAreas(text, signal) {
  const { body } = await get(`v1/areas?${new URLSearchParams({ q: text, limit: text ? 8 : 20 })}`, signal);
  return { ...body, areas: Array.isArray(body?.areas) ? body.areas : [] };
}
