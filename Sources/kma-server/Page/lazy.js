let parts = null;
let loading = null;

/** Longest wait for the parts: a network that hangs neither answers nor refuses. */
const PATIENCE = 10_000;

/** Loads the parts for people who use the page. */
export function load() {
  loading ??= Promise.race([
    import('./later.js').then((module) => (parts = module.parts)),
    new Promise((_, fail) => setTimeout(fail, PATIENCE, new Error('late'))),
  ]).catch((fault) => {
    loading = null;
    throw fault;
  });
  return loading;
}

/** Does something with the parts; who listens is told where they could not be loaded. */
export const use = (act) => load().then(act, () => document.dispatchEvent(new Event('unloaded')));

/** Parts loaded so far; `null` for none. */
export const loaded = () => parts;

/** Loads them at the first touch, key or scroll, and does what waits for them. */
export function loadAtFirstTouch(act) {
  const events = ['pointerdown', 'keydown', 'scroll'];
  const begin = () => {
    for (const event of events) removeEventListener(event, begin);
    // A failure is told when a part is needed.
    load().then(act, () => {});
  };
  for (const event of events) addEventListener(event, begin, { passive: true });
}
