import { startEmbed } from './embed.js';

startEmbed();
