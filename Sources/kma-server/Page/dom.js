const SVG = 'http://www.w3.org/2000/svg';

/** What there is among children that may be absent. */
const present = (children) => children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false && child !== '');

function furnish(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === 'function') node.addEventListener(name.replace(/^on/, ''), value);
    else node.setAttribute(name, value === true ? '' : value);
  }
  node.append(...present(children));
  return node;
}

export const element = (tag, attributes = {}, ...children) =>
  furnish(document.createElement(tag), attributes, children);

export const svg = (tag, attributes = {}, ...children) =>
  furnish(document.createElementNS(SVG, tag), attributes, children);

export const byId = (id) => document.getElementById(id);

/** Does something in place of following a link, but for whoever asks their browser for another tab or window. */
export const atPlainClick = (act) => (event) => {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  act();
};

/** A place's name as a part of an id, which has no blanks. */
export const idOf = (text) => encodeURIComponent(text);

/** Replaces what `container` holds; whoever stood on a control in it stands on the new one with the same id. */
export function refill(container, ...nodes) {
  const focused = container.contains(document.activeElement) ? document.activeElement.id : '';
  container.replaceChildren(...present(nodes));
  if (focused) byId(focused)?.focus({ preventScroll: true });
}
