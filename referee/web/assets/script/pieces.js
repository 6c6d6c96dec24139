// Draws pieces, each around the middle of a square of 40 by 40.

const label = (text, y = 6, kind = 'letter') => svg('text', { class: kind, y }, text);

// Pieces of chess are outlines, and all stand on the same foot.
const chessman = (...outlines) => () => [...outlines, 'M-11,15 L-9,10 H9 L11,15 Z'].map((d) => svg('path', { d }));

const PIECES = {
  pawn: chessman('M0,-11 A5,5 0 0 1 3,-2 L6,10 H-6 L-3,-2 A5,5 0 0 1 0,-11 Z'),
  knight: chessman('M-7,10 C-7,4 1,2 0,-4 L-6,0 L-10,-3 L-5,-9 L-4,-15 L0,-11 C8,-11 10,-2 8,10 Z'),
  bishop: chessman('M0,-12 C7,-7 9,-2 5,3 L6,10 H-6 L-5,3 C-9,-2 -7,-7 0,-12 Z', 'M0,-17 A2.5,2.5 0 0 1 0,-12 A2.5,2.5 0 0 1 0,-17 Z'),
  rook: chessman('M-10,-14 H-5 V-10 H-2.5 V-14 H2.5 V-10 H5 V-14 H10 V-6 L7,-3 V10 H-7 V-3 L-10,-6 Z'),
  queen: chessman('M-8,10 L-13,-9 L-7,-2 L-6,-13 L0,-4 L6,-13 L7,-2 L13,-9 L8,10 Z'),
  king: chessman('M0,-5 C3,-10 13,-9 11,-1 L7,10 H-7 L-11,-1 C-13,-9 -3,-10 0,-5 Z', 'M-1.5,-7 V-11 H-5 V-14 H-1.5 V-17 H1.5 V-14 H5 V-11 H1.5 V-7 Z'),
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
