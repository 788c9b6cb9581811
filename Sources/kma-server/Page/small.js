import { startEmbed } from './embed.js';
import { words } from './words-ko.js';

startEmbed(words, () => import('./words-en.js'));
