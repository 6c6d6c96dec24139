// Places the boards and cards of a scene in a room of any size: the boards as large as they fit, the cards of a seat on
// its side, and shared cards nearer to the seat that gets them next.

// The side of a card as a share of the boards' longer side: beside the boards, and above and below them.
const CARD = { beside: 0.3, around: 0.26 };
// Free room between parts, as a share of the room's shorter side.
const GAP = 0.02;

// Returns the boards with their places in squares, as the terminal draws them, and how many squares all take; gaps at
// the edges take no room.
function boardsOf(items) {
  const boards = items.flatMap(({ grid }, at) => (grid && grid.role !== 'card' ? [{ at, grid }] : []));
  // A square of a ruled board is 4 columns by 2 lines of the terminal.
  const [across, down] = boards.every(({ grid }) => grid.ruling === 'plain') ? [1, 1] : [4, 2];
  const [columns, rows] = [[], []];
  for (const { grid: { x, y, width, squares } } of boards) {
    squares.forEach(({ ground }, i) => {
      if (ground === 'void') return;
      columns.push(x / across + (i % width));
      rows.push(y / down + Math.floor(i / width));
    });
  }
  const [left, top] = [Math.min(...columns), Math.min(...rows)];
  for (const board of boards) {
    board.column = board.grid.x / across - left;
    board.row = board.grid.y / down - top;
  }
  return { boards, columns: Math.max(0, Math.max(...columns) - left) + 1, rows: Math.max(0, Math.max(...rows) - top) + 1 };
}

// Returns the cards of each seat, and those of nobody under ''.
function handsOf(items) {
  const hands = new Map();
  items.forEach(({ grid }, at) => {
    if (grid?.role !== 'card') return;
    const seat = grid.owner ?? '';
    hands.set(seat, [...(hands.get(seat) ?? []), at]);
  });
  return hands;
}

const turnOf = (items) => items.find(({ text }) => text?.role === 'turn')?.text.seat;

// Returns the width of a scene that is as high as 1, with its cards above and below.
function shapeOf(items) {
  const { columns, rows } = boardsOf(items);
  const cards = handsOf(items).size ? 2 * (CARD.around + GAP) * Math.max(columns, rows) : 0;
  return columns / (rows + cards);
}

// Arranges a scene in a room, by the first seat's side or `turned` to the other. Returns in pixels the side of a square
// (`cell`), the upper left corner of each board, the middle of a square (`middle`), and the cards by their items.
function arrange(items, turned, width, height) {
  const { boards, columns, rows } = boardsOf(items);
  const hands = handsOf(items);
  const first = [...hands.keys()].filter(Boolean).sort()[0];
  const isNear = (seat) => (seat === first) !== turned;
  const held = (near) => [...hands].reduce((sum, [seat, cards]) => sum + (seat && isNear(seat) === near ? cards.length : 0), 0);
  const most = Math.max(held(true), held(false), (hands.get('') ?? []).length);
  const [long, gap, beside] = [Math.max(columns, rows), GAP * Math.min(width, height), width > 1.25 * height];
  const shared = (hands.get('') ?? []).length;
  // Where there are many cards on a side, or the boards are low, each is smaller.
  const fits = beside ? rows / long / 3.2 : columns / long / (Math.max(held(true), held(false)) + shared + 0.3);
  const share = !most ? 0 : Math.min(beside ? CARD.beside : CARD.around, fits);
  const across = beside ? columns + most * share * long : columns;
  const down = beside || !most ? rows : rows + 2 * share * long;
  const cell = Math.max(1, Math.min((width - (beside && most ? (most + 1) * gap : 0)) / across, (height - (beside || !most ? 0 : 2 * gap)) / down));
  const [wide, high, card] = [cell * columns, cell * rows, cell * long * share];
  const total = beside && most ? wide + most * (card + gap) + gap : wide;
  const [left, top] = [(width - total) / 2, (height - high) / 2];
  const corner = ({ column, row, grid }) => {
    const [w, h] = [grid.width, Math.ceil(grid.squares.length / grid.width)];
    return [left + cell * (turned ? columns - column - w : column), top + cell * (turned ? rows - row - h : row)];
  };
  const corners = new Map(boards.map((board) => [board.at, corner(board)]));
  const middle = (at, square) => {
    const { grid } = items[at];
    const [x, y] = corners.get(at);
    const last = Math.ceil(grid.squares.length / grid.width) - 1;
    const [column, row] = [square % grid.width, Math.floor(square / grid.width)];
    return [x + cell * (0.5 + (turned ? grid.width - 1 - column : column)), y + cell * (0.5 + (turned ? last - row : row))];
  };
  const [cards, taken] = [new Map(), { true: 0, false: 0 }];
  for (const [seat, list] of hands) {
    const near = isNear(seat || (turnOf(items) ?? first));
    // Cards of several seats on one side lie next to each other.
    const before = seat ? taken[near] : 0;
    if (seat) taken[near] += list.length;
    list.forEach((at, nth) => {
      const i = before + nth;
      const besideX = left + wide + 1.5 * gap + card / 2;
      const [x, y] = !beside
        ? [seat ? left + card / 2 + i * (card + gap) : left + wide - card / 2 - i * (card + gap), near ? top + high + gap + card / 2 : top - gap - card / 2]
        : seat ? [besideX + i * (card + gap), near ? top + high - card / 2 : top + card / 2]
          : [besideX + (most - 1 - i) * (card + gap), top + high / 2 + (near ? 1 : -1) * gap];
      cards.set(at, { x, y, side: card });
    });
  }
  return { cell, boards, corners, middle, cards };
}
