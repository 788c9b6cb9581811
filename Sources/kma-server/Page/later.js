import { renderCountry } from './country.js';
import { dayDetail } from './day-detail.js';
import { placeSearch } from './search.js';
import { renderSettings } from './settings.js';

/** Parts that nobody needs who only looks. */
export const parts = { dayDetail, placeSearch, renderCountry, renderSettings };
