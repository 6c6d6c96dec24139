// Draws a scene as SVG. Positions in a scene are columns and lines of a terminal: a column is 10 wide and a
// line 20 high, so a square of a board, 4 columns by 2 lines, has sides of 40.

const [COLUMN, LINE, SIDE] = [10, 20, 40];

const extent = (grid) => {
  const height = Math.ceil(grid.squares.length / grid.width);
  const [x, y] = [grid.x * COLUMN, grid.y * LINE];
  if (grid.ruling === 'plain') return { x: x - 15, y: y + 10, right: x + 65, bottom: y + 90 };
  return { x: x + 5, y: y + 10, right: x + 5 + grid.width * SIDE, bottom: y + 10 + height * SIDE };
};

// On narrow screens, items to the right of the board, such as cards, are drawn below it.
const NARROW = matchMedia('(max-width: 48rem)');

// The boards on the page by their elements, which are drawn anew when the page gets narrow or wide.
const BOARDS = new WeakMap();
NARROW.addEventListener('change', () => {
  for (const element of document.querySelectorAll('svg.board')) BOARDS.get(element)?.again();
});

function folded(items) {
  const board = items.find((item) => item.grid?.name === 'board')?.grid;
  const edge = board && board.x + 4 * board.width;
  const aside = items.filter(({ grid, text }) => board && (grid ?? text).x >= edge && (grid || text.text.length < 20));
  if (!aside.some((item) => item.grid)) return items;
  const least = (name) => Math.min(...aside.map(({ grid, text }) => (grid ?? text)[name]));
  const [left, up] = [least('x') - board.x + 1, 2 * Math.ceil(board.squares.length / board.width) + 2 + board.y - least('y')];
  const move = (part) => ({ ...part, x: part.x - left, y: part.y + up });
  return items.map((item) => (!aside.includes(item) ? item : item.grid ? { grid: move(item.grid) } : { text: move(item.text) }));
}

// The direction of each arrow key: right and down are positive.
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const NONE = new Set();

// Most characters of a line that stands where the board would be.
const WIDEST = 40;

// Cuts a text into lines that are short enough.
function wrapped({ text, ...rest }) {
  const lines = text.match(new RegExp(`.{1,${WIDEST}}`, 'gsu')) ?? [];
  return lines.map((line, y) => ({ ...rest, text: line, x: 0, y }));
}

class Board {
  // `press` is called with the place of a chosen square: the indices of its item and of itself, as `0:12`.
  constructor(holder, press) {
    Object.assign(this, { press, cells: [], middles: new Map(), notes: html('ul', { class: 'notes' }) });
    this.svg = svg('svg', { class: press ? 'board played' : 'board', onkeydown: (event) => this.key(event), onclick: (event) => this.click(event) });
    BOARDS.set(this.svg, this);
    holder.replaceChildren(this.svg);
  }

  // Draws what was shown last once more; its box begins anew.
  again() {
    this.box = undefined;
    if (this.shown) this.show(...this.shown);
  }

  // Draws items. The sets `fresh` (highlighted squares), `may` (squares that can be chosen) and `held`
  // (chosen squares) hold places; `marks` and `arrows` come from a bot's remark.
  show(items, looks = {}) {
    this.shown = [items, looks];
    const { fresh = NONE, may = NONE, held = NONE, marks = [], arrows = [] } = looks;
    if (NARROW.matches) items = folded(items);
    const focused = this.svg.contains(document.activeElement);
    this.cells = [];
    this.middles.clear();
    const drawn = items.flatMap((item, at) => (item.grid ? [this.grid(item.grid, at, { fresh, may, held })] : []));
    const grids = items.filter((item) => item.grid).map((item) => item.grid);
    const lines = items.filter((item) => item.text && !item.text.key).map((item) => item.text);
    // A game without a drawing has only its line, which stands where the board would be.
    const texts = grids.length ? lines : lines.flatMap(wrapped);
    const right = grids.length ? Math.max(...grids.map((grid) => extent(grid).right)) : Infinity;
    this.svg.classList.toggle('lines', !grids.length);
    // Text to the right of everything else is easier to read as text of the page.
    const beside = (text) => text.x * COLUMN >= right - 5 && text.text.length > 3;
    this.notes.replaceChildren(...texts.filter(beside).filter((text) => text.text.trim()).map((text) =>
      html('li', { class: text.seat ? `of seat-${text.seat}` : null }, text.text.trim().replace(/ {2,}/g, ' '))));
    const inside = texts.filter((text) => !beside(text));
    this.svg.replaceChildren(
      ...drawn,
      ...inside.map((text) => this.text(text)),
      ...marks.filter((name) => this.middles.has(name)).map((name) => this.mark(name)),
      ...arrows.map((name) => this.arrow(name)));
    this.frame(grids, inside);
    const rests = this.cells.find((cell) => cell.at === this.at) ?? this.cells.find((cell) => may.has(cell.at)) ?? this.cells[0];
    if (rests) this.rove(rests, focused);
  }

  // Makes one square reachable by Tab (a roving tabindex); arrow keys lead to the others.
  rove(cell, focus) {
    for (const own of this.cells) own.element.setAttribute('tabindex', own === cell ? 0 : -1);
    this.at = cell.at;
    if (focus) cell.element.focus({ preventScroll: true });
  }

  focus() {
    this.cells.find((cell) => cell.at === this.at)?.element.focus();
  }

  key(event) {
    const cell = this.cells.find((own) => own.element === event.target);
    if (!cell || event.ctrlKey || event.altKey || event.metaKey) return;
    if (this.press && ['Enter', ' '].includes(event.key)) {
      event.preventDefault();
      return this.press(cell.at);
    }
    const row = this.cells.filter((own) => own.y === cell.y);
    const to = WAYS[event.key] ? this.beside(cell, WAYS[event.key]) : { Home: row[0], End: row.at(-1) }[event.key];
    if (!to) return;
    event.preventDefault();
    this.rove(to, true);
  }

  // Returns the next square in a direction, across gaps; at the edge the same square.
  beside(cell, [dx, dy]) {
    const far = (own) => dx * (own.x - cell.x) + dy * (own.y - cell.y);
    const aside = (own) => Math.abs(dy * (own.x - cell.x) + dx * (own.y - cell.y));
    const ahead = this.cells.filter((own) => far(own) > 0 && aside(own) < SIDE / 2);
    return ahead.reduce((best, own) => (best !== cell && far(best) <= far(own) ? best : own), cell);
  }

  click(event) {
    const element = event.target.closest('[role=gridcell]');
    const cell = this.press && this.cells.find((own) => own.element === element);
    if (!cell) return;
    this.rove(cell, true);
    this.press(cell.at);
  }

  // Sets the view box so that it contains everything; it doesn't shrink during a game.
  frame(grids, texts) {
    const boxes = grids.map((grid) => {
      const box = extent(grid);
      const [rows, columns] = [grid.rows.some(Boolean), grid.columns.some(Boolean)];
      return { ...box, x: box.x - (rows ? 22 : 3), bottom: box.bottom + (columns ? 24 : 3), y: box.y - 3, right: box.right + 3 };
    }).concat(texts.map((text) => ({
      x: text.x * COLUMN, right: (text.x + text.text.length) * COLUMN, y: text.y * LINE, bottom: text.y * LINE + LINE,
    })));
    if (grids.length === 0) boxes.push({ x: 0, y: 0, right: WIDEST * COLUMN, bottom: 3 * LINE });
    if (this.box) boxes.push(this.box);
    const side = (least, name) => (least ? Math.min : Math.max)(...boxes.map((box) => box[name]));
    this.box = { x: side(true, 'x'), y: side(true, 'y'), right: side(false, 'right'), bottom: side(false, 'bottom') };
    const { x, y, right, bottom } = this.box;
    this.svg.setAttribute('viewBox', `${x} ${y} ${right - x} ${bottom - y}`);
  }

  text({ x, y, text, seat }) {
    const shown = { '^': '▲', v: '▼' }[text] ?? text;
    const short = text.length < 3;
    return svg('text', { class: `caption${short ? ' short' : ''}${seat ? ` seat-${seat}` : ''}`, x: x * COLUMN + (short ? 5 : 0), y: y * LINE + 15 }, shown);
  }

  grid(grid, at, shown) {
    return grid.ruling === 'plain' ? this.card(grid) : this.ruled(grid, at, shown);
  }

  // Draws a card: a small picture of squares, with a description for screen readers.
  card(grid) {
    const { x, y } = extent(grid);
    const cells = grid.squares.map((square, i) => svg('rect', {
      class: `cell ${square.pieces?.[0]?.kind ?? ''}`, x: 3 + 15 * (i % grid.width), y: 3 + 15 * Math.floor(i / grid.width), width: 14, height: 14, rx: 2,
    }));
    const middle = Math.floor(grid.squares.length / 2);
    const steps = grid.squares.flatMap((square, i) => {
      if (square.pieces?.[0]?.kind !== 'target') return [];
      const [dx, dy] = [(i % grid.width) - (middle % grid.width), Math.floor(middle / grid.width) - Math.floor(i / grid.width)];
      const go = (n, plus, minus) => (n ? `${Math.abs(n)} ${n > 0 ? plus : minus}` : '');
      return [[go(dy, 'up', 'down'), go(dx, 'right', 'left')].filter(Boolean).join(' ')];
    });
    return svg('g', { class: 'card', role: 'img', 'aria-label': `${grid.name}: ${steps.join('; ')}`, transform: `translate(${x},${y})` },
      svg('rect', { class: 'paper', width: 80, height: 80, rx: 6 }), ...cells);
  }

  ruled(grid, at, shown) {
    const { x, y } = extent(grid);
    const rows = [];
    for (let row = 0; row * grid.width < grid.squares.length; row++) {
      const squares = grid.squares.slice(row * grid.width, (row + 1) * grid.width);
      const cells = squares.flatMap((square, column) => (square.ground === 'void' ? [] : [this.square(square, `${at}:${row * grid.width + column}`, x + column * SIDE, y + row * SIDE, shown)]));
      if (cells.length) rows.push(svg('g', { role: 'row' }, ...cells));
    }
    const columns = grid.columns.map((text, i) => svg('text', { class: 'label', x: x + i * SIDE + 20, y: y + (grid.squares.length / grid.width) * SIDE + 17 }, text));
    const lines = grid.rows.map((text, i) => svg('text', { class: 'label', x: x - 11, y: y + i * SIDE + 25 }, text));
    return svg('g', { class: `grid ${grid.ruling}` },
      svg('g', { role: 'grid', 'aria-label': grid.name, 'aria-readonly': this.press ? null : 'true' }, ...rows),
      grid.ruling === 'outlined' ? this.outlines(grid, x, y) : null,
      svg('g', { 'aria-hidden': 'true' }, ...columns, ...lines));
  }

  square(square, at, x, y, { fresh, may, held }) {
    if (square.name) this.middles.set(square.name, [x + 20, y + 20]);
    const seat = square.ground.seat;
    const [can, chosen] = [may.has(at), held.has(at)];
    const classes = ['square', square.ground === 'dark' && 'dark', seat && `ground seat-${seat}`, square.owner && `won-${square.owner}`, fresh.has(at) && 'fresh', can && 'may', chosen && 'held'];
    const label = `${described(square)}${can && !square.open ? ', may be chosen' : ''}`;
    const element = svg('g', { role: 'gridcell', 'aria-label': label, 'aria-selected': chosen ? 'true' : null, 'data-square': square.name, 'data-at': at, tabindex: -1, class: classes.filter(Boolean).join(' '), transform: `translate(${x + 20},${y + 20})` },
      svg('rect', { class: 'floor', x: -20, y: -20, width: SIDE, height: SIDE }),
      seat && !square.pieces ? svg('text', { class: 'sign', y: 5 }, seat) : null,
      square.owner && !square.pieces ? svg('text', { class: 'owner', x: -12, y: -8 }, square.owner) : null,
      square.open ? svg('circle', { class: 'open', r: 3.5 }) : null,
      ...pieces(square.pieces ?? []),
      can && !square.open ? (square.pieces ? svg('rect', { class: 'can', x: -18.5, y: -18.5, width: 37, height: 37, rx: 4 }) : svg('circle', { class: 'can', r: 5 })) : null);
    this.cells.push({ at, x, y, element });
    return element;
  }

  // Draws lines where a group ends.
  outlines(grid, x, y) {
    const at = (column, row) => {
      const square = column >= 0 && column < grid.width ? grid.squares[row * grid.width + column] : undefined;
      return square && square.ground !== 'void' ? square : undefined;
    };
    const apart = (a, b) => (a || b) && !(a && b && a.group && a.group === b.group);
    let path = '';
    for (let row = 0; row <= grid.squares.length / grid.width; row++) {
      for (let column = 0; column <= grid.width; column++) {
        const corner = `M${x + column * SIDE},${y + row * SIDE}`;
        if (apart(at(column, row), at(column, row - 1))) path += `${corner}h${SIDE}`;
        if (apart(at(column, row), at(column - 1, row))) path += `${corner}v${SIDE}`;
      }
    }
    return svg('path', { class: 'outline', d: path });
  }

  mark(name) {
    const [x, y] = this.middles.get(name);
    return svg('circle', { class: 'mark', cx: x, cy: y, r: 17 });
  }

  // Draws an arrow. Its name is two squares without a separator, so the names of this board's squares tell
  // where the first ends.
  arrow(name) {
    for (let cut = 1; cut < name.length; cut++) {
      const [from, to] = [this.middles.get(name.slice(0, cut)), this.middles.get(name.slice(cut))];
      if (!from || !to) continue;
      const angle = Math.atan2(to[1] - from[1], to[0] - from[0]);
      const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
      return svg('path', { class: 'arrow', d: `M0,-3 H${length - 16} V-9 L${length - 2},0 L${length - 16},9 V3 H0 Z`,
        transform: `translate(${from[0]},${from[1]}) rotate(${(angle * 180) / Math.PI})` });
    }
    return svg('g');
  }
}
