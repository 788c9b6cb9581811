/** Lets the page open without its server, to show the last answers it keeps: the worker keeps the files. */
export async function keepForOffline() {
  // After everything that the weather needs, for which a slow line has no room to share.
  if (document.readyState !== 'complete') await new Promise((loaded) => addEventListener('load', loaded, { once: true }));
  try {
    // The browser looks for a newer one by itself, as often as the worker's Cache-Control says.
    if (!navigator.serviceWorker?.controller) await navigator.serviceWorker?.register('worker.js', { updateViaCache: 'all' });
  } catch {
    // Without a worker (storage refused, server already gone) the page works all the same while the server does.
  }
}
