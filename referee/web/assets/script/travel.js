// Finds each piece of a scene again in the next one, so that a drawing can move it.

// Returns the pieces of a scene, each with the place of its square (`item:square`) and its number among those there.
function standingIn(items) {
  return items.flatMap(({ grid }, at) => (grid && grid.role !== 'card' ? grid.squares.flatMap(({ pieces }, square) =>
    (pieces ?? []).map((piece, nth) => ({
      piece, at, square, place: `${at}:${square}`, nth, among: pieces.length, x: square % grid.width, y: Math.floor(square / grid.width),
    }))) : []));
}

// Returns the places of the squares with this name; a yard has several.
function placesOf(items, name) {
  return items.flatMap(({ grid }, at) => (grid && grid.role !== 'card'
    ? grid.squares.flatMap((square, i) => (square.name === name ? [`${at}:${i}`] : [])) : []));
}

// Pairs the pieces of two scenes: a Map from each piece after to `{ before, path }`, where `path` holds the places over
// which it went, if the game tells it. `paths` are names of squares. What isn't told is guessed: a piece that stays,
// then one of the same look, then the nearest of the same kind.
function pairPieces(before, after, paths, items) {
  const [left, found] = [new Set(before), new Map()];
  const pair = (old, now, path) => {
    left.delete(old);
    found.set(now, { before: old, path });
  };
  const open = () => after.filter((now) => !found.has(now));
  for (const path of paths) {
    const [starts, ends] = [placesOf(items, path[0]), placesOf(items, path.at(-1))];
    const olds = [...left].filter(({ place }) => starts.includes(place));
    const nows = open().filter(({ place }) => ends.includes(place));
    const fits = (same) => olds.flatMap((old) => nows.filter((now) => same(old.piece, now.piece)).map((now) => [old, now]))[0];
    const [old, now] = fits((a, b) => a.seat === b.seat && a.text === b.text) ?? fits((a, b) => a.seat === b.seat) ?? [];
    // In between, a name stands for one square.
    if (now) pair(old, now, [old.place, ...path.slice(1, -1).flatMap((name) => placesOf(items, name).slice(0, 1)), now.place]);
  }
  const alike = (a, b) => a.kind === b.kind && a.seat === b.seat;
  const far = (a, b) => (a.at === b.at ? Math.hypot(a.x - b.x, a.y - b.y) : Infinity);
  for (const same of [
    (old, now) => old.place === now.place && alike(old.piece, now.piece) && old.piece.text === now.piece.text,
    (old, now) => alike(old.piece, now.piece) && old.piece.text === now.piece.text,
    (old, now) => alike(old.piece, now.piece),
  ]) {
    for (const now of open()) {
      let best;
      for (const old of left) if (same(old, now) && (!best || far(old, now) < far(best, now))) best = old;
      if (best) pair(best, now);
    }
  }
  return found;
}
