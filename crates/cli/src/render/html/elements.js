// Elements are made from names and texts, never from markup: whatever a program contains is shown as it is.

/** A text without characters that hide or reorder others. */
const visible = (text) => text.replace(/[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '\ufffd');

/** An element with attributes (functions are listeners) and children (strings are texts). */
const element = (name, attributes = {}, ...children) => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === 'function') made.addEventListener(key, value);
    else if (value !== null && value !== undefined && value !== false) made.setAttribute(key, value);
  }
  const kept = children.flat().filter((child) => child !== null && child !== undefined && child !== '');
  made.append(...kept.map((child) => (typeof child === 'string' ? visible(child) : child)));
  return made;
};

/** The same for drawings. */
const drawn = (name, attributes = {}, ...children) => {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
};

/** `1 step`, `2 steps`. */
const count = (number, noun) => `${number} ${noun}${number === 1 ? '' : 's'}`;

/** Words and code: what is between back quotes is code. */
const prose = (text) => text.split('`').map((part, at) => (at % 2 ? element('code', {}, part) : part));

/** A part of the page with a heading. */
const section = (title, id, ...children) =>
  element('section', { class: 'panel', id }, element('h2', {}, title), ...children);

/** Brings an element into view within its own scrolling box only. */
const reveal = (box, part) => {
  if (!part) return;
  // Other parts of the page may still grow or shrink.
  requestAnimationFrame(() => {
    const [outer, inner] = [box.getBoundingClientRect(), part.getBoundingClientRect()];
    const margin = Math.min(90, outer.height / 4);
    if (inner.top < outer.top + margin) box.scrollTop -= outer.top + margin - inner.top;
    else if (inner.bottom > outer.bottom - margin) box.scrollTop += inner.bottom - outer.bottom + margin;
  });
};
