import { seoulDate, sentence } from './format.js';

const HOUR = 3_600_000;
/** Observations come every hour, ten minutes after it; what is older than this says nothing of now. */
const OLD = 70 * 60_000;

/** Steps of a forecast are of one hour or of three; what is longer is a gap. */
const LONGEST = 3;

/** The length of each step in hours: as told, else up to the next one, and of the last as of the one before. */
export function lengths(hours) {
  const found = hours.map((hour, at) => hour.hours ?? (Date.parse(hours[at + 1]?.time) - Date.parse(hour.time)) / HOUR);
  return found.map((length, at) => (length > 0 && length <= LONGEST ? length : found[at - 1] <= LONGEST ? found[at - 1] : 1));
}

/** The hours that are not over. */
export function upcoming(hours = [], now) {
  const each = lengths(hours ?? []);
  return (hours ?? []).filter((hour, at) => Date.parse(hour.time) + each[at] * HOUR > now);
}

/**
 * What holds now: what was observed, or, where that is hours old, what the forecast said of this hour.
 * `values` are those of now, as far as they are known; `hour` is the hour of the forecast that stands for them.
 */
export function presentOf(week, now) {
  const { current, days, theme } = week;
  const isOld = now - Date.parse(current?.observed_at ?? week.generated_at) >= OLD;
  const today = days.find(({ date }) => date === seoulDate(now)) ?? null;
  if (!isOld) {
    return {
      isOld, today, hour: null, values: current, theme: theme.name, night: theme.night,
      sky: current?.condition?.text ?? theme.label, temperature: current?.temperature ?? null,
    };
  }
  const hour = upcoming(week.hours, now).find(({ time }) => Date.parse(time) <= now) ?? null;
  const told = hour ?? today;
  return {
    isOld, today, hour, values: hour, theme: told?.theme ?? null, night: hour?.night ?? false,
    sky: told?.text ?? null, temperature: hour?.temperature ?? null,
  };
}

/** Whether what was said of now still is of now. */
export const isTold = (week, now) => !presentOf(week, now).isOld && seoulDate(Date.parse(week.generated_at)) === seoulDate(now);

/** The sentence, as long as it tells of a day that is not over, and of a present that is not hours ago. */
export function summaryOf(week, now, words) {
  const told = isTold(week, now);
  return told && week.summary ? sentence(week.summary, words) : null;
}
