import { addressOf } from './address.js';
import { atPlainClick, byId, element, refill } from './dom.js';

/** The cities of the service's map: their names in both languages, and the area where it is another one. */
const CITIES = [
  ['서울', 'Seoul'], ['인천', 'Incheon'], ['수원', 'Suwon'], ['춘천', 'Chuncheon'], ['강릉', 'Gangneung'], ['청주', 'Cheongju'],
  ['대전', 'Daejeon'], ['전주', 'Jeonju'], ['광주', 'Gwangju', '광주광역시'], ['목포', 'Mokpo'], ['여수', 'Yeosu'], ['대구', 'Daegu'],
  ['안동', 'Andong'], ['부산', 'Busan'], ['울산', 'Ulsan'], ['창원', 'Changwon'], ['제주', 'Jeju', '제주시'],
  ['백령', 'Baengnyeong', '백령면'], ['울릉·독도', 'Ulleung·Dokdo', '울릉군'],
];

/** The country at a glance, folded: a map that the service draws, what it shows, and its cities as links. A lazy picture is not loaded before it is unfolded. */
export function renderCountry(container, { words, language, onChoose }) {
  const open = container.querySelector('details')?.open ?? false;
  const value = byId('map-value')?.value ?? 'theme';
  const told = (name) => ({ src: `v1/nation.svg?value=${name}&lang=${language}`, alt: words.mapOf(words.mapValues[name]) });
  const map = element('img', { ...told(value), width: 692, height: 681, loading: 'lazy' });
  const show = (event) => Object.assign(map, told(event.target.value));
  const link = ([korean, english, area = korean]) => element('li', {}, element('a', {
    href: addressOf({ area }, language), onclick: atPlainClick(() => onChoose(area)),
  }, language === 'ko' ? korean : english));
  refill(container, element('details', { open }, element('summary', { id: 'country-line' }, words.country),
    element('label', {}, words.mapShows, ' ', element('select', { id: 'map-value', onchange: show },
      Object.entries(words.mapValues).map(([name, shown]) => element('option', { value: name, selected: name === value }, shown)))),
    map, element('ul', { 'aria-label': words.cities }, CITIES.map(link))));
}
