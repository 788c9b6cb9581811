/**
 * Keeps the page's own files for when the server cannot be reached or does not answer. Weather is not its business: the
 * page keeps that.
 */
const SHELF = 'kma-page-3';
/** How long a page waits for a server that hangs, where it is kept. */
const PATIENCE = 1500;
const FOLDER = new URL('.', self.location).pathname;
/** Named by its content: a file under such a name never changes. */
const LASTING = /^[\w-]+\.[0-9a-f]{16}\.(js|css)$/;
/** One part of a path that is neither a file nor one of the service's own addresses: the name of a place. */
const PLACE = /^(?!(?:accuracy|healthz|readyz|metrics|mcp)$)[^/.]*$/;

const shelf = () => caches.open(SHELF);
const find = async (key) => (await shelf()).match(key, { ignoreVary: true });
const named = (html) => [...html.matchAll(/(?:src|href)="([\w-]+\.[0-9a-f]{16}\.(?:js|css))"/g)].map(([, name]) => name);

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting().then(stock)));
self.addEventListener('activate', (event) => event.waitUntil(Promise.all([
  self.clients.claim(),
  caches.keys().then((names) => Promise.all(names.filter((name) => name !== SHELF).map((name) => caches.delete(name)))),
])));

self.addEventListener('fetch', (event) => {
  const { pathname, origin } = new URL(event.request.url);
  // Below the folder of the page, which a proxy may have put under a path of its own.
  if (event.request.method !== 'GET' || origin !== self.location.origin || !pathname.startsWith(FOLDER)) return;
  const name = pathname.slice(FOLDER.length);
  if (LASTING.test(name)) event.respondWith(file(name));
  else if (event.request.mode === 'navigate' && PLACE.test(name)) event.respondWith(serverFirst(event.request, keyOf(name)));
});

/** WebKit asks for all of it once more, so that there the next visit keeps it. */
const isWebKit = /AppleWebKit(?!.*Chrome)/.test(navigator.userAgent);

/** The page that is open, and the files it names, which the browser has just received. The other page is kept when it is opened. */
async function stock() {
  if (isWebKit) return;
  const open = await self.clients.matchAll({ includeUncontrolled: true, type: 'window' });
  const address = open.map(({ url }) => url).find((url) => new URL(url).pathname.startsWith(FOLDER)) ?? './';
  const response = await fetch(address);
  const isPage = response.headers.get('Content-Type')?.startsWith('text/html');
  if (response.ok && isPage) await put(await shelf(), keyOf(new URL(address, self.location).pathname.slice(FOLDER.length)), await withoutLinks(response));
}

const keyOf = (name) => (name === 'embed' ? 'embed' : './');

/** A page is kept with the files that it names; those that only an older one named are thrown away. */
async function put(kept, key, response) {
  const names = named(await response.clone().text());
  await Promise.all(names.map(file));
  await kept.put(key, response);
  const other = await kept.match(key === './' ? 'embed' : './', { ignoreVary: true });
  const needed = new Set([...names, ...(other ? named(await other.text()) : [])]);
  // Scripts loaded late are kept once they were loaded.
  for (const script of [...needed].filter((name) => name.endsWith('.js'))) {
    const text = await (await kept.match(script))?.text() ?? '';
    for (const [, name] of text.matchAll(/"\.\/([\w-]+\.[0-9a-f]{16}\.js)"/g)) needed.add(name);
  }
  for (const { url } of await kept.keys()) {
    const name = new URL(url).pathname.slice(FOLDER.length);
    if (LASTING.test(name) && !needed.has(name)) await kept.delete(url);
  }
}

/** Without the weather to ask for beside it: whoever comes again has it, and the browser's own copy of it may be old. */
async function withoutLinks(response) {
  const headers = new Headers(response.headers);
  headers.delete('Link');
  return new Response(await response.blob(), { headers });
}

/** Requests under way by their file, which the page and what keeps it for later have in common. */
const asked = new Map();

/** A file from the shelf, or from the server, which is asked once. */
async function file(name) {
  const found = await find(name);
  if (found) return found;
  if (!asked.has(name)) asked.set(name, receive(name).finally(() => asked.delete(name)));
  return (await asked.get(name)).clone();
}

async function receive(name) {
  const response = await fetch(name);
  if (!response.ok) throw new TypeError(name);
  await (await shelf()).put(name, response.clone());
  return response;
}

/** The server's file whenever it answers in time, else the kept one. */
async function serverFirst(request, key) {
  const kept = find(key);
  const answer = fetch(request).then(async (response) => {
    // A place that is not known is the same page under another status. A proxy whose services are gone has no page.
    if (response.status > 501) return (await kept) ?? response;
    if (!response.ok) return response;
    // An answer that stops in its midst is none: it counts once it is whole.
    const whole = await withoutLinks(response);
    const copy = whole.clone();
    shelf().then((open) => put(open, key, copy)).catch(() => {});
    return whole;
  });
  const late = new Promise((resolve) => {
    setTimeout(() => kept.then((found) => found && resolve(found)), PATIENCE);
  });
  try {
    return await Promise.race([answer, late]);
  } catch (fault) {
    const found = await kept;
    if (found) return found;
    throw fault;
  }
}
