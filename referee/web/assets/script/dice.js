// Draws dice: as cubes that lie on a board and tip over their edges, and the faces of cast ones. A square has sides of
// 100, and its middle is at 0,0.

const SPOTS = { 1: '4', 2: '08', 3: '048', 4: '0268', 5: '02468', 6: '023568' };

// Returns where the pips of a number are, in three rows and columns from -1 to 1.
const pips = (number) => [...(SPOTS[number] ?? '')].map((at) => [(at % 3) - 1, Math.floor(at / 3) - 1]);

// Half of a die's edge.
const HALF = 27;
// The faces of a cube as normal and two directions in the face: top, north, east, south, west, bottom.
const FACES = [[[0, 0, 1], [1, 0, 0], [0, 1, 0]], [[0, -1, 0], [1, 0, 0], [0, 0, 1]], [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  [[0, 1, 0], [1, 0, 0], [0, 0, 1]], [[-1, 0, 0], [0, 1, 0], [0, 0, 1]], [[0, 0, -1], [1, 0, 0], [0, 1, 0]]];

// Draws a cube seen from above with its sides flared, so that they show: one with these faces (top, north, east, south,
// west), tipped by an angle towards [dx, dy], and lifted. Pips of A are round, those of the others square, so that
// nobody depends on colours.
function cube(seat, faces, { way: [dx, dy] = [0, 0], angle = 0, lift = 0, turned = false } = {}) {
  const shown = turned ? [faces[0], faces[3], faces[4], faces[1], faces[2]] : faces;
  const values = [...shown, 7 - shown[0]];
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const tipped = ([x, y, z]) => {
    const along = x * dx + y * dy;
    const [ahead, up] = [along * cos + z * sin, z * cos - along * sin];
    return [x + (ahead - along) * dx, y + (ahead - along) * dy, up];
  };
  // The middle rises as the cube stands on its edge.
  const raised = HALF * (Math.abs(cos) + Math.abs(sin) - 1) + lift;
  const flat = (point) => {
    const [x, y, z] = tipped(point);
    const wide = 1.38 - 0.0086 * (z + HALF);
    return [x * wide, y * wide].map((value) => value.toFixed(1));
  };
  const on = ([out, across, down], a, b) => [0, 1, 2].map((i) => out[i] * HALF + across[i] * a + down[i] * b);
  const visible = FACES.map((face, i) => ({ face, value: values[i], up: tipped(face[0])[2] })).filter(({ up }) => up > -0.35).sort((a, b) => a.up - b.up);
  return [
    svg('ellipse', { class: 'shadow', cx: 2, cy: 6 + raised / 3, rx: 39, ry: 37 }),
    svg('g', { transform: `scale(${1 + raised / 110})` }, ...visible.flatMap(({ face, value, up }) => {
      const corners = [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([a, b]) => flat(on(face, a * HALF, b * HALF)));
      const size = 2.2 + 3.6 * Math.max(0, up);
      const pip = ([a, b]) => {
        const [x, y] = flat(on(face, a * 15, b * 15));
        return seat === 'A' ? svg('circle', { class: 'pip', cx: x, cy: y, r: size })
          : svg('rect', { class: 'pip', x: x - size, y: y - size, width: 2 * size, height: 2 * size });
      };
      return [svg('path', { class: up > 0.5 ? 'face up' : 'face', d: `M${corners.join('L')}Z` }), ...pips(value).map(pip)];
    })),
  ];
}

// Returns the faces of a die after a tip to the right (dx 1), left, downwards (dy 1) or upwards.
function tip([top, north, east, south, west], [dx, dy]) {
  if (dx) return dx > 0 ? [west, north, top, south, 7 - top] : [east, north, 7 - top, south, top];
  return dy > 0 ? [north, 7 - top, east, top, west] : [south, top, east, 7 - top, west];
}

// Returns a cast die's face; a word that is no number of a die is written on it.
const castFace = (word) => [
  svg('rect', { class: 'cast', x: -38, y: -38, width: 76, height: 76, rx: 14 }),
  ...(SPOTS[word] ? pips(word).map(([x, y]) => svg('circle', { class: 'eye', cx: 20 * x, cy: 20 * y, r: 8 })) : [svg('text', { class: 'eye', y: 12 }, word)]),
];
