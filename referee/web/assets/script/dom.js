// Elements, made without ever reading text as HTML.

const SVG = 'http://www.w3.org/2000/svg';

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== undefined && child !== null));
  return element;
}

const html = (tag, attributes = {}, ...children) => fill(document.createElement(tag), attributes, children);
const svg = (tag, attributes = {}, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

// Seats have a shape, a colour and a letter: whoever misses one has two others.
const SHAPES = {
  A: () => svg('circle', { r: 15 }),
  B: () => svg('rect', { x: -14, y: -14, width: 28, height: 28, rx: 4 }),
  C: () => svg('path', { d: 'M0,-18 L17,12 L-17,12 Z' }),
  D: () => svg('path', { d: 'M-9,-15 L9,-15 L17,0 L9,15 L-9,15 L-17,0 Z' }),
};

const shape = (seat) => (SHAPES[seat] ?? SHAPES.A)();

// The small sign of a seat, for lists and headings.
const badge = (seat) =>
  svg('svg', { class: `badge seat-${seat}`, viewBox: '-20 -20 40 40', 'aria-hidden': 'true' },
    svg('g', { class: 'piece' }, shape(seat), svg('text', { class: 'letter', y: 6 }, seat)));
