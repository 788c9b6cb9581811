import { element } from './dom.js';
import { nameOf } from './now.js';

/** The page without weather: a welcome, a question back (which place?), or what went wrong. */
export function renderProblem(section, { title, detail, prompt, choices = [], retry, words, onChoose }) {
  section.replaceChildren(
    element('h1', { id: 'problem-title' }, title),
    detail ? element('p', {}, detail) : '',
    prompt && choices.length ? element('h2', {}, prompt) : '',
    choices.length ? element('ul', { class: 'choices' }, choices.map((place) =>
      element('li', {}, element('button', { type: 'button', class: 'choice', onclick: () => onChoose(place.name) }, nameOf(place, words))))) : '',
    retry ? element('button', { type: 'button', class: 'choice', onclick: retry.act }, retry.label) : '');
}

/** How a failed question is told, by its code. */
export function told(problem, words) {
  if (problem.status === 0) return { title: words.offline, detail: words.unreachableDetail };
  const title = problem.title || problem.detail || words.malformedDetail;
  const detail = problem.detail === title ? null : problem.detail;
  if (problem.candidates.length) return { title, detail, prompt: words.chooseOne, choices: problem.candidates };
  if (problem.suggestions.length) return { title, detail, prompt: words.didYouMean, choices: problem.suggestions };
  return { title, detail };
}
