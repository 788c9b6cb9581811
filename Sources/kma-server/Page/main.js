import { startPage } from './page.js';
import { words } from './words-ko.js';

startPage(words, () => import('./words-en.js'));
