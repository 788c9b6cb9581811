import { languageFromAddress, requestFromAddress } from './address.js';
import { requestKey } from './api.js';
import { byId, element, refill } from './dom.js';
import { alertLabels } from './alerts.js';
import { credited } from './credits.js';
import { age, calendarDay, daysBetween, degrees, nameOf, percent, seoulDate } from './format.js';
import { firstLanguage, giveWords, loadWords, wordsOf } from './i18n.js';
import { follow } from './live.js';
import { keepAnswer, keptAnswer, rememberedLanguage } from './memory.js';
import { tabTitle } from './now.js';
import { keepForOffline } from './offline.js';
import { presentOf } from './present.js';
import { paintNow } from './scene.js';
import { symbol } from './symbols.js';

const NEXT_DAYS = 4;
/** Words for whoever embeds the page. */
const HINT = { ko: '주소에 ?area=지역 이름을 붙여 주세요.', en: 'Add ?area= and the name of a place to the address.' };

let words = null;
const request = requestFromAddress();

function show({ week, receivedAt }, trouble) {
  const { place } = week;
  const now = Date.parse(week.generated_at) + (Date.now() - receivedAt);
  const today = seoulDate(now);
  const { isOld, sky, temperature, night, theme: present } = presentOf(week, now);
  const sample = week.sources?.some(({ status }) => status === 'sample');
  const old = trouble || week.stale ? words.dataAge(age(Date.now() - receivedAt, words)) : null;
  paintNow(week, now);
  document.title = tabTitle(week, words, now);
  refill(byId('card'),
    element('h1', {}, element('a', { id: 'more', href: `./?${requestKey(request, words.language)}`, target: '_blank', rel: 'noopener' }, nameOf(place, words))),
    element('div', { class: 'conditions' },
      symbol({ theme: present, text: sky, night }),
      element('p', { class: 'temperature' }, degrees(temperature, isOld ? 0 : 1)),
      element('div', {}, element('p', { class: 'condition' }, sky), todays(week.days.find(({ date }) => date === today)))),
    alertLabels(week).length ? element('p', { class: 'alerts' }, element('strong', {}, alertLabels(week).join(' · '))) : null,
    element('ol', {}, week.days.filter(({ date }) => date >= today).slice(0, NEXT_DAYS).map((day) => dayItem(day, today))),
    element('p', { class: 'attribution' },
      [sample ? words.sample : null, old].filter(Boolean).map((remark) => element('strong', {}, remark)),
      (week.attribution ?? []).map((line) => element('span', {}, credited(line, words)))));
}

const todays = (day) => (day ? element('p', { class: 'range' }, `${words.low} ${degrees(day.temperature_min)} ${words.high} ${degrees(day.temperature_max)}`) : null);

function dayItem(day, today) {
  return element('li', {},
    element('span', {}, words.relativeDay(daysBetween(today, day.date)) ?? words.weekday(calendarDay(day.date).weekday)),
    symbol({ theme: day.theme, text: day.text, label: day.text }) ?? element('span', {}, '–'),
    element('span', {}, `${degrees(day.temperature_min)} / ${degrees(day.temperature_max)}`),
    element('span', { class: 'percent' }, percent(day.precipitation_probability)));
}

const tell = (text) => refill(byId('card'), element('h1', {}, text));

function follows() {
  const key = requestKey(request, words.language);
  let answer = keptAnswer(key);
  if (answer) show(answer, false);
  else tell(words.loading);
  follow(request, words.language, {
    onWeek(week, receivedAt) {
      answer = { week, receivedAt };
      keepAnswer(key, answer);
      show(answer, false);
    },
    onTrouble(problem) {
      if (answer && problem.mayPass) show(answer, true);
      else tell([problem.code === 'unknown_area' ? words.unknown(request.area ?? '') : problem.detail || problem.title || words.offline, ...[...problem.candidates, ...problem.suggestions].map((place) => nameOf(place, words))].join(' · '));
    },
  });
}

export async function startEmbed(own, loadOther) {
  giveWords(own, loadOther);
  words = wordsOf(await loadWords(languageFromAddress() ?? rememberedLanguage() ?? firstLanguage()));
  document.documentElement.lang = words.language;
  if (request) follows();
  else tell(HINT[words.language]);
  keepForOffline();
}
