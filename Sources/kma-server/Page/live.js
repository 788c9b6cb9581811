import { getWeek, isWeek, streamAddress } from './api.js';

const SHORTEST_WAIT = 60;
const LONGEST_WAIT = 1800;
/** A stream can die without a word (a sleeping router); asking now and then finds out. */
const STREAM_CHECK = 600;
const FIRST_RETRY = 10;
const LONGEST_RETRY = 300;

/**
 * Keeps one place's week fresh until `stop()`: asks once, then lets the server's event stream tell of changes.
 * Where the stream is refused or breaks, it asks again each time the answer's max-age ends.
 * A failure is told to `onTrouble`, and tried again with growing pauses if it may pass.
 */
export function follow(request, language, { onWeek, onTrouble }) {
  let stream = null;
  let streaming = false;
  let timer = 0;
  let retry = FIRST_RETRY;
  let asking = null;
  let stopped = false;

  const askIn = (seconds) => {
    clearTimeout(timer);
    timer = setTimeout(ask, seconds * 1000);
  };

  async function ask() {
    asking?.abort();
    const own = (asking = new AbortController());
    const superseded = () => stopped || own !== asking;
    clearTimeout(timer);
    let answer;
    try {
      answer = await getWeek(request, language, own.signal);
    } catch (problem) {
      if (!superseded()) failed(problem);
      return;
    }
    if (superseded()) return;
    retry = FIRST_RETRY;
    onWeek(answer.week, Date.now() - answer.age * 1000);
    openStream();
    const untilStale = Math.min(Math.max(answer.maxAge - answer.age, SHORTEST_WAIT), LONGEST_WAIT);
    askIn(streaming ? STREAM_CHECK : untilStale);
  }

  function failed(problem) {
    onTrouble(problem);
    if (!problem.mayPass) return;
    askIn(retry);
    retry = Math.min(retry * 2, LONGEST_RETRY);
  }

  function openStream() {
    if (stream && stream.readyState !== EventSource.CLOSED) return;
    stream = new EventSource(streamAddress(request, language));
    stream.addEventListener('open', () => { streaming = true; });
    stream.addEventListener('week', (event) => {
      const week = parsed(event.data);
      if (!isWeek(week)) return;
      onWeek(week, Date.now());
      askIn(STREAM_CHECK);
    });
    // A broken stream is the first sign that the server is gone: ask, so that people hear of it now.
    stream.addEventListener('error', () => {
      if (streaming) ask();
      streaming = false;
      if (stream.readyState !== EventSource.CLOSED) return;
      stream = null;
    });
  }

  const onReturn = () => {
    if (!document.hidden && !streaming) ask();
  };
  document.addEventListener('visibilitychange', onReturn);
  addEventListener('online', ask);
  addEventListener('offline', ask);
  ask();

  return {
    askNow: ask,
    stop() {
      stopped = true;
      clearTimeout(timer);
      asking?.abort();
      stream?.close();
      document.removeEventListener('visibilitychange', onReturn);
      removeEventListener('online', ask);
      removeEventListener('offline', ask);
    },
  };
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
