// Draws pieces, each around the middle of a square of 40 by 40.

const label = (text, y = 6, kind = 'letter') => svg('text', { class: kind, y }, text);

const PIECES = {
  soldier: (piece) => [svg('g', { transform: 'scale(.86)' }, shape(piece.seat)), label(piece.text, 5)],
  general: (piece) => [
    svg('g', { transform: 'scale(1.1)' }, shape(piece.seat)),
    svg('path', { class: 'crown', d: 'M-9,-2 L-10,-11 L-5,-7 L0,-13 L5,-7 L10,-11 L9,-2 Z' }),
    label(piece.text, 12),
  ],
  wall: () => [
    svg('rect', { class: 'stone', x: -17, y: -15, width: 34, height: 30, rx: 2 }),
    svg('path', { class: 'joint', d: 'M-17,-5 H17 M-17,5 H17 M-6,-15 V-5 M6,-15 V-5 M0,-5 V5 M-11,-5 V5 M11,-5 V5 M-6,5 V15 M6,5 V15' }),
  ],
  die: (piece) => {
    const [top, ...sides] = piece.faces ?? [];
    const body = piece.seat === 'A'
      ? svg('rect', { x: -18, y: -18, width: 36, height: 36, rx: 10 })
      : svg('path', { d: 'M-12,-18 H12 L18,-12 V12 L12,18 H-12 L-18,12 V-12 Z' });
    const places = [[0, -9.5], [13.5, 3.5], [0, 16.5], [-13.5, 3.5]];
    const side = (number, i) => svg('text', { class: 'side', x: places[i][0], y: places[i][1] }, String(number));
    return [body, svg('rect', { class: 'face', x: -9, y: -9, width: 18, height: 18, rx: 3 }), svg('text', { class: 'top', y: 6 }, String(top ?? piece.text)), ...sides.map(side)];
  },
  marble: (piece) => [svg('circle', { r: 14 }), svg('circle', { class: 'shine', cx: -5, cy: -6, r: 3.5 }), label(piece.text, 5)],
  token: (piece) => {
    const two = piece.text.endsWith('2');
    return [two ? svg('g', { transform: 'translate(3,-3)' }, shape(piece.seat)) : null, shape(piece.seat), label(piece.text, piece.seat === 'C' ? 8 : 5)];
  },
};

// Draws a piece; one of an unknown kind is drawn as its text on the seat's shape.
function piece(data) {
  const draw = PIECES[data.kind] ?? (() => [shape(data.seat), label(data.text)]);
  return svg('g', { class: `piece ${data.kind}${data.seat ? ` seat-${data.seat}` : ''}` }, ...draw(data));
}

// Draws several pieces on one square small, next to each other.
const CORNERS = [[-10, -10], [10, 10], [10, -10], [-10, 10]];

function pieces(list) {
  if (list.length < 2) return list.map(piece);
  return list.map((one, i) => {
    const [x, y] = CORNERS[i % 4];
    return svg('g', { transform: `translate(${x},${y}) scale(.5)` }, piece(one));
  });
}
