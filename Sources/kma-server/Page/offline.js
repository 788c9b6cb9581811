const SHELF = 'kma-page';

/**
 * Lets the page open without its server, to show the last answers it keeps. The worker shelves each file it
 * sees, but the first visit's files came before there was a worker: they are shelved here.
 */
export async function keepForOffline() {
  if (!navigator.serviceWorker) return;
  const known = navigator.serviceWorker.controller !== null;
  try {
    await navigator.serviceWorker.register('worker.js');
    if (known) return;
    const files = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
    await (await caches.open(SHELF)).addAll(['./', ...files.filter((path) => /\.(js|css|svg)$/.test(path))]);
  } catch {
    // Without a worker (storage refused, server already gone) the page works all the same while the server does.
  }
}
