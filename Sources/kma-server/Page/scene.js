import { presentOf } from './present.js';

const COLOUR = /^#[0-9a-f]{6}$/i;
const names = new Set(['clear', 'cloudy', 'rain', 'snow']);
const PROPERTIES = ['--sky', '--sky-top', '--sky-bottom', '--on-sky'];
/** The ground without weather, by scheme, as CSS has it. */
const GROUND = { light: '#b4b7bb', dark: '#0b0b0d' };

/** The service's own colours by day and by night, for the hours that it sends a name of alone. */
export const SKIES = {
  clear: [['#1565C0', '#1E73C8', '#FFFFFF'], ['#0B1B3A', '#1B2F5B', '#FFFFFF']],
  cloudy: [['#6B645C', '#7A7168', '#FFFFFF'], ['#322C29', '#443C37', '#FFFFFF']],
  rain: [['#1F4F58', '#2C666C', '#FFFFFF'], ['#06302F', '#10443F', '#FFFFFF']],
  snow: [['#ECE8F8', '#FAF8FF', '#1A1A1A'], ['#4C3B68', '#5E4F82', '#FFFFFF']],
};

/** Paints what holds now: what was observed, or the hour of the forecast that stands for it, which fades with the answer's age. */
export function paintNow(week, now) {
  const { isOld, theme, night } = presentOf(week, now);
  if (!isOld) return paint(week.theme);
  const [start, end, text] = SKIES[theme]?.[night ? 1 : 0] ?? [];
  const age = (now - Date.parse(week.generated_at)) / FADES;
  paint(start && age < 1 ? { name: theme, night, color: start, gradient: [start, end], text_color: text } : null, 0.3 + 0.6 * age);
}

/** An answer so old tells nothing of the sky. */
const FADES = 12 * 3_600_000;

/**
 * Paints the theme: its gradient and text colour as custom properties, its name and night for the scene's CSS. `null` is no
 * theme, whose ground is none of a theme. `faded` is how much of its hue an old one has lost, from 0 to 1.
 */
export function paint(theme, faded = 0) {
  const root = document.documentElement;
  const gradient = theme?.gradient?.length ? theme.gradient : [theme?.color];
  const isKnown = theme && names.has(theme.name) && [theme.color, ...gradient, theme.text_color].every((stop) => COLOUR.test(stop));
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const stops = isKnown ? [theme.color, gradient[0], gradient.at(-1)].map((colour) => bleached(colour, faded)) : [];
  for (const [at, name] of PROPERTIES.entries()) {
    if (isKnown) root.style.setProperty(name, stops[at] ?? theme.text_color);
    else root.style.removeProperty(name);
  }
  if (isKnown) Object.assign(root.dataset, { theme: theme.name, night: String(Boolean(theme.night)) });
  else delete root.dataset.theme;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', stops[1] ?? GROUND[isDark ? 'dark' : 'light']);
}

/** A colour nearer to the grey that is as light, so that text on it stays as readable. */
function bleached(colour, share) {
  if (share <= 0) return colour;
  const channels = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255);
  const light = channels.map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  const luminance = 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2];
  const grey = luminance <= 0.0031308 ? luminance * 12.92 : 1.055 * luminance ** (1 / 2.4) - 0.055;
  return `#${channels.map((value) => Math.round((value + (grey - value) * Math.min(share, 1)) * 255).toString(16).padStart(2, '0')).join('')}`;
}
