/**
 * Korean public holidays, by 공휴일에 관한 법률 제2조 and its decree's rules for substitute days.
 * Lunar dates come from the browser's own Korean calendar (“dangi”). Elections are those that
 * 공직선거법 제34조 sets; days the government adds for one year are not in any rule and so not here.
 */
import { calendarDay } from './format.js';

const DAY = 86_400_000;
/** Made when a day is first asked about: a browser takes longer for it than for the head of the page. */
let lunarCalendar = null;
const calendar = () => (lunarCalendar ??= new Intl.DateTimeFormat('en-u-ca-dangi', { timeZone: 'UTC', month: 'numeric', day: 'numeric' }));

const FIXED = {
  '1-1': 'newYear', '3-1': 'independenceMovement', '5-1': 'labour', '5-5': 'children', '6-6': 'memorial', '7-17': 'constitution',
  '8-15': 'liberation', '10-3': 'foundation', '10-9': 'hangeul', '12-25': 'christmas',
};
const LUNAR = { '1/1': 'seollal', '1/2': 'seollal', '4/8': 'buddha', '8/14': 'chuseok', '8/15': 'chuseok', '8/16': 'chuseok' };
const ELECTIONS = new Set(['2026-06-03', '2028-04-12', '2030-03-27', '2030-06-12', '2032-04-14']);
const NEVER_SUBSTITUTED = new Set(['newYear', 'memorial', 'election']);
/** 제헌절 and 노동절 are days off since 2026 (공휴일에 관한 법률). */
const SINCE_2026 = new Set(['constitution', 'labour']);

const lunar = (time) => calendar().format(new Date(time));
const isoDate = (time) => new Date(time).toISOString().slice(0, 10);

function ownHolidays(time) {
  const { year, month, day } = calendarDay(isoDate(time));
  const names = [];
  const fixed = FIXED[`${month}-${day}`];
  if (fixed && !(SINCE_2026.has(fixed) && year < 2026)) names.push(fixed);
  if (ELECTIONS.has(isoDate(time))) names.push('election');
  const byMoon = LUNAR[lunar(time)] ?? (lunar(time + DAY) === '1/1' ? 'seollal' : undefined);
  if (byMoon) names.push(byMoon);
  return names;
}

/** Holidays of a day that earn a substitute: 설날 and 추석 on Sunday, the rest on Saturday too, all when two meet. */
function earnsSubstitute(time) {
  const names = ownHolidays(time);
  const weekday = new Date(time).getUTCDay();
  return names.some((name) => {
    if (NEVER_SUBSTITUTED.has(name)) return false;
    const lunarFeast = name === 'seollal' || name === 'chuseok';
    return weekday === 0 || (weekday === 6 && !lunarFeast) || names.length > 1;
  });
}

function isRestDay(time) {
  const weekday = new Date(time).getUTCDay();
  return weekday === 0 || weekday === 6 || ownHolidays(time).length > 0;
}

/** A substitute is the first working day after an unbroken run of rest days in which a holiday earned one. */
function isSubstitute(time) {
  if (isRestDay(time)) return false;
  for (let day = time - DAY; isRestDay(day); day -= DAY) if (earnsSubstitute(day)) return true;
  return false;
}

/** The name's key in `words.holidays`, or null on a day that is no public holiday. */
export function holiday(date) {
  const time = Date.parse(`${date}T00:00:00Z`);
  return ownHolidays(time)[0] ?? (isSubstitute(time) ? 'substitute' : null);
}
