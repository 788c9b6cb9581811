import { startPage } from './page.js';
import { words } from './words-en.js';

startPage(words, () => import('./words-ko.js'));
