import { renderCountry } from './country.js';
import { dayDetail } from './day-detail.js';
import { addWords } from './i18n.js';
import { renderKept } from './kept.js';
import { LocationError, locate } from './location.js';
import { followOthers } from './others.js';
import { placeSearch } from './search.js';
import { renderSettings } from './settings.js';
import { share } from './share.js';
import { lateWords } from './words-later.js';

addWords(lateWords);

/** Parts that nobody needs who only looks, at one place. */
export const parts = { LocationError, dayDetail, followOthers, locate, placeSearch, renderCountry, renderKept, renderSettings, share };
