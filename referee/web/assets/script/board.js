// Draws scenes as SVG that moves: squares, pieces and cards stay the same elements from one scene to the next.

// Milliseconds of a piece's way from square to square, and of a whole way at most.
const [LEG, LONGEST] = [180, 900];
const CALM = matchMedia('(prefers-reduced-motion: reduce)');

// The direction of each arrow key: right and down are positive.
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const NONE = new Set();

// Several pieces on one square are small: how large, and where each stands.
const SHARED = { 2: 0.66, 3: 0.5, 4: 0.5 };
const CORNERS = [[-0.2, -0.16], [0.2, 0.16], [0.2, -0.2], [-0.2, 0.2]];

class Board {
  // `press` is called with the place of a chosen square: the indices of its item and of itself, as `0:12`.
  constructor(holder, press) {
    Object.assign(this, { press, cells: [], places: new Map(), men: [], cards: new Map(), seats: [], turned: false });
    const layer = (name, attributes) => { this[name] = svg('g', { class: name, ...attributes }); return this[name]; };
    this.svg = svg('svg', { class: press ? 'board played' : 'board', onkeydown: (event) => this.key(event), onclick: (event) => this.click(event) },
      layer('ground'), layer('hands'), layer('figures', { 'aria-hidden': 'true' }), layer('remarks', { 'aria-hidden': 'true' }), layer('preview', { 'aria-hidden': 'true' }));
    this.stage = html('div', { class: 'stage' }, this.svg);
    [this.above, this.below] = ['ul', 'ul'].map((tag) => html(tag, { class: 'players' }));
    this.common = html('p', { class: 'common' });
    this.notes = html('ul', { class: 'notes' });
    holder.classList.add('arena');
    holder.replaceChildren(this.above, this.stage, this.below, this.common, this.notes);
    this.observer = new ResizeObserver(() => this.shown && this.resized());
    this.observer.observe(this.stage);
  }

  // Lets go of a board that isn't shown any more.
  close() {
    this.observer.disconnect();
  }

  // Draws everything anew where the room is another.
  resized() {
    const { clientWidth, clientHeight } = this.stage;
    if (clientWidth !== this.room?.[0] || clientHeight !== this.room[1]) this.lay();
  }

  // Sets the players: a list of seats, each with a name and, if it has a clock, `clock`.
  seat(seats) {
    this.seats = seats;
  }

  // Turns the board around.
  turn(turned = !this.turned) {
    if (turned === this.turned) return;
    this.turned = turned;
    this.built = undefined;
    if (this.shown) this.show(...this.shown);
  }

  // Draws items. The sets `fresh` (highlighted squares), `may` (squares that can be chosen, with `corners` for the upper
  // left corner of a tile) and `held` (chosen squares) hold places; `marks` and `arrows` come from a bot's remark. With
  // `paths`, the names of the squares over which pieces went, the drawing moves there from the last one.
  show(items, looks = {}) {
    this.shown = [items, { ...looks, paths: undefined }];
    const moves = looks.paths && !CALM.matches && !document.hidden;
    this.svg.classList.toggle('still', !moves);
    const { activeElement: active } = document;
    const onCard = this.hands.contains(active) && active;
    const focused = this.ground.contains(active);
    this.build(items);
    this.dress(looks);
    this.move(items, looks.paths ?? []);
    this.deal(items, looks);
    this.tell(items);
    this.lay(moves);
    const rests = this.places.get(this.at) ?? this.cells.find((cell) => looks.may?.has(cell.at)) ?? this.cells[0];
    // A card that can't be pressed any more leaves the focus to the board.
    if (rests) this.rove(rests, focused || (onCard && !onCard.dataset.at));
  }

  // Makes the squares, unless the last scene had the same.
  build(items) {
    this.items = items;
    const { boards } = boardsOf(items);
    const built = JSON.stringify([this.turned, boards.map(({ at, grid }) => [at, grid.name, grid.role, grid.owner, grid.ruling, grid.width, grid.rows, grid.columns, grid.squares.map(({ name, ground }) => [name, ground])])]);
    if (built === this.built) return;
    this.built = built;
    this.cells = [];
    this.places.clear();
    this.svg.classList.toggle('lines', !boards.length && !handsOf(items).size);
    this.stage.style.setProperty('--shape', shapeOf(items));
    const grids = boards.map(({ at, grid }) => {
      const rows = [];
      for (let row = 0; row * grid.width < grid.squares.length; row++) {
        const cells = grid.squares.slice(row * grid.width, (row + 1) * grid.width).flatMap((square, column) => (square.ground === 'void' ? [] : [this.cell(at, row * grid.width + column)]));
        if (cells.length) rows.push(svg('g', { role: 'row' }, ...(this.turned ? cells.reverse() : cells).map(({ element }) => element)));
      }
      return svg('g', { class: `grid ${grid.ruling} role-${grid.role}${grid.owner ? ` seat-${grid.owner}` : ''}`, 'data-item': at },
        svg('g', { class: 'under', 'aria-hidden': 'true' }),
        svg('g', { role: 'grid', 'aria-label': grid.name, 'aria-readonly': this.press ? null : 'true' }, ...(this.turned ? rows.reverse() : rows)),
        svg('g', { class: 'above', 'aria-hidden': 'true' }));
    });
    this.ground.replaceChildren(...grids);
  }

  cell(item, square) {
    const element = svg('g', { role: 'gridcell', 'data-square': this.items[item].grid.squares[square].name, 'data-at': `${item}:${square}`, tabindex: -1 });
    const cell = { at: `${item}:${square}`, item, square, element, round: this.items[item].grid.role === 'yard' };
    this.cells.push(cell);
    this.places.set(cell.at, cell);
    return cell;
  }

  // Draws what lies on the squares, where it has changed.
  dress({ fresh = NONE, may = NONE, held = NONE, corners = false }) {
    for (const cell of this.cells) {
      const { grid } = this.items[cell.item];
      const square = grid.squares[cell.square];
      const { ground, group, owner, open, sign, points, pieces } = square;
      const seat = ground.seat;
      const [can, chosen] = [may.has(cell.at), held.has(cell.at)];
      const look = JSON.stringify([square, can, can && corners, chosen, fresh.has(cell.at)]);
      if (look === cell.look) continue;
      cell.look = look;
      const outlined = grid.ruling === 'outlined';
      const plain = ground === 'plain' && !group;
      const classes = ['square', ground === 'dark' && 'dark', plain && (outlined ? 'bare' : this.isOdd(cell) && 'odd'), seat && `ground seat-${seat}`, group && `tone-${group.codePointAt(0) % 4}`, owner && `won-${owner}`,
        fresh.has(cell.at) && 'fresh', can && 'may', chosen && 'held'];
      cell.element.setAttribute('class', classes.filter(Boolean).join(' '));
      cell.element.setAttribute('aria-label', `${described(square)}${can && !open ? ', may be chosen' : ''}`);
      if (chosen) cell.element.setAttribute('aria-selected', 'true');
      else cell.element.removeAttribute('aria-selected');
      const [side, edge] = outlined || group ? [100, 0] : [97, 5];
      cell.element.replaceChildren(...[
        svg('rect', { class: 'floor', x: -side / 2, y: -side / 2, width: side, height: side, rx: cell.round ? side / 2 : edge }),
        sign && groundSign(sign),
        points && svg('text', { class: 'points', x: -44, y: -26 }, points),
        points && owner && svg('g', { class: `emblem-of seat-${owner}`, transform: 'translate(32,-32) scale(.7)' }, shape(owner)),
        open && svg('circle', { class: 'open', r: 9 }),
        can && !open && this.mark(pieces, corners),
      ].filter(Boolean));
    }
  }

  // Marks a square that can be chosen: around its pieces, in its middle, or where the corner of a tile would be.
  mark(pieces, corners) {
    if (corners) return svg('path', { class: 'can', d: 'M-34,-14 V-34 H-14', transform: this.turned ? 'rotate(180)' : null });
    return pieces ? svg('rect', { class: 'can', x: -45, y: -45, width: 90, height: 90, rx: 8 }) : svg('circle', { class: 'can', r: 13 });
  }

  isOdd({ item, square }) {
    const { width } = this.items[item].grid;
    return (square + Math.floor(square / width) * (width + 1)) % 2 === 1;
  }

  // Finds the pieces of the last scene again, and makes and removes the others.
  move(items, paths) {
    const now = standingIn(items);
    const found = pairPieces(this.men, now, paths, items);
    const stay = new Set();
    for (const man of now) {
      const { before, path } = found.get(man) ?? {};
      if (before) {
        stay.add(before);
        Object.assign(man, { element: before.element, drawn: before.drawn, path: path ?? [before.place, man.place], was: before.piece });
      } else man.element = svg('g');
      const { kind, seat, faces } = man.piece;
      // A piece that moves is drawn above the others.
      if (before && before.place !== man.place) this.figures.append(man.element);
      man.element.setAttribute('class', `piece kind-${kind}${seat ? ` seat-${seat}` : ''}`);
      man.element.dataset.on = man.place;
      if (faces) man.element.dataset.faces = faces.join(' ');
    }
    for (const man of this.men) if (!stay.has(man)) this.leave(man.element);
    this.men = now;
  }

  // Removes an element, which fades away.
  leave(element) {
    if (this.svg.classList.contains('still')) return element.remove();
    element.classList.add('gone');
    element.removeAttribute('data-on');
    setTimeout(() => element.remove(), 300);
  }

  // Finds the cards of the last scene again by their patterns, which turn when their holder sits on the other side.
  deal(items, { fresh = NONE, may = NONE, held = NONE }) {
    const free = new Map(this.cards);
    this.cards.clear();
    const turn = turnOf(items);
    for (const [seat, list] of handsOf(items)) {
      for (const at of list) {
        const { grid } = items[at];
        const kinds = grid.squares.map(({ pieces }) => pieces?.[0]?.kind ?? '');
        const pattern = (grid.turned ? kinds.reverse() : kinds).join();
        const old = [...free].find(([, card]) => card.pattern === pattern);
        if (old) free.delete(old[0]);
        const card = old?.[1] ?? { pattern, element: this.hands.appendChild(this.card(pattern.split(','), grid.width)) };
        Object.assign(card, { isTurned: Boolean(grid.turned) });
        const gets = seat || turn;
        // A card that a move calls by a name is pressed like the square that has the name.
        const place = `${at}:${grid.squares.findIndex(({ name }) => name)}`;
        const [can, chosen] = [may.has(place), held.has(place)];
        card.element.setAttribute('class', ['card', gets && `seat-${gets}`, seat && seat === turn && 'lit', !seat && 'shared', fresh.has(place) && 'fresh', can && 'may', chosen && 'held'].filter(Boolean).join(' '));
        const presses = can || chosen;
        const named = { role: presses ? 'button' : 'img', 'aria-label': `${grid.name}: ${stepsOf(grid)}`, 'aria-pressed': presses ? chosen : null, tabindex: presses ? 0 : null, 'data-at': presses ? place : null };
        for (const [name, value] of Object.entries(named)) value === null ? card.element.removeAttribute(name) : card.element.setAttribute(name, value);
        this.cards.set(at, card);
      }
    }
    for (const card of free.values()) this.leave(card.element);
  }

  // Draws a card, a small picture of squares.
  card(kinds, width) {
    const [size, rows] = [90 / width, Math.ceil(kinds.length / width)];
    const cells = kinds.map((kind, i) => svg('rect', {
      class: `cell kind-${kind}`, x: -45 + size * (i % width) + 1, y: (-size * rows) / 2 + size * Math.floor(i / width) + 1, width: size - 2, height: size - 2, rx: 2,
    }));
    return svg('g', {}, svg('rect', { class: 'paper', x: -49, y: -49, width: 98, height: 98, rx: 8 }), ...cells);
  }

  // Puts everything in its place; pieces go there if the drawing `moves`.
  lay(moves = false) {
    const [items, { marks = [], arrows = [] }] = this.shown;
    const { clientWidth, clientHeight } = this.stage;
    this.room = [clientWidth, clientHeight];
    const [width, height] = [clientWidth || 400, clientHeight || 400];
    this.svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
    if (!moves) this.svg.classList.add('still');
    const room = arrange(items, this.turned, width, height);
    const size = room.cell / 100;
    this.svg.classList.toggle('tiny', room.cell < 36);
    this.size = room.cell;
    for (const cell of this.cells) {
      [cell.x, cell.y] = room.middle(cell.item, cell.square);
      cell.element.setAttribute('transform', `translate(${cell.x.toFixed(2)},${cell.y.toFixed(2)}) scale(${size.toFixed(4)})`);
    }
    for (const group of this.ground.children) this.frame(group, room);
    for (const man of this.men) this.place(man, room, moves);
    for (const [at, card] of this.cards) {
      const { x, y, side } = room.cards.get(at);
      card.element.style.transform = `translate(${x}px, ${y}px) rotate(${card.isTurned === this.turned ? 0 : 180}deg) scale(${side / 100})`;
    }
    const named = new Map(this.cells.map((cell) => [items[cell.item].grid.squares[cell.square].name, cell]));
    this.remarks.replaceChildren(
      ...marks.filter((name) => named.has(name)).map((name) => svg('circle', { class: 'mark', cx: named.get(name).x, cy: named.get(name).y, r: 0.43 * room.cell })),
      ...arrows.map((name) => arrow(name, named, size)).filter(Boolean));
    this.showTile(this.tile);
  }

  // Shows which squares a tile covers with its upper left corner at a place, and whether it `fits` there.
  showTile(tile) {
    this.tile = tile;
    const cell = this.places.get(tile?.at);
    if (!cell) return this.preview.replaceChildren();
    const [width, height] = tile.size.map((side) => side * this.size);
    const half = this.size / 2;
    const [x, y] = this.turned ? [cell.x + half - width, cell.y + half - height] : [cell.x - half, cell.y - half];
    this.preview.replaceChildren(svg('rect', { class: tile.fits ? 'fits' : 'unfit', x, y, width, height, rx: 4 }));
  }

  // Draws the rim of a board, the lines between its tiles, and its labels.
  frame(group, { cell, corners }) {
    const at = Number(group.dataset.item);
    const { grid } = this.items[at];
    const [x, y] = corners.get(at);
    const [wide, high] = [100 * grid.width, 100 * Math.ceil(grid.squares.length / grid.width)];
    const [under, , above] = group.children;
    for (const part of [under, above]) part.setAttribute('transform', `translate(${x.toFixed(2)},${y.toFixed(2)}) scale(${(cell / 100).toFixed(4)})`);
    // Labels are as large in any room.
    const letter = Math.min(20, 1150 / cell);
    const edges = grid.ruling === 'outlined' && outlines(grid);
    if (group.letter === letter && group.edges === edges) return;
    Object.assign(group, { letter, edges });
    const yard = grid.role === 'yard';
    const whole = grid.squares.every(({ ground }) => ground !== 'void');
    const edge = yard ? 34 : 4;
    under.replaceChildren(...(yard || (whole && grid.ruling !== 'plain')
      ? [svg('rect', { class: 'rim', x: -edge, y: -edge, width: wide + 2 * edge, height: high + 2 * edge, rx: yard ? 60 : 9 })] : []));
    const text = (left, top, word, anchor) => svg('text', { class: 'label', x: left, y: top, 'font-size': letter, 'text-anchor': anchor }, word);
    // A label stands in the outermost square of its row or column; those of a yard stand beside it.
    const [across, down] = [grid.width, grid.squares.length / grid.width];
    const seen = (column, row) => grid.squares[this.turned ? grid.squares.length - 1 - row * across - column : row * across + column]?.ground !== 'void';
    const row = (word, i) => {
      const top = this.turned ? down - 1 - i : i;
      const left = yard ? 0 : Array.from({ length: across }, (_, column) => column).find((column) => seen(column, top));
      return left === undefined ? [] : [yard ? text(-18, 100 * top + 58, word, 'middle') : text(100 * left + 5, 100 * top + 95, word, 'start')];
    };
    const column = (word, i) => {
      const left = this.turned ? across - 1 - i : i;
      const low = Array.from({ length: down }, (_, row) => row).findLast((row) => seen(left, row));
      return low === undefined || yard ? [] : [text(100 * left + 95, 100 * low + 95, word, 'end')];
    };
    above.replaceChildren(
      ...(edges ? [svg('path', { class: 'outline', d: edges, transform: this.turned ? `rotate(180 ${wide / 2} ${high / 2})` : null })] : []),
      ...grid.rows.flatMap(row), ...grid.columns.flatMap(column));
  }

  // Puts a piece on its square; one that moves goes over the squares of its path.
  place(man, room, moves) {
    const { element, piece, path = [], nth, among } = man;
    const [dx, dy] = among > 1 ? CORNERS[nth % 4] : [0, 0];
    const size = (room.cell / 100) * (among > 1 ? SHARED[among] ?? 0.42 : 1);
    const spot = ([x, y], lift = 1) => `translate(${x}px, ${y}px) scale(${size * lift})`;
    const middle = (place) => room.middle(...place.split(':').map(Number));
    const [x, y] = middle(man.place);
    element.tumble = undefined;
    element.classList.remove('tumbling');
    element.hop?.cancel();
    element.style.transform = spot([x + dx * room.cell, y + dy * room.cell]);
    // A new piece is there at once: it doesn't come from anywhere.
    if (!element.isConnected) this.figures.append(element);
    const stops = moves ? path.map(middle) : [];
    this.paint(man);
    man.path = undefined;
    if (stops.length < 2 || (stops.length === 2 && path[0] === man.place)) return;
    const leg = Math.min(LEG, LONGEST / (stops.length - 1));
    const rolls = man.was?.faces && piece.faces;
    if (rolls) return this.tumble(man, stops, { leg, size });
    if (stops.length === 2) return;
    // From square to square, with a hop in between.
    const frames = stops.flatMap((stop, i) => [...(i ? [[(stop[0] + stops[i - 1][0]) / 2, (stop[1] + stops[i - 1][1]) / 2, 1.18]] : []), [...stop, 1]]);
    element.hop = element.animate(frames.map(([left, top, lift]) => ({ transform: spot([left, top], lift) })), { duration: leg * (stops.length - 1) });
  }

  // Draws the piece itself, unless it looks as before.
  paint(man) {
    const drawn = JSON.stringify([man.piece, this.turned]);
    if (man.drawn === drawn) return;
    man.drawn = drawn;
    man.element.replaceChildren(...figure(man.piece, { turned: this.turned }));
  }

  // Tips a die from square to square over its edges, and lets it jump where the next square is further away.
  tumble(man, stops, { leg, size }) {
    const { element, piece } = man;
    let faces = man.was.faces;
    const begun = performance.now();
    // Whatever places the die anew ends this.
    const turn = (element.tumble = {});
    const ways = stops.slice(1).map(([x, y], i) => [x - stops[i][0], y - stops[i][1]]);
    const steps = ways.map(([x, y]) => ({ jumps: Math.hypot(x, y) > 1.5 * this.size, way: [Math.sign(Math.round(x)), Math.sign(Math.round(y))] }));
    // The die as it lies at the beginning of each leg, as its owner sees it.
    const lying = steps.map(({ jumps, way }) => {
      const now = faces;
      if (!jumps) faces = tip(faces, this.turned ? way.map((part) => -part) : way);
      return now;
    });
    const end = element.style.transform;
    man.drawn = undefined;
    element.classList.add('tumbling');
    const frame = () => {
      const at = (performance.now() - begun) / leg;
      const i = Math.floor(at);
      if (element.tumble !== turn) return;
      if (i >= steps.length) {
        element.classList.remove('tumbling');
        element.style.transform = end;
        return this.paint(man);
      }
      const part = (at - i) ** 2 * (3 - 2 * (at - i));
      const { jumps, way } = steps[i];
      const [x, y] = [0, 1].map((axis) => stops[i][axis] + ways[i][axis] * part);
      element.style.transform = `translate(${x}px, ${y}px) scale(${size})`;
      element.replaceChildren(...cube(piece.seat, lying[i], jumps ? { lift: 60 * Math.sin(Math.PI * part), turned: this.turned } : { way, angle: (part * Math.PI) / 2, turned: this.turned }));
      requestAnimationFrame(frame);
    };
    frame();
  }

  // Shows the players with their numbers, and what else the scene says.
  tell(items) {
    const texts = items.flatMap(({ text }) => (text ? [text] : []));
    const facts = texts.flatMap(({ seat, role }) => (role?.fact ? [{ seat, ...role.fact }] : []));
    const turn = turnOf(items);
    const told = JSON.stringify([facts, turn, this.seats, this.turned, texts.map(({ text, role, seat }) => !role && [text, seat])]);
    if (told === this.told) return;
    this.told = told;
    const fact = ({ label: name, value, most }) => html('span', { class: 'fact' }, `${name} `, html('b', {}, value),
      most ? html('span', { class: 'rail', 'aria-hidden': 'true' }, bar(value / most)) : null);
    const player = ({ seat, name, clock }) => html('li', { class: `player seat-${seat}${seat === turn ? ' turn' : ''}` }, html('span', { class: 'who' }, badge(seat), html('span', { class: 'unseen' }, seat), ' ', html('bdi', {}, name)),
      seat === turn ? html('span', { class: 'unseen' }, ' to move') : null,
      html('span', { class: 'facts' }, ...facts.filter((one) => one.seat === seat).map(fact)), clock ? html('span', { class: 'clock', 'data-seat': seat }) : null);
    // Two sit opposite each other; of more, A is at the lower left, B at the upper left, and so on.
    const { seats } = this;
    const isNear = ({ seat }) => (seats.length === 2 ? seat === seats[0].seat : 'AD'.includes(seat));
    const [near, far] = [seats.filter(isNear), seats.filter((one) => !isNear(one))];
    const [above, below] = this.turned ? [near.reverse(), far.reverse()] : [far, near];
    this.above.replaceChildren(...above.map(player));
    this.below.replaceChildren(...below.map(player));
    // Who lays tiles has them as buttons.
    this.common.replaceChildren(...facts.filter(({ seat, tile }) => !seat && !(tile && this.press)).map(fact));
    const notes = texts.filter(({ role, text }) => !role && text.trim());
    this.notes.replaceChildren(...notes.map(({ seat, text }) => html('li', { class: seat ? `of seat-${seat}` : null }, text.trim().replace(/ {2,}/g, ' '))));
  }

  // Makes one square reachable by Tab (a roving tabindex); arrow keys lead to the others.
  rove(cell, focus) {
    for (const own of this.cells) own.element.setAttribute('tabindex', own === cell ? 0 : -1);
    this.at = cell.at;
    if (focus) cell.element.focus({ preventScroll: true });
  }

  focus() {
    this.places.get(this.at)?.element.focus();
  }

  key(event) {
    const card = event.target.closest('.card[data-at]');
    if (card && ['Enter', ' '].includes(event.key)) {
      event.preventDefault();
      return this.press(card.dataset.at);
    }
    const cell = this.cells.find((own) => own.element === event.target);
    if (!cell || event.ctrlKey || event.altKey || event.metaKey) return;
    if (this.press && ['Enter', ' '].includes(event.key)) {
      event.preventDefault();
      return this.press(cell.at);
    }
    const row = this.cells.filter((own) => Math.abs(own.y - cell.y) < this.size / 2).sort((a, b) => a.x - b.x);
    const to = WAYS[event.key] ? this.beside(cell, WAYS[event.key]) : { Home: row[0], End: row.at(-1) }[event.key];
    if (!to) return;
    event.preventDefault();
    this.rove(to, true);
  }

  // Returns the next square in a direction, across gaps; at the edge the same square.
  beside(cell, [dx, dy]) {
    const far = (own) => dx * (own.x - cell.x) + dy * (own.y - cell.y);
    const aside = (own) => Math.abs(dy * (own.x - cell.x) + dx * (own.y - cell.y));
    const ahead = this.cells.filter((own) => far(own) > 1 && aside(own) < this.size / 2);
    return ahead.reduce((best, own) => (best !== cell && far(best) <= far(own) ? best : own), cell);
  }

  click(event) {
    const card = this.press && event.target.closest('.card[data-at]');
    if (card) return this.press(card.dataset.at);
    const element = event.target.closest('[role=gridcell]');
    const cell = this.press && this.cells.find((own) => own.element === element);
    if (!cell) return;
    this.rove(cell, true);
    this.press(cell.at);
  }
}

// Returns a bar that is filled up to a share from 0 to 1.
const bar = (share) => svg('svg', { viewBox: '0 0 100 10', preserveAspectRatio: 'none' }, svg('rect', { class: 'full', width: 100 * Math.max(0, Math.min(1, share)), height: 10 }));

// Describes the steps of a card in words.
function stepsOf({ squares, width }) {
  const origin = squares.findIndex(({ pieces }) => pieces?.[0]?.kind === 'origin');
  const go = (n, plus, minus) => (n ? `${Math.abs(n)} ${n > 0 ? plus : minus}` : '');
  const steps = squares.flatMap(({ pieces }, i) => {
    if (pieces?.[0]?.kind !== 'target') return [];
    const [right, up] = [(i % width) - (origin % width), Math.floor(origin / width) - Math.floor(i / width)];
    return [[go(up, 'up', 'down'), go(right, 'right', 'left')].filter(Boolean).join(' ')];
  });
  return steps.join('; ');
}

// Returns the lines where a group of squares ends, for squares with sides of 100.
function outlines({ squares, width }) {
  const at = (column, row) => {
    const square = column >= 0 && column < width ? squares[row * width + column] : undefined;
    return square && square.ground !== 'void' ? square : undefined;
  };
  const apart = (a, b) => (a || b) && !(a && b && a.group && a.group === b.group);
  let path = '';
  for (let row = 0; row <= squares.length / width; row++) {
    for (let column = 0; column <= width; column++) {
      if (apart(at(column, row), at(column, row - 1))) path += `M${100 * column},${100 * row}h100`;
      if (apart(at(column, row), at(column - 1, row))) path += `M${100 * column},${100 * row}v100`;
    }
  }
  return path;
}

// Draws an arrow. Its name is two squares without a separator, so the names of this board's squares tell where the
// first ends.
function arrow(name, named, size) {
  for (let cut = 1; cut < name.length; cut++) {
    const [from, to] = [named.get(name.slice(0, cut)), named.get(name.slice(cut))];
    if (!from || !to) continue;
    const [x, y] = [to.x - from.x, to.y - from.y];
    const long = Math.hypot(x, y) / size;
    return svg('path', { class: 'arrow', d: `M0,-7 H${long - 40} V-22 L${long - 5},0 L${long - 40},22 V7 H0 Z`,
      transform: `translate(${from.x},${from.y}) rotate(${(Math.atan2(y, x) * 180) / Math.PI}) scale(${size})` });
  }
  return undefined;
}
