// Draws pieces, each around the middle of a square of 40 by 40.

const label = (text, y = 6, kind = 'letter') => svg('text', { class: kind, y }, text);

// Pieces of chess are outlines, and all stand on the same foot.
const chessman = (...outlines) => () => [...outlines, 'M-11,15 L-9,10 H9 L11,15 Z'].map((d) => svg('path', { d }));
const ball = (x, y) => `M${x - 2.7},${y} a2.7,2.7 0 1 1 5.4,0 a2.7,2.7 0 1 1 -5.4,0 Z`;

const PIECES = {
  pawn: chessman('M0,-12 A5.5,5.5 0 0 1 3.6,-2.3 L7,10 H-7 L-3.6,-2.3 A5.5,5.5 0 0 1 0,-12 Z'),
  knight: chessman('M-8,10 C-8,4 0,2 .5,-4 L-5,-.5 L-9,2 L-12,-2 L-6.5,-9 L-6,-16 L-1,-12 C8,-12 11,-2 9,10 Z M-4.8,-7.4 a1,1 0 1 1 2,0 a1,1 0 1 1 -2,0 Z'),
  bishop: chessman('M0,-11.5 L2.5,-9.5 L-.5,-3.5 L1.5,-2.5 L5,-7.5 C8.5,-3 8,1 4.5,4.5 L6.5,10 H-6.5 L-4.5,4.5 C-9.5,-1 -6,-8 0,-11.5 Z', ball(0, -14.4)),
  rook: chessman('M-10,-14 H-5 V-10 H-2.5 V-14 H2.5 V-10 H5 V-14 H10 V-6 L7,-3 V10 H-7 V-3 L-10,-6 Z'),
  queen: chessman('M-8,10 L-11.5,-6 L-6,-1 L-5,-10 L0,-3 L5,-10 L6,-1 L11.5,-6 L8,10 Z', ball(-12.4, -8.5), ball(-5, -12.8), ball(5, -12.8), ball(12.4, -8.5)),
  king: chessman('M-2,-18 H2 V-14.8 H5.5 V-10.8 H2 V-6 H-2 V-10.8 H-5.5 V-14.8 H-2 Z', 'M0,-4 C3,-10 14,-9 11.5,-1 L7.5,10 H-7.5 L-11.5,-1 C-14,-9 -3,-10 0,-4 Z'),
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
