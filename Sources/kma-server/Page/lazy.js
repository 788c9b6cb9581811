let parts = null;
let loading = null;

/** Loads the parts for people who use the page. */
export function load() {
  loading ??= import('./later.js').then((module) => (parts = module.parts), (fault) => {
    loading = null;
    throw fault;
  });
  return loading;
}

/** Parts loaded so far; `null` for none. */
export const loaded = () => parts;

/** Loads them at the first touch, key or scroll. */
export function loadAtFirstTouch() {
  const events = ['pointerdown', 'keydown', 'scroll'];
  const begin = () => {
    for (const event of events) removeEventListener(event, begin);
    // A failure is told when a part is needed.
    load().catch(() => {});
  };
  for (const event of events) addEventListener(event, begin, { passive: true });
}
