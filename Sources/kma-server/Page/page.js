import { addressOf, dayFromAddress, languageFromAddress, requestFromAddress } from './address.js';
import { renderAir } from './air.js';
import { renderAlerts } from './alerts.js';
import { Problem, getAreas, getWeek, requestKey } from './api.js';
import { redrawDays, renderDays, startDays } from './days.js';
import { byId } from './dom.js';
import { age, nameOf, seoulDate } from './format.js';
import { moveThroughHours, renderHours } from './hours.js';
import { firstLanguage, giveWords, loadWords, speak, wordsOf } from './i18n.js';
import { follow } from './live.js';
import { load, loadAtFirstTouch, loaded, use } from './lazy.js';
import { isFavourite, keepAnswer, keptAnswer, lastRequest, pastOf, places, rememberLanguage, rememberPlace, rememberRequest, rememberedLanguage, setFavourite } from './memory.js';
import { reason, renderFooter, renderNotices } from './notices.js';
import { renderNow, tabTitle } from './now.js';
import { keepForOffline } from './offline.js';
import { renderPlaces } from './places.js';
import { presentOf, summaryOf } from './present.js';
import { renderProblem, told } from './problem.js';
import { paint, paintNow } from './scene.js';
import { readUnits } from './units.js';

const TICK = 20_000;
const PATIENCE = 400;

let language = languageFromAddress() ?? rememberedLanguage() ?? firstLanguage();
let request = null;
let live = null;
let answer = null;
let trouble = null;
let remark = null;
let renderedHour = null;
let isAwaited = false;
/** Position on the page that “back” leads to, once the rest is drawn; `null` for none. */
let returnTo = null;
/** The place that was shown when someone chose another. */
let before = null;
/** A place that was forgotten while it is shown; nothing of it is kept again until someone opens it. */
let forgotten = null;

const words = () => wordsOf(language);

function say(text) {
  byId('announcer').textContent = text;
}

/** Now by the answer's own clock, so that a replayed day and a browser with a wrong clock both read true. */
const now = () => Date.parse(answer.week.generated_at) + (Date.now() - answer.receivedAt);
const hourOfNow = () => Math.floor(now() / 3_600_000);
const dataAge = () => age(Date.now() - answer.receivedAt, words());

function open(newRequest, label = newRequest.area) {
  live?.stop();
  const isElsewhere = !byId('answer').hidden && requestKey(newRequest, '') !== requestKey(request, '');
  request = newRequest;
  trouble = remark = forgotten = null;
  answer = keptAnswer(requestKey(request, language));
  let first = true;
  let waiting = true;
  if (answer) render();
  else if (isElsewhere) showWaiting(label);
  // What stands there stays for a moment: most answers come before a “loading” could be read.
  else setTimeout(() => waiting && request === newRequest && showWaiting(label), PATIENCE);

  live = follow(request, language, {
    onWeek(week, receivedAt) {
      const recovered = trouble !== null && !first;
      trouble = null;
      // The stream repeats what was just fetched; the older receipt tells its true age.
      if (first || week.generated_at !== answer?.week.generated_at) answer = { week, receivedAt, past: pastOf(answer) };
      if (first) {
        rememberPlace(week.place);
        rememberRequest(request);
      }
      render();
      // Writing it takes a telephone as long as drawing the head does.
      if (week.place.name !== forgotten) keepAnswer(requestKey(request, language), answer);
      if (first) {
        announce();
        withKept(({ followOthers }) => followOthers({ shown: week.place.name, language, onNews: showPlaces }));
      }
      if (recovered) say(words().backOnline);
      first = waiting = false;
    },
    onTrouble(problem) {
      const news = trouble === null;
      waiting = false;
      trouble = problem;
      if (answer && problem.mayPass) {
        renderTrouble();
        if (news) say(`${reason(problem, words())} ${words().shownFromMemory(dataAge())}`);
      } else {
        answer = null;
        showFailure(problem);
      }
    },
  });
}

/** The place that is on its way, over the dimmed weather of the one before. */
function showWaiting(label) {
  if (byId('answer').hidden) return showProblem({ title: words().loading });
  paint(null);
  byId('answer').classList.add('waiting');
  byId('answer').setAttribute('aria-busy', 'true');
  for (const id of ['alerts', 'notices']) byId(id).replaceChildren();
  renderPlaces(byId('places'), { ...shownPlaces(), current: request.area });
  const known = places().find(({ name }) => name === label);
  byId('place-name').textContent = document.title = known ? nameOf(known, words()) : label ?? words().loading;
  say(words().loading);
}

/** Why there is no weather, and the ways on: a name that may be meant, the provinces, the place before, another try. */
async function showFailure(problem) {
  const failed = request;
  const asked = request.area ?? '';
  const actions = [];
  if (problem.mayPass) actions.push({ label: words().retry, act: () => live.askNow() });
  if (before && !problem.mayPass) actions.push({ label: words().backTo(before), act: () => history.back() });
  const failure = { ...told(problem, asked, words()), actions };
  showProblem(failure);
  byId('country').hidden = false;
  if (problem.code !== 'unknown_area' || failure.choices.length) return;
  const { areas } = await getAreas('').catch(() => ({ areas: [] }));
  if (request === failed && !answer && areas.length) showProblem({ ...failure, prompt: words().welcomeTitle, choices: areas });
}

/** Goes to a place because someone chose it, so that “back” leads to where they were. */
function go(newRequest, day = null, label = newRequest.area) {
  before = answer ? nameOf(answer.week.place, words()) : null;
  history.replaceState({ ...history.state, top: scrollY }, '');
  history.pushState(null, '', addressOf(newRequest, language) + (day ? `#${day}` : ''));
  byId('weather').focus({ preventScroll: true });
  open(newRequest, label);
  scrollTo(0, 0);
}

const goToArea = (name, day, label) => go({ area: name }, day, label);

function announce() {
  const { place } = answer.week;
  say(`${nameOf(place, words())}: ${summaryOf(answer.week, now(), words()) ?? presentOf(answer.week, now()).sky ?? ''}`);
}

function render() {
  const { week } = answer;
  const today = seoulDate(now());
  renderedHour = hourOfNow();
  byId('problem').hidden = true;
  byId('answer').hidden = false;
  byId('answer').classList.remove('waiting');
  byId('answer').removeAttribute('aria-busy');
  // Above the weather, which would move if it came later.
  renderPlaces(byId('places'), shownPlaces());
  paintNow(week, now());
  renderAlerts(byId('alerts'), { week, words: words(), today });
  drawNow();
  renderTrouble();
  document.title = tabTitle(week, words(), now());
  // The weather of now is seen before the rest is drawn, which takes a slow telephone longer.
  if (isAwaited) return;
  isAwaited = true;
  requestAnimationFrame(() => setTimeout(() => {
    isAwaited = false;
    if (answer) renderRest();
  }));
}

function drawNow() {
  const { week } = answer;
  const favourite = isFavourite(week.place.name);
  renderNow(byId('now'), { week, words: words(), now: now(), today: seoulDate(now()), favourite, onFavourite: () => markFavourite(!favourite) });
}

/** What stands below the weather of now. */
function renderRest() {
  const { week } = answer;
  const today = seoulDate(now());
  byId('hours-zone').textContent = isInKorea() ? '' : words().koreanTime;
  renderHours(byId('hours'), { week, words: words(), now: now(), past: { ...answer.past, ...pastOf({ week }) } });
  renderAir(byId('air'), { week, words: words(), today });
  renderDays({ week, words: words(), today, now: now(), temperature: presentOf(week, now()).temperature, top: returnTo });
  renderFooter(byId('footer'), { week, receivedAt: answer.receivedAt, words: words(), today });
  drawKept();
  byId('settings').hidden = byId('country').hidden = false;
  drawFolds();
  if (returnTo !== null) scrollTo(0, returnTo);
  returnTo = null;
}

/** Fills the open folds at the foot. */
function drawFolds() {
  if (byId('country-fold').open) use(({ renderCountry }) => renderCountry(byId('country-body'), { words: words(), language, onChoose: goToArea }));
  if (byId('settings-fold').open) use(({ renderSettings }) => renderSettings(byId('units'), { words: words(), onChange: changeUnits }));
}

function tellUnloaded() {
  remark = words().offline;
  if (answer) renderTrouble();
  else renderNotices(byId('notices'), { trouble, remark, words: words() });
  say(remark);
}

function renderTrouble() {
  renderNotices(byId('notices'), {
    ...answer, trouble, remark, words: words(), today: seoulDate(now()), onRetry: () => live.askNow(),
  });
}

/** Korea's clock is that of the hours on show; who has another is told. */
const isInKorea = () => new Date().getTimezoneOffset() === -540;

function shownPlaces() {
  const week = answer?.week;
  const isOld = week && presentOf(week, now()).isOld;
  return {
    current: week?.place.name, week: isOld ? null : week, words: words(), say, onChoose: goToArea, onForget, show: showPlaces,
  };
}

function showPlaces() {
  renderPlaces(byId('places'), shownPlaces());
  drawKept();
}

const drawKept = () => withKept(({ renderKept }) => renderKept(byId('kept'), shownPlaces()));

/** Does something for kept places with the parts that are loaded, or, where there are others than the one on show, loads them. */
function withKept(act) {
  if (loaded()) act(loaded());
  else if (places().length > 1) load().then(act, () => {});
}

function onForget(name, isGone) {
  if (answer?.week.place.name === name) forgotten = isGone ? name : null;
}

function markFavourite(favourite) {
  if (!answer) return;
  forgotten = null;
  setFavourite(answer.week.place, favourite);
  drawNow();
  showPlaces();
}

function showProblem(problem) {
  paint(null);
  byId('answer').hidden = true;
  for (const id of ['alerts', 'notices', 'footer']) byId(id).replaceChildren();
  byId('settings').hidden = true;
  byId('problem').hidden = false;
  renderProblem(byId('problem'), { ...problem, words: words(), onChoose: goToArea });
  document.title = words().title;
  showPlaces();
  say([problem.title, problem.detail].filter(Boolean).join(' '));
}

async function welcome(detail = words().welcomeDetail) {
  live?.stop();
  request = answer = trouble = null;
  const greeting = { title: words().welcomeTitle, detail };
  showProblem(greeting);
  const found = await getAreas('').catch(() => ({ areas: [] }));
  if (request) return;
  byId('country').hidden = Boolean(found.default_area);
  if (found.default_area) open({ area: found.default_area });
  else showProblem({ ...greeting, choices: found.areas });
}

function openAddress(event) {
  const asked = requestFromAddress();
  // “Back” from a day that was opened leads to the same place.
  if (asked && answer && requestKey(asked, language) === requestKey(request, language)) return redrawDays();
  returnTo = event?.state?.top ?? (event ? 0 : history.state?.top ?? null);
  if (asked) open(asked);
  else welcome();
}

async function goToLocation() {
  const button = byId('locate');
  button.setAttribute('aria-busy', 'true');
  say(words().locating);
  try {
    await load().catch(() => { throw new Problem({}); });
    const place = await loaded().locate();
    // Asked before anything changes: abroad the weather that stands there stays.
    await getWeek(place, language);
    go(place);
  } catch (fault) {
    remark = loaded() && fault instanceof loaded().LocationError ? words()[fault.word] : told(fault, '', words()).title;
    if (!answer) return void welcome(remark);
    renderTrouble();
    say(remark);
  } finally {
    button.removeAttribute('aria-busy');
  }
}

async function switchLanguage() {
  const next = language === 'ko' ? 'en' : 'ko';
  if (await loadWords(next) !== next) return tellUnloaded();
  language = next;
  rememberLanguage(language);
  history.replaceState(history.state, '', addressOf(request, language) + location.hash);
  setWords();
  if (request) open(request);
  else welcome();
}

function setWords() {
  speak(words());
  byId('language').lang = language === 'ko' ? 'en' : 'ko';
  byId('language').textContent = words().switchLanguage;
  drawFolds();
  byId('as-table').textContent = asTable() ? words().showChart : words().showTable;
}

/** Every text, drawing and label again, in the units that were chosen. */
function changeUnits() {
  setWords();
  if (answer) render();
}

const asTable = () => byId('as-table').getAttribute('aria-expanded') === 'true';

function toggleTable() {
  const table = !asTable();
  byId('as-table').setAttribute('aria-expanded', String(table));
  byId('day-table').classList.toggle('visually-hidden', !table);
  // It scrolls on a narrow screen, and is reached by the keyboard only where it is seen.
  if (table) byId('day-table').tabIndex = 0;
  else byId('day-table').removeAttribute('tabindex');
  byId('chart').hidden = byId('legend').hidden = table;
  setWords();
}

/** Ages grow, hours pass and midnight comes also when no new answer does. */
function tick() {
  if (!answer) return;
  if (hourOfNow() !== renderedHour) render();
  else if (trouble) renderTrouble();
  byId('age').textContent = words().dataAge(dataAge());
}

/** The search comes when its box is entered; what was typed, pressed and wanted until then is not lost. */
function startSearch() {
  const [form, input, note] = [byId('search'), byId('place-box'), byId('search-note')];
  let held = null;
  const hold = (event) => {
    if (event.type === 'submit') event.preventDefault();
    held = event.type === 'submit' ? 'Enter' : event.key;
  };
  form.addEventListener('submit', hold);
  form.addEventListener('keydown', hold);
  const start = ({ placeSearch }) => {
    form.removeEventListener('submit', hold);
    form.removeEventListener('keydown', hold);
    placeSearch({ form, input, list: byId('places-found'), note, say, words, onChoose: goToArea });
    note.hidden = true;
    if (held === 'Enter') form.requestSubmit();
    else if (held === 'ArrowDown') input.dispatchEvent(new KeyboardEvent('keydown', { key: held, cancelable: true }));
    else if (input.value) input.dispatchEvent(new Event('input'));
  };
  const begin = () => load().then(start, () => {
    note.textContent = words().offline;
    note.hidden = false;
    say(note.textContent);
    input.addEventListener('input', begin, { once: true });
  });
  input.addEventListener('focus', begin, { once: true });
}

export async function startPage(own, loadOther) {
  giveWords(own, loadOther);
  language = await loadWords(language);
  startDays();
  moveThroughHours(byId('strip'));
  // Below a prefix, where the page has a base, the link alone would lead away from the place that is shown.
  document.querySelector('.skip').addEventListener('click', (event) => {
    event.preventDefault();
    byId('weather').focus();
  });
  byId('language').addEventListener('click', switchLanguage);
  byId('locate').addEventListener('click', goToLocation);
  byId('as-table').addEventListener('click', toggleTable);
  addEventListener('popstate', openAddress);
  for (const id of ['country-fold', 'settings-fold']) byId(id).addEventListener('toggle', drawFolds);
  document.addEventListener('unloaded', tellUnloaded);
  loadAtFirstTouch(drawKept);
  startSearch();

  setInterval(tick, TICK);
  // Another tab has chosen or kept something.
  addEventListener('storage', ({ key }) => {
    if (key === 'kma.units') {
      readUnits();
      changeUnits();
    } else if (key === 'kma.places' || key === 'kma.now') showPlaces();
  });
  // A document that stays the same does not know where “back” leads before it is drawn.
  history.scrollRestoration = 'manual';
  // While it still counts: what a page that is left writes is lost when it is loaded again.
  let resting = 0;
  addEventListener('scroll', () => {
    clearTimeout(resting);
    resting = setTimeout(() => history.replaceState({ ...history.state, top: scrollY }, ''), 400);
  }, { passive: true });

  setWords();
  const last = requestFromAddress() ? null : lastRequest();
  const day = dayFromAddress();
  if (last) history.replaceState(history.state, '', addressOf(last, language) + location.hash);
  else if (day && !location.hash) history.replaceState(history.state, '', `${location.pathname}${location.search}#${day}`);
  // Before the first paint, which it would move.
  renderPlaces(byId('places'), shownPlaces());
  openAddress();

  keepForOffline();
}
