// Scenes: lists of items, and the changes from one scene to the next.

// Returns a list of items with changes applied. Lists and items are replaced and never changed, so games can share them.
function apply(before, changes) {
  const items = [...before];
  for (const [at, second, third] of changes) {
    if (third !== undefined) {
      const grid = items[at].grid;
      items[at] = { grid: { ...grid, squares: grid.squares.with(second, third) } };
    } else if (second !== undefined) items[at] = second;
    else items.length = at;
  }
  return items;
}

// Returns the places of the squares whose pieces or tiles have changed.
function touched(changes, before, after) {
  const standing = (items, at, square) => {
    const { pieces = [], group } = items[at]?.grid?.squares[square] ?? {};
    return JSON.stringify([pieces, group]);
  };
  const places = new Set();
  for (const [at, square, what] of changes) {
    if (what && standing(before, at, square) !== standing(after, at, square)) places.add(`${at}:${square}`);
  }
  return places;
}

// Returns the places of the squares at which paths begin and end.
function endsOf(paths, items) {
  const names = new Set(paths.flatMap((path) => [path[0], path.at(-1)]));
  return new Set(items.flatMap(({ grid }, at) => (grid && grid.role !== 'card' ? grid.squares.flatMap(({ name }, i) => (names.has(name) ? [`${at}:${i}`] : [])) : [])));
}

// Returns the same for two whole scenes of a game.
function differing(before, after) {
  const all = after.flatMap(({ grid }, at) => (grid ? grid.squares.map((square, i) => [at, i, square]) : []));
  return touched(all, before, after);
}

const SEATED = (seat) => (seat ? ` of ${seat}` : '');

// Describes a piece in words.
function spoken(piece) {
  const [top, ...sides] = piece.faces ?? [];
  const faces = top === undefined ? '' : `, top ${top}, ${['north', 'east', 'south', 'west'].map((side, i) => `${side} ${sides[i]}`).join(', ')}`;
  return `${piece.kind}${SEATED(piece.seat)}${faces}`;
}

// Describes a square in words.
function described(square) {
  const parts = (square.pieces ?? []).map(spoken);
  if (!parts.length) parts.push('empty');
  if (square.ground.seat) parts.push(`ground${SEATED(square.ground.seat)}`);
  if (square.group) parts.push(`tile ${square.group}${square.points ? ` of ${square.points} points` : ''}${square.owner ? `, won by ${square.owner}` : ''}`);
  if (square.open) parts.push('may be chosen');
  return `${square.name ?? ''}: ${parts.join(', ')}`;
}
