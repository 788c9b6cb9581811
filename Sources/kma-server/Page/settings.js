import { element, refill } from './dom.js';
import { UNITS, chooseUnit, unitOf } from './units.js';

/** The units to choose from; `onChange` draws everything anew. */
export function renderSettings(container, { words, onChange }) {
  refill(container, Object.entries(UNITS).map(([what, units]) => element('fieldset', {},
      element('legend', {}, words.unitNames[what]),
      units.map((unit) => element('label', {},
        element('input', {
          type: 'radio', name: what, id: `unit-${unit}`, checked: unitOf(what) === unit, onchange: () => {
            chooseUnit(what, unit);
            onChange();
          },
        }), words.units[unit])))));
}
