const COLOUR = /^#[0-9a-f]{6}$/i;
const names = new Set(['clear', 'cloudy', 'rain', 'snow']);

const PROPERTIES = ['--sky', '--sky-top', '--sky-bottom', '--on-sky'];

/** Paints the theme: its gradient and text colour as custom properties, its name and night for the scene's CSS. `null` is no theme. */
export function paint(theme) {
  const root = document.documentElement;
  if (!theme) {
    for (const name of PROPERTIES) root.style.removeProperty(name);
    delete root.dataset.theme;
    return;
  }
  const stops = [theme.color, ...(theme.gradient ?? []), theme.text_color];
  if (!names.has(theme.name) || !stops.every((stop) => COLOUR.test(stop))) return;

  const gradient = theme.gradient?.length ? theme.gradient : [theme.color];
  root.style.setProperty('--sky', theme.color);
  root.style.setProperty('--sky-top', gradient[0]);
  root.style.setProperty('--sky-bottom', gradient.at(-1));
  root.style.setProperty('--on-sky', theme.text_color);
  root.dataset.theme = theme.name;
  root.dataset.night = String(Boolean(theme.night));
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', gradient[0]);
}
