// Draws pieces, each around the middle of a square of 100 by 100.

const outline = (d, kind = 'body') => svg('path', { class: kind, d });
const shadow = (wide, y = 38) => svg('ellipse', { class: 'shadow', cx: 0, cy: y, rx: wide, ry: 6 });
const label = (text, y, size) => svg('text', { class: 'letter', y, 'font-size': size }, text);

// The sign of a seat on its pieces, so that nobody depends on colours.
const emblem = (seat, y, size) => svg('g', { class: 'emblem', transform: `translate(0,${y}) scale(${size / 15})` }, shape(seat));

// Pieces of chess are outlines of 40 by 40, and all stand on the same foot.
const chessman = (...outlines) => () => [svg('g', { transform: 'scale(2.4)' }, ...[...outlines, 'M-11,15 L-9,10 H9 L11,15 Z'].map((d) => outline(d)))];
const ball = (x, y) => `M${x - 2.7},${y} a2.7,2.7 0 1 1 5.4,0 a2.7,2.7 0 1 1 -5.4,0 Z`;

const PIECES = {
  pawn: chessman('M0,-12 A5.5,5.5 0 0 1 3.6,-2.3 L7,10 H-7 L-3.6,-2.3 A5.5,5.5 0 0 1 0,-12 Z'),
  knight: chessman('M-8,10 C-8,4 0,2 .5,-4 L-5,-.5 L-9,2 L-12,-2 L-6.5,-9 L-6,-16 L-1,-12 C8,-12 11,-2 9,10 Z M-4.8,-7.4 a1,1 0 1 1 2,0 a1,1 0 1 1 -2,0 Z'),
  bishop: chessman('M0,-11.5 L2.5,-9.5 L-.5,-3.5 L1.5,-2.5 L5,-7.5 C8.5,-3 8,1 4.5,4.5 L6.5,10 H-6.5 L-4.5,4.5 C-9.5,-1 -6,-8 0,-11.5 Z', ball(0, -14.4)),
  rook: chessman('M-10,-14 H-5 V-10 H-2.5 V-14 H2.5 V-10 H5 V-14 H10 V-6 L7,-3 V10 H-7 V-3 L-10,-6 Z'),
  queen: chessman('M-8,10 L-11.5,-6 L-6,-1 L-5,-10 L0,-3 L5,-10 L6,-1 L11.5,-6 L8,10 Z', ball(-12.4, -8.5), ball(-5, -12.8), ball(5, -12.8), ball(12.4, -8.5)),
  king: chessman('M-2,-18 H2 V-14.8 H5.5 V-10.8 H2 V-6 H-2 V-10.8 H-5.5 V-14.8 H-2 Z', 'M0,-4 C3,-10 14,-9 11.5,-1 L7.5,10 H-7.5 L-11.5,-1 C-14,-9 -3,-10 0,-4 Z'),
  soldier: ({ seat }) => [shadow(27), outline('M-26,39 C-26,19 -13,14 -10,3 H-15 V-3 H-11 C-17,-9 -15,-29 0,-29 C15,-29 17,-9 11,-3 H15 V3 H10 C13,14 26,19 26,39 Z'), emblem(seat, 25, 8)],
  general: ({ seat }) => [
    shadow(34),
    outline('M-34,40 C-33,17 -18,10 -13,-4 L-27,-9 C-16,-13 -14,-18 -12,-23 C-23,-25 -27,-33 -28,-41 C-18,-35 -8,-33 0,-45 C8,-33 18,-35 28,-41 C27,-33 23,-25 12,-23 C14,-18 16,-13 27,-9 L13,-4 C18,10 33,17 34,40 Z'),
    svg('circle', { class: 'crest', cy: -22, r: 5 }), emblem(seat, 20, 13),
  ],
  wall: () => [
    svg('rect', { class: 'stone', x: -44, y: -40, width: 88, height: 80, rx: 6 }),
    outline('M-44,-13 H44 M-44,14 H44 M-14,-40 V-13 M18,-40 V-13 M-30,-13 V14 M2,-13 V14 M32,-13 V14 M-14,14 V40 M18,14 V40', 'joint'),
  ],
  die: ({ seat, faces, text }, look) => (faces?.length === 5 ? cube(seat, faces, look) : castFace(text)),
  roll: ({ text }) => castFace(text),
  marble: ({ seat }) => [shadow(27, 31), svg('circle', { class: 'body', r: 33 }), emblem(seat, 4, 12), svg('ellipse', { class: 'shine', cx: -12, cy: -15, rx: 10, ry: 6, transform: 'rotate(-35 -12 -15)' })],
  token: ({ text }) => [shadow(26), outline('M-26,38 C-26,20 -12,14 -9,2 A19,19 0 1 1 9,2 C12,14 26,20 26,38 Z'), label(text.slice(1), 32, 24)],
};

// The letters of a piece that has no figure of its own, on the shape of its seat.
const plain = ({ seat, text }) => [svg('g', { transform: 'scale(2.2)' }, shape(seat)), label(text, 12, text.length > 2 ? 24 : 34)];

// Returns the drawing of a piece. `look` says how a die lies.
const figure = (piece, look) => (Object.hasOwn(PIECES, piece.kind) ? PIECES[piece.kind] : plain)(piece, look);

// What lies on the ground of a square.
const SIGNS_OF_GROUND = {
  temple: () => outline('M-37,-25 C-18,-18 18,-18 37,-25 M-29,-9 H29 M-22,-22 V36 M22,-22 V36', 'temple'),
  check: () => svg('circle', { class: 'check', r: 46 }),
};

const groundSign = (name) => (Object.hasOwn(SIGNS_OF_GROUND, name) ? SIGNS_OF_GROUND[name]() : null);
