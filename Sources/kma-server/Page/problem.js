import { Problem } from './api.js';
import { element, refill } from './dom.js';
import { nameOf } from './format.js';

/** The page without weather: a welcome, a question back (which place?), or what went wrong. */
export function renderProblem(section, { title, detail, prompt, choices = [], actions = [], words, onChoose }) {
  refill(section,
    element('h1', { id: 'problem-title' }, title),
    detail ? element('p', {}, detail) : null,
    prompt && choices.length ? element('h2', {}, prompt) : null,
    choices.length ? element('ul', { class: 'choices' }, choices.map((place) =>
      element('li', {}, element('button', { type: 'button', class: 'choice', onclick: () => onChoose(place.name, null, nameOf(place, words)) }, nameOf(place, words))))) : null,
    actions.map(({ label, act }) => element('button', { type: 'button', class: 'choice', onclick: act }, label)));
}

/** How a failed question is told, by its code; `asked` is the name that was asked for. */
export function told(problem, asked, words) {
  // An error of the page's own is not the server's.
  if (!(problem instanceof Problem)) return { title: words.ownFault };
  const { status, code, candidates, suggestions } = problem;
  if (status === 0) return { title: words.offline, detail: words.unreachableDetail };
  if (code === 'outside_korea') return { title: words.outsideKorea };
  if (code === 'ambiguous_area' && candidates.length) return { title: words.ambiguous(asked), prompt: words.chooseOne, choices: candidates };
  if (code === 'unknown_area') return { title: words.unknown(asked), prompt: words.didYouMean, choices: suggestions };
  const title = problem.title || problem.detail || words.malformedDetail;
  return { title, detail: problem.detail === title ? null : problem.detail };
}
