/** The units that this device tells values in; the service's are °C, m/s and 24 hours. */
import { rememberUnits, rememberedUnits } from './memory.js';

/** What there is to choose from; the first is the service's own. */
export const UNITS = { temperature: ['c', 'f'], wind: ['ms', 'kmh'], clock: ['24', '12'] };

let chosen = rememberedUnits();

/** The unit of `temperature`, `wind` or `clock`. */
export const unitOf = (what) => (UNITS[what].includes(chosen?.[what]) ? chosen[what] : UNITS[what][0]);

export function chooseUnit(what, unit) {
  // Another tab may have chosen meanwhile.
  chosen = { ...rememberedUnits(), [what]: unit };
  rememberUnits(chosen);
}

/** The units as another tab has chosen them. */
export function readUnits() {
  chosen = rememberedUnits();
}

const isFahrenheit = () => unitOf('temperature') === 'f';

/** Degrees Celsius in the unit of this device, and back. */
export const warmthOf = (celsius) => (isFahrenheit() ? celsius * 1.8 + 32 : celsius);
export const celsiusOf = (warmth) => (isFahrenheit() ? (warmth - 32) / 1.8 : warmth);
export const differenceOf = (celsius) => (isFahrenheit() ? celsius * 1.8 : celsius);

/** Metres a second in the unit of this device. */
export const windOf = (metres) => (unitOf('wind') === 'kmh' ? metres * 3.6 : metres);
