/** Keeps the page's own files for when the server cannot be reached. Weather is not its business: the page keeps that. */
const SHELF = 'kma-page';
const FOLDER = new URL('.', self.location).pathname;

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  const { pathname } = new URL(event.request.url);
  // Below the folder of the page, which a proxy may have put under a path of its own.
  const name = pathname.startsWith(FOLDER) ? pathname.slice(FOLDER.length) : '/';
  if (/^([\w-]+\.(js|css|svg|webmanifest))?$/.test(name)) event.respondWith(serverFirst(event.request, pathname));
});

/** The server's file whenever it answers, so that a new version never mixes with an old one for long. */
async function serverFirst(request, pathname) {
  const shelf = await caches.open(SHELF);
  try {
    const response = await fetch(request);
    if (response.ok) await shelf.put(pathname, response.clone());
    return response;
  } catch (fault) {
    const kept = await shelf.match(pathname);
    if (kept) return kept;
    throw fault;
  }
}
