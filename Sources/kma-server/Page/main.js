import { startEmbed } from './embed.js';
import { startPage } from './page.js';

if (document.documentElement.classList.contains('embed')) startEmbed();
else startPage();
