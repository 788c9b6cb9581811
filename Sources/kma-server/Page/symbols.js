import { svg } from './dom.js';

const CLOUD = 'M14 38a9 9 0 0 1-.6-17.98A13 13 0 0 1 38.4 17.2 10.5 10.5 0 0 1 38 38z';
const MOON = 'M30 10a15 15 0 1 0 13 22.5A17 17 0 0 1 30 10z';
const BOLT = 'M27 33l-7 10h5l-3 9 10-12h-6l4-7z';

const move = (x, y, scale = 1) => `translate(${x} ${y}) scale(${scale})`;

const sun = (x, y, radius) => [
  svg('circle', { class: 'sun', cx: x, cy: y, r: radius }),
  ...Array.from({ length: 8 }, (_, ray) =>
    svg('line', {
      class: 'ray', x1: x, y1: y - radius * 1.4, x2: x, y2: y - radius * 1.75, transform: `rotate(${ray * 45} ${x} ${y})`,
    })),
];

const moon = (x, y, scale) => [svg('path', { class: 'moon', d: MOON, transform: move(x, y, scale) })];
const cloud = (x, y, scale, shade = 'cloud') => [svg('path', { class: shade, d: CLOUD, transform: move(x, y, scale) })];

const drops = (...places) =>
  places.map(([x, y]) => svg('line', { class: 'drop', x1: x, y1: y, x2: x - 3, y2: y + 8 }));

const flakes = (...places) => places.map(([x, y]) =>
  svg('path', { class: 'flake', d: 'M0-4V4M-3.5-2L3.5 2M-3.5 2L3.5-2', transform: move(x, y) }));

const bars = (...rows) => rows.map(([x1, x2, y]) => svg('line', { class: 'mist', x1, x2, y1: y, y2: y }));

const drawings = {
  clear: (night) => (night ? moon(0, 4, 0.95) : sun(28, 28, 12)),
  few: (night) => [...(night ? moon(8, -3, 0.75) : sun(32, 20, 9)), ...cloud(2, 22, 0.62)],
  mostly: (night) => [...(night ? moon(18, -6, 0.66) : sun(39, 17, 8)), ...cloud(1, 9, 0.98)],
  overcast: () => [...cloud(17, 1, 0.72, 'cloud-far'), ...cloud(1, 9, 0.98)],
  rain: () => [...cloud(2, -2, 0.98), ...drops([17, 40], [28, 43], [39, 40])],
  shower: (night) => [
    ...(night ? moon(20, -8, 0.6) : sun(40, 13, 7)), ...cloud(2, 2, 0.9), ...drops([15, 41], [25, 43], [35, 41]),
  ],
  sleet: () => [...cloud(2, -2, 0.98), ...drops([18, 40], [40, 40]), ...flakes([28, 47])],
  snow: () => [...cloud(2, -2, 0.98), ...flakes([15, 44], [28, 48], [41, 44])],
  thunder: () => [...cloud(2, -4, 0.98, 'cloud-far'), svg('path', { class: 'bolt', d: BOLT }), ...drops([15, 38], [42, 38])],
  fog: () => [...cloud(4, -4, 0.9), ...bars([8, 46, 38], [14, 50, 44.5], [8, 40, 51])],
};

const wordsFirst = [
  [/천둥|번개|뇌우|낙뢰|thunder/i, 'thunder'],
  [/비\s*\/\s*눈|눈\s*\/\s*비|비 또는 눈|진눈깨비|빗방울눈|어는 비|sleet|rain (and|or) snow|snow (and|or) rain|freezing/i, 'sleet'],
  [/눈|snow/i, 'snow'],
  [/소나기|shower/i, 'shower'],
  [/비|빗방울|rain|drizzle/i, 'rain'],
  [/안개|박무|연무|황사|먼지|연기|화산재|fog|mist|haze|dust|sand|smoke|ash/i, 'fog'],
  [/구름\s?조금|약간|few|scattered|mostly clear|mostly sunny|partly/i, 'few'],
  [/흐림|흐리|overcast/i, 'overcast'],
  [/구름|cloud/i, 'mostly'],
];
const byTheme = { clear: 'clear', cloudy: 'mostly', rain: 'rain', snow: 'snow' };
const dry = new Set(['fog', 'few', 'overcast', 'mostly']);

/** The words tell more than the theme, but may not contradict it: a rainy theme never shows a dry sky. `null` where nothing is known. */
export function symbolKind(theme, text) {
  if (!theme && !text) return null;
  const fallback = byTheme[theme] ?? 'mostly';
  const kind = wordsFirst.find(([pattern]) => pattern.test(text ?? ''))?.[1];
  if (!kind || (theme && dry.has(kind) !== (theme === 'clear' || theme === 'cloudy'))) return fallback;
  return kind;
}

/** A drawing of the sky, `null` where it is not known; `label` makes it an image for screen readers, without one it is decoration. */
export function symbol({ theme, text, night = false, label = null, x, y, size }) {
  const kind = symbolKind(theme, text);
  if (!kind) return null;
  return svg(
    'svg',
    {
      class: `symbol ${kind}`, viewBox: '0 0 56 56', x, y, width: size, height: size,
      ...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': 'true' }),
    },
    drawings[kind](night),
  );
}
