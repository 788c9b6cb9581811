import { nameOf } from './format.js';

/** By the telephone's own means, else the address is copied. */
export async function share(button, place, words) {
  const url = new URL(`./?${new URLSearchParams({ area: place.name })}`, document.baseURI).href;
  try {
    if (navigator.share) return await navigator.share({ title: nameOf(place, words), url });
    await navigator.clipboard.writeText(url);
    button.textContent = words.copied;
  } catch {
    // Closed without a choice, or not allowed: the address stands above the page.
  }
}
