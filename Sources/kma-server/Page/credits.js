import { element } from './dom.js';

const OPENWEATHER = 'OpenWeather';
const link = (id, address, text) => element('a', { id, href: address, rel: 'noopener', target: '_blank' }, text);

/** A source as its licence asks, with a link to it. */
export function credited(line, words) {
  if (line === '기상청') return link('credit-kma', 'https://www.weather.go.kr', words.credits?.[line] ?? line);
  if (!line.includes(OPENWEATHER)) return words.credits?.[line] ?? line;
  const [before, ...after] = line.split(OPENWEATHER);
  return [before, link('credit-openweather', 'https://openweathermap.org', OPENWEATHER), after.join(OPENWEATHER)];
}
