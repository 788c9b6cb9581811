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
  let asked = 0;
  let troubled = false;
  let notBefore = 0;
  let stopped = false;

  const askIn = (seconds) => {
    clearTimeout(timer);
    timer = setTimeout(ask, seconds * 1000);
  };

  async function ask() {
    if (Date.now() < notBefore) return;
    asking?.abort();
    const own = (asking = new AbortController());
    const superseded = () => stopped || own !== asking;
    clearTimeout(timer);
    asked = Date.now();
    let answer;
    try {
      answer = await getWeek(request, language, own.signal);
    } catch (problem) {
      if (!superseded()) failed(problem);
      return;
    }
    if (superseded()) return;
    retry = FIRST_RETRY;
    troubled = false;
    onWeek(answer.week, Date.now() - answer.age * 1000);
    openStream();
    const untilStale = Math.min(Math.max(answer.maxAge - answer.age, SHORTEST_WAIT), LONGEST_WAIT);
    askIn(streaming ? STREAM_CHECK : untilStale);
  }

  function failed(problem) {
    troubled = true;
    onTrouble(problem);
    if (!problem.mayPass) return;
    const wait = Math.max(retry, problem.retryAfter ?? 0);
    // Neither a stream that breaks nor a window that comes back asks sooner than the service wants to be asked.
    notBefore = problem.retryAfter ? Date.now() + problem.retryAfter * 1000 : 0;
    askIn(wait);
    retry = Math.min(retry * 2, LONGEST_RETRY);
  }

  function openStream() {
    if (stream || document.hidden) return;
    const own = (stream = new EventSource(streamAddress(request, language)));
    own.addEventListener('open', () => {
      streaming = true;
      if (troubled) ask();
    });
    own.addEventListener('week', (event) => {
      const week = parsed(event.data);
      if (!isWeek(week)) return;
      onWeek(week, Date.now());
      askIn(STREAM_CHECK);
    });
    // A broken stream is the first sign that the server is gone: ask, so that people hear of it soon.
    // One that was refused for good leaves the asking to max-age.
    own.addEventListener('error', () => {
      if (own !== stream) return;
      streaming = false;
      if (own.readyState === EventSource.CLOSED) stream = null;
      else if (!troubled) askIn(Math.max(0, FIRST_RETRY - (Date.now() - asked) / 1000));
    });
  }

  function closeStream() {
    stream?.close();
    stream = null;
    streaming = false;
  }

  // A browser has six connections for one server, all its tabs together: a tab nobody sees must not hold one.
  const onVisibility = () => (document.hidden ? closeStream() : ask());
  document.addEventListener('visibilitychange', onVisibility);
  addEventListener('online', ask);
  addEventListener('offline', ask);
  ask();

  return {
    /** For a person who asks: at once, whatever the service said. */
    askNow() {
      notBefore = 0;
      ask();
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
      asking?.abort();
      closeStream();
      document.removeEventListener('visibilitychange', onVisibility);
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
