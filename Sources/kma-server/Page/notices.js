import { element, refill } from './dom.js';
import { age, moment } from './format.js';

const TROUBLED = ['failed', 'partial', 'stale'];

/** What is wrong with what is shown, in words: out of reach, feeds that are missing, data that are old. */
export function renderNotices(container, { week, receivedAt, trouble, remark, words, today, onRetry }) {
  const notices = remark ? [element('div', { class: 'notice panel' }, element('p', {}, remark))] : [];
  if (trouble) notices.push(outOfReach(trouble, receivedAt, words, onRetry));
  if (week) notices.push(...feedNotices(week, words, today));
  refill(container, ...notices);
}

function outOfReach(trouble, receivedAt, words, onRetry) {
  return element('div', { class: 'notice panel offline', id: 'offline' },
    element('p', {},
      element('strong', {}, trouble.status === 0 ? words.offline : trouble.detail || trouble.title || words.malformedDetail), ' ',
      words.shownFromMemory(age(Date.now() - receivedAt, words))),
    element('button', { id: 'retry', type: 'button', class: 'plain', onclick: onRetry }, words.retry));
}

/** One line for each kind of trouble, with the feeds it has. A feed counts once, as its worst. */
function feedNotices(week, words, today) {
  const sources = week.sources ?? [];
  // One good key is enough: whoever has no other knows it.
  const keyless = new Set(sources.filter((source) => source.status === 'missing_key').map(({ feed }) => feed));
  const status = new Map((week.degraded ?? []).filter((feed) => !keyless.has(feed)).map((feed) => [feed, 'failed']));
  for (const source of sources) {
    if (TROUBLED.includes(source.status)) status.set(source.feed, source.status);
  }
  const lines = TROUBLED.flatMap((kind) => {
    const feeds = [...status].filter(([, of]) => of === kind).map(([feed]) => feed);
    return feeds.length === 0 ? [] : [line(kind, feeds, sources, words, today)];
  });
  if (week.stale && ![...status.values()].includes('stale')) {
    lines.push(element('div', { class: 'notice panel stale' }, element('p', {}, words.someStale)));
  }
  return lines;
}

function line(kind, feeds, sources, words, today) {
  return element('div', { class: `notice panel ${kind}` },
    element('p', {}, element('strong', {}, words.statuses[kind])),
    element('ul', {}, feeds.map((feed) => {
      const [name, what] = words.feeds[feed] ?? [feed, null];
      const source = sources.find((candidate) => candidate.feed === feed);
      const issued = kind === 'stale' && source?.issued_at ? words.issued(moment(source.issued_at, today, words)) : null;
      const reason = source?.error?.message ?? null;
      return element('li', {}, [name, issued, what && words.affects(what), reason].filter(Boolean).join(' · '));
    })));
}

/** Where the data come from, said beside them, as their licences ask. */
export function renderFooter(footer, { week, receivedAt, words, today }) {
  const open = footer.querySelector('details')?.open ?? false;
  refill(footer,
    element('p', { class: 'attribution' }, (week.attribution ?? []).map((line) => element('span', {}, credited(line, words)))),
    element('p', { id: 'age' }, words.dataAge(age(Date.now() - receivedAt, words))),
    element('details', { class: 'sources', open }, element('summary', { id: 'sources' }, words.sourcesTitle),
      element('ul', {}, (week.sources ?? []).map((source) => sourceLine(source, words, today)))));
}

const OPENWEATHER = 'OpenWeather';
const link = (address, text) => element('a', { href: address, rel: 'noopener', target: '_blank' }, text);

export function credited(line, words) {
  if (line === '기상청') return link('https://www.weather.go.kr', words.credits?.[line] ?? line);
  if (!line.includes(OPENWEATHER)) return words.credits?.[line] ?? line;
  const [before, ...after] = line.split(OPENWEATHER);
  return [before, link('https://openweathermap.org', OPENWEATHER), after.join(OPENWEATHER)];
}

function sourceLine({ feed, status, issued_at: issued, fetched_at: fetched }, words, today) {
  const times = [
    issued && words.issued(moment(issued, today, words)),
    !issued && fetched && words.fetched(moment(fetched, today, words)),
  ];
  return element('li', {}, [words.feeds[feed]?.[0] ?? feed, ...times, words.statuses[status] ?? status].filter(Boolean).join(' · '));
}
