const SVG = 'http://www.w3.org/2000/svg';

/** What there is among children that may be absent. */
const present = (children) => children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false && child !== '');

function furnish(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === 'function') node[name] = value;
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

/** The size of the root's letters, in which drawings are measured. */
export const rootSize = () => parseFloat(getComputedStyle(document.documentElement).fontSize);

/** Does something in place of following a link, but for whoever asks their browser for another tab or window. */
export const atPlainClick = (act) => (event) => {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  act();
};

/** A place's name as a part of an id, which has no blanks. */
export const idOf = (text) => encodeURIComponent(text);

/**
 * Makes what `container` holds the same as `nodes`, in place: a node stays that has the same id, or the same kind at the same
 * position, and with it the keyboard, what is scrolled and what is unfolded.
 */
export function refill(container, ...nodes) {
  const focused = container.contains(document.activeElement) ? document.activeElement.id : '';
  patchChildren(container, present(nodes));
  // A node moved among its siblings loses the keyboard.
  if (focused && document.activeElement.id !== focused) byId(focused)?.focus({ preventScroll: true });
}

function patchChildren(old, fresh) {
  const byName = new Map([...old.children].filter(({ id }) => id).map((child) => [child.id, child]));
  let next = old.firstChild;
  for (const wanted of fresh.map((child) => (typeof child === 'object' ? child : document.createTextNode(child)))) {
    const known = wanted.id ? byName.get(wanted.id) : next;
    if (!known || known.nodeName !== wanted.nodeName || (known.id ?? '') !== (wanted.id ?? '')) {
      old.insertBefore(wanted, next);
      continue;
    }
    if (known === next) next = next.nextSibling;
    else old.insertBefore(known, next);
    patch(known, wanted);
  }
  while (next) {
    const gone = next;
    next = next.nextSibling;
    gone.remove();
  }
}

const HANDLERS = ['onclick', 'onchange'];

function patch(old, fresh) {
  if (old.nodeType === Node.TEXT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  // A drawing has no controls: it is the same, or another.
  if (old instanceof SVGElement) return void (old.isEqualNode(fresh) || old.replaceWith(fresh));
  for (const name of old.getAttributeNames()) if (name !== 'open' && !fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const name of fresh.getAttributeNames()) {
    const value = fresh.getAttribute(name);
    // The policy forbids a style as an attribute.
    if (name === 'style') old.style.cssText = fresh.style.cssText;
    else if (name !== 'open' && old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  for (const name of HANDLERS) old[name] = fresh[name];
  if (old.nodeName === 'INPUT') old.checked = fresh.checked;
  else patchChildren(old, [...fresh.childNodes]);
}
