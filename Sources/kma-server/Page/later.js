import { renderCountry } from './country.js';
import { dayDetail } from './day-detail.js';
import { placeSearch } from './search.js';
import { renderSettings } from './settings.js';

/** Whoever only looks does without these. */
export const parts = { dayDetail, placeSearch, renderCountry, renderSettings };
