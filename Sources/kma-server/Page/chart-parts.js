import { svg } from './dom.js';
import { WARMTH } from './scale.js';

export const label = (x, y, content, type, anchor = 'middle') =>
  svg('text', { x, y, class: type, 'text-anchor': anchor }, content);

/** Colours bands by temperature: one gradient along the axis, shared by every band. */
export function warmth(scale, axis, id = 'warmth') {
  const [start, end] = [WARMTH[0][0], WARMTH.at(-1)[0]];
  const at = (value) => scale.position(value) ?? 0;
  const line = axis === 'y' ? { x1: 0, x2: 0, y1: at(start), y2: at(end) } : { x1: at(start), x2: at(end), y1: 0, y2: 0 };
  return svg('linearGradient', { id, gradientUnits: 'userSpaceOnUse', ...line },
    ...WARMTH.map(([value, colour]) => svg('stop', { offset: (value - start) / (end - start), 'stop-color': colour })));
}
