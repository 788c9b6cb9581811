import { recordAddress } from './address.js';
import { credited } from './credits.js';
import { element, refill } from './dom.js';
import { age, moment, nameOf } from './format.js';
import { use } from './lazy.js';

/** Of as many values the line names what is missing; the rest is counted. */
const NAMED = 3;

/** What is wrong with what is shown, in words: out of reach, feeds that are missing, data that are old. */
export function renderNotices(container, { week, receivedAt, trouble, remark, words, today, onRetry }) {
  const notices = remark ? [element('div', { class: 'notice panel', role: 'status' }, element('p', {}, remark))] : [];
  if (trouble) notices.push(outOfReach(trouble, receivedAt, words, onRetry));
  if (week) notices.push(...feedNotices(week, words, today));
  refill(container, notices);
}

/** Why nothing newer is there: a service that says so has been reached. */
export function reason(trouble, words) {
  if (trouble.status === 0) return words.offline;
  return trouble.title ? `${trouble.title}.` : words.malformedDetail;
}

function outOfReach(trouble, receivedAt, words, onRetry) {
  return element('div', { class: 'notice panel offline', id: 'offline' },
    element('p', {},
      element('strong', {}, reason(trouble, words)), ' ',
      words.shownFromMemory(age(Date.now() - receivedAt, words))),
    element('button', { id: 'retry', type: 'button', class: 'plain', onclick: onRetry }, words.retry));
}

/** One line for what was not received, one for what is old. A feed counts once, as its worst; reasons are in the service's log. */
function feedNotices(week, words, today) {
  const sources = week.sources ?? [];
  // One good key is enough: whoever has no other knows it.
  const keyless = new Set(sources.filter((source) => source.status === 'missing_key').map(({ feed }) => feed));
  const status = new Map((week.degraded ?? []).filter((feed) => !keyless.has(feed)).map((feed) => [feed, 'failed']));
  for (const source of sources) {
    if (['failed', 'partial', 'stale'].includes(source.status)) status.set(source.feed, source.status);
  }
  const having = (...kinds) => [...status].filter(([, of]) => kinds.includes(of)).map(([feed]) => feed);
  return [
    notice('failed', words.notReceived, having('failed', 'partial'), sources, words, today),
    notice('stale', words.someStale, having('stale'), sources, words, today)
      ?? (week.stale ? element('div', { class: 'notice panel stale' }, element('p', {}, words.someStale)) : null),
  ].filter(Boolean);
}

function notice(kind, title, feeds, sources, words, today) {
  if (feeds.length === 0) return null;
  const affected = [...new Set(feeds.map((feed) => words.feeds[feed]?.[1]).filter(Boolean))];
  const rest = affected.length > NAMED ? words.andMore(affected.length - NAMED) : null;
  const what = [affected.slice(0, NAMED).join(', '), rest].filter(Boolean).join(' ');
  return element('details', { class: `notice panel ${kind}`, id: `notice-${kind}` },
    element('summary', { id: `notice-${kind}-line` }, element('strong', {}, title), what ? ` ${what}` : null),
    element('ul', {}, feeds.map((feed) => {
      const [name, about] = words.feeds[feed] ?? [feed, null];
      const issued = sources.find((source) => source.feed === feed)?.issued_at;
      return element('li', {}, [name, about, issued && words.issued(moment(issued, today, words))].filter(Boolean).join(' · '));
    })));
}

/** Where the data come from, said beside them, as their licences ask. */
export function renderFooter(footer, { week, receivedAt, words, today }) {
  const { temperature_zone: temperature, land_zone: land } = week.place;
  refill(footer,
    element('p', { class: 'attribution' }, (week.attribution ?? []).map((line) => element('span', {}, credited(line, words)))),
    element('p', { id: 'age' }, words.dataAge(age(Date.now() - receivedAt, words))),
    element('p', { class: 'of-place' }, ofPlace(week.place, words)),
    element('details', { class: 'sources' }, element('summary', { id: 'sources' }, words.sourcesTitle),
      element('ul', {},
        temperature?.name && land?.name ? element('li', {}, words.zones(nameOf(temperature, words), nameOf(land, words))) : null,
        (week.sources ?? []).map((source) => sourceLine(source, words, today)))));
}

/** Links of a place: its record, a calendar, warnings as a feed, a picture, and its address. */
function ofPlace(place, words) {
  const area = new URLSearchParams({ area: place.name, lang: words.language });
  return [
    element('a', { id: 'accuracy', href: recordAddress(place, words) }, words.accuracy),
    element('a', { id: 'calendar', href: `v1/week.ics?${area}` }, words.calendar),
    element('a', { id: 'feed', href: `v1/alerts.atom?${area}` }, words.feed),
    element('a', { id: 'picture', href: `${encodeURIComponent(place.name)}.svg?lang=${words.language}` }, words.picture),
    element('button', { id: 'share', type: 'button', class: 'link', onclick: ({ currentTarget: button }) => use(({ share }) => share(button, place, words)) }, words.share),
  ];
}

function sourceLine({ feed, status, issued_at: issued, fetched_at: fetched }, words, today) {
  const times = [
    issued && words.issued(moment(issued, today, words)),
    !issued && fetched && words.fetched(moment(fetched, today, words)),
  ];
  return element('li', {}, [words.feeds[feed]?.[0] ?? feed, ...times, words.statuses[status] ?? status].filter(Boolean).join(' · '));
}
