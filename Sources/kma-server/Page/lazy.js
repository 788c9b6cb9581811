let parts = null;
let loading = null;

/** What only those need who use the page, loaded at the first touch of it. */
export function load() {
  loading ??= import('./later.js').then((module) => (parts = module.parts), (fault) => {
    loading = null;
    throw fault;
  });
  return loading;
}

/** What has been loaded; `null` until then. */
export const loaded = () => parts;

/** Loads when somebody touches the page in any way. */
export function loadAtFirstTouch() {
  const events = ['pointerdown', 'keydown', 'scroll'];
  const begin = () => {
    for (const event of events) removeEventListener(event, begin);
    // Whoever needs it says that it failed.
    load().catch(() => {});
  };
  for (const event of events) addEventListener(event, begin, { passive: true });
}
