import { getAreas } from './api.js';
import { element } from './dom.js';
import { nameOf } from './format.js';

const PAUSE = 150;
/** The service searches for no longer text; a map's link, which may be longer, is opened as it is. */
const LONGEST = 100;

/**
 * The place box: an ARIA combobox with a listbox that fills as one types.
 * `onChoose(name, day, label)` gets a full name from the list, or the typed text when Enter comes first, the day that the text
 * names, and the name in the page's language.
 */
export function placeSearch({ form, input, list, note, say, words, onChoose }) {
  let areas = [];
  /** The day that the text names beside a place; `null` for none. */
  let day = null;
  let active = -1;
  let timer = 0;
  let asking = null;

  const isOpen = () => !list.hidden;

  function close() {
    asking?.abort();
    clearTimeout(timer);
    list.hidden = note.hidden = true;
    input.setAttribute('aria-expanded', 'false');
    activate(-1);
  }

  function activate(index) {
    active = index;
    for (const [at, option] of [...list.children].entries()) option.setAttribute('aria-selected', String(at === index));
    const option = list.children[index];
    if (!option) return input.removeAttribute('aria-activedescendant');
    input.setAttribute('aria-activedescendant', option.id);
    option.scrollIntoView({ block: 'nearest' });
  }

  function choose(name, date = day, label = name) {
    close();
    input.value = '';
    input.blur();
    onChoose(name, date, label);
  }

  function show(found, remark = null) {
    areas = found;
    note.textContent = remark ?? '';
    note.hidden = remark === null;
    list.replaceChildren(...areas.map((area, index) => option(area, index)));
    list.hidden = areas.length === 0;
    input.setAttribute('aria-expanded', String(isOpen()));
    activate(-1);
  }

  function option(area, index) {
    const name = nameOf(area, words());
    const other = [area.name, area.name_en].find((text) => text && text !== name);
    return element('li', { role: 'option', id: `place-${index}`, 'aria-selected': 'false', onclick: () => choose(area.name, day, name) },
      element('span', {}, name), other ? element('span', { class: 'other-name' }, other) : null);
  }

  async function lookUp() {
    asking?.abort();
    const own = (asking = new AbortController());
    const text = input.value.trim();
    if (text.length > LONGEST) return show([]);
    try {
      const found = await getAreas(text, own.signal);
      if (own.signal.aborted || document.activeElement !== input) return;
      day = found.asked?.from.slice(0, 10) ?? null;
      const told = words().found(found.areas.length);
      show(found.areas, found.areas.length === 0 ? told : null);
      say(told);
    } catch {
      if (own.signal.aborted) return;
      show([], words().searchFailed);
      say(words().searchFailed);
    }
  }

  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(lookUp, PAUSE);
  });
  // An empty box opens on the down arrow alone: a list of provinces would cover half a phone.
  input.addEventListener('focus', () => input.value.trim() && lookUp());
  input.addEventListener('blur', close);
  // Else the note of a search that failed stays when the network is back.
  addEventListener('online', () => note.hidden || lookUp());
  // A tap on the list must not take the focus from the box, or its blur would close the list first.
  list.addEventListener('pointerdown', (event) => event.preventDefault());

  input.addEventListener('keydown', (event) => {
    // Enter and arrows belong to the input method while a syllable is being composed.
    if (event.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (!isOpen()) return void lookUp();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      const from = active === -1 && step === -1 ? areas.length : active;
      activate((from + step + areas.length) % areas.length);
    } else if (event.key === 'Enter' && active >= 0) {
      event.preventDefault();
      list.children[active].click();
    } else if (event.key === 'Escape') {
      // The browser's own Escape would empty the box; that is for the second one. An open day is not meant either.
      if (isOpen() || !note.hidden) event.preventDefault();
      close();
    }
  });

  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const text = input.value.trim();
    if (!text) return input.focus();
    // A word of time is no part of a name, also where Enter comes before the list.
    const found = text.length > LONGEST ? null : await getAreas(text).catch(() => null);
    if (input.value.trim() !== text) return;
    choose(found?.area ?? text, found?.asked?.from.slice(0, 10) ?? null);
  });
}
