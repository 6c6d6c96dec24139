// Creates elements without ever parsing text as HTML.

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

// Returns JSON data that is part of the page.
const data = (id) => JSON.parse(document.getElementById(id)?.textContent ?? 'null');

// Copies a text; fails where the browser doesn't allow it, or has no clipboard for pages without TLS.
const copyText = async (text) => navigator.clipboard.writeText(text);

// The base path of this run's pages on a server.
const BASE = document.documentElement.dataset.base ?? '';

// Each seat has a shape, a colour and a letter, so that nobody depends on only one of them.
const SHAPES = {
  A: () => svg('circle', { r: 15 }),
  B: () => svg('rect', { x: -14, y: -14, width: 28, height: 28, rx: 4 }),
  C: () => svg('path', { d: 'M0,-18 L17,12 L-17,12 Z' }),
  D: () => svg('path', { d: 'M-9,-15 L9,-15 L17,0 L9,15 L-9,15 L-17,0 Z' }),
};

const shape = (seat) => (SHAPES[seat] ?? SHAPES.A)();

// Returns the small icon of a seat, for lists and headings.
const badge = (seat) =>
  svg('svg', { class: `badge seat-${seat}`, viewBox: '-20 -20 40 40', 'aria-hidden': 'true' },
    svg('g', { class: 'piece' }, shape(seat), svg('text', { class: 'letter', y: 6 }, seat)));

// Icons on buttons are drawn, because not all fonts have them.
const SIGNS = {
  start: 'M4,4 h3 v16 h-3 Z M20,4 v16 L8,12 Z', back: 'M17,4 v16 L5,12 Z', play: 'M6,3 v18 L20,12 Z',
  pause: 'M5,4 h5 v16 h-5 Z M14,4 h5 v16 h-5 Z', turn: 'M7,4 l-5,6 h3.5 v9 h3 v-9 H12 Z M17,20 l5,-6 h-3.5 V5 h-3 v9 H12 Z', on: 'M7,4 v16 L19,12 Z', end: 'M4,4 v16 L16,12 Z M17,4 h3 v16 h-3 Z',
};

const sign = (name) => svg('svg', { class: 'sign', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, svg('path', { d: SIGNS[name] }));
