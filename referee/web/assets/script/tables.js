// Tables, brackets and rounds of a run. They change in place, so that readers don't lose their position; rows
// with a new rank are highlighted.

const MOVING = matchMedia('(prefers-reduced-motion: no-preference)');
// How long a change of rank is highlighted, in milliseconds.
const NEWS = 15000;

const listOf = (bots) => `${BASE}/games?${bots.map((bot) => `of=${encodeURIComponent(bot)}`).join('&')}`;

// A cell is a text, or a list of the text, the rows whose games it links to, and its heat.
const parts = (cell) => (Array.isArray(cell) ? cell : [cell]);
const textOf = (cell) => parts(cell)[0];

// A table that scrolls on its own; if `ranked`, it shows changes of rank.
class Sheet {
  constructor(title, ranked) {
    Object.assign(this, { ranked, ranks: new Map(), moved: new Map(), known: [] });
    [this.head, this.body] = [html('thead'), html('tbody')];
    this.table = html('table', {}, this.head, this.body);
    this.element = html('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': title }, this.table);
  }

  show(table) {
    const head = JSON.stringify(table.head);
    if (this.known.head !== head) {
      this.known = { head, rows: [] };
      this.left = table.left;
      this.table.className = table.head[0] === '#' ? 'ranked' : '';
      const focused = this.head.contains(document.activeElement) && document.activeElement.textContent;
      this.head.replaceChildren(html('tr', {}, ...table.head.map((text, at) => html('th', { scope: 'col', class: this.name(at) }, text))));
      this.body.replaceChildren();
      this.sorting = new Sorting(this.head.rows[0], () => this.show(this.shown), this.sorting);
      if (focused) [...this.head.querySelectorAll('button')].find(({ textContent }) => textContent === focused)?.focus();
    }
    this.shown = table;
    this.order = this.sorting.rows(table.rows.length, (row, column) => String(textOf(table.rows[row][column])));
    const tops = this.tops();
    while (this.body.rows.length > table.rows.length) this.body.lastChild.remove();
    this.known.rows.length = table.rows.length;
    this.order.forEach((row, at) => this.row(table, table.rows[row], at));
    if (this.ranked) this.point(table, tops);
  }

  name(column) {
    return this.left.includes(column) ? 'name' : null;
  }

  row(table, cells, at) {
    const row = this.body.rows[at] ?? this.body.appendChild(html('tr', {}, ...cells.map((_, column) => html('td', { class: this.name(column) }))));
    const known = (this.known.rows[at] ??= []);
    cells.forEach((cell, column) => {
      const [text, games, heat] = parts(cell);
      const bots = [...new Set(games ?? [])].map((row) => textOf(table.rows[row][table.left[0]]));
      const key = JSON.stringify([text, bots, heat]);
      if (known[column] === key) return;
      known[column] = key;
      const place = row.cells[column];
      place.className = heat === undefined || heat === null ? this.name(column) ?? '' : `heat-${heat}`;
      // A link that is being pressed stays in place.
      const link = place.querySelector('a');
      if (link && bots.length) Object.assign(link, { href: listOf(bots), textContent: text });
      else place.replaceChildren(bots.length ? html('a', { href: listOf(bots) }, text) : text);
    });
  }

  // Returns the position of each name on the page, where its move to a new rank starts.
  tops() {
    if (!this.ranked || !MOVING.matches) return new Map();
    return new Map([...this.body.rows].map((row, at) => [this.names?.[at], row.offsetTop]));
  }

  point(table, tops) {
    const rows = this.order.map((row) => table.rows[row]);
    this.names = rows.map((cells) => textOf(cells[table.left[0]]));
    const now = Date.now();
    rows.forEach((cells, at) => {
      const [name, rank] = [this.names[at], Number(textOf(cells[0]))];
      const by = (this.ranks.get(name) ?? rank) - rank;
      if (by) this.moved.set(name, { by, until: now + NEWS });
      this.ranks.set(name, rank);
      const row = this.body.rows[at];
      const from = tops.get(name);
      if (from !== undefined && from !== row.offsetTop) {
        row.animate([{ transform: `translateY(${from - row.offsetTop}px)` }, { transform: 'none' }], { duration: 450, easing: 'ease-out' });
      }
    });
    this.mark();
  }

  mark() {
    const now = Date.now();
    this.names.forEach((name, at) => {
      const place = this.body.rows[at].cells[this.left[0]];
      const { by, until } = this.moved.get(name) ?? {};
      if (until > now) place.dataset.moved = `${by > 0 ? '▲' : '▼'}${Math.abs(by)}`;
      else {
        this.moved.delete(name);
        delete place.dataset.moved;
      }
    });
    clearTimeout(this.timer);
    if (this.moved.size) this.timer = setTimeout(() => this.mark(), NEWS / 5);
  }
}

function tieOf({ sides, note }) {
  const bots = sides.map((side) => side.bot);
  const both = bots.every((bot) => bot !== null);
  // With only one bot, the note takes the place of the other.
  const alone = note && bots.filter((bot) => bot !== null).length === 1;
  const side = ({ bot, points, won }) => html('div', { class: won ? 'side won' : 'side' },
    bot === null ? html('span', { class: 'soft' }, alone ? note : '–') : both ? html('a', { href: listOf(bots) }, bot) : html('span', {}, bot),
    html('b', {}, points, won ? html('span', { class: 'unseen' }, ' (won)') : null));
  return html('li', { class: 'tie' }, ...sides.map(side), note && !alone ? html('div', { class: 'soft note' }, note) : null);
}

// Draws rounds next to each other, and again when something has changed; the scroll position is kept.
class Draw {
  constructor({ title }) {
    this.scroll = html('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': title ?? 'rounds' });
    this.element = html('div', {}, title ? html('h3', {}, title) : null, this.scroll);
  }

  show(draw) {
    const now = JSON.stringify(draw);
    if (now === this.known) return;
    this.known = now;
    const round = ({ title, ties }) => html('section', { class: 'round' }, html('h4', {}, title), html('ol', {}, ...ties.map(tieOf)));
    this.scroll.replaceChildren(html('div', { class: draw.bracket ? 'rounds bracket' : 'rounds' }, ...draw.rounds.map(round)));
  }
}

// Returns sentences; if there are many, the rest is folded.
function notesOf({ title, lines }) {
  if (!lines.length) return [];
  const own = lines.map((line) => html('p', { class: 'soft' }, line));
  const rest = own.splice(own.length > 7 ? 6 : own.length);
  const folded = rest.length ? [html('details', { class: 'rest' }, html('summary', {}, `${rest.length} more sentences`), ...rest)] : [];
  return [...(title ? [html('h3', {}, title)] : []), ...own, ...folded];
}

// Sentences or preformatted lines, drawn again when they have changed.
class Words {
  constructor(draw, tag = 'div') {
    this.draw = draw;
    this.element = html(tag, { class: tag === 'figure' ? 'picture' : null });
  }

  show(words) {
    const now = JSON.stringify(words);
    if (now === this.known) return;
    this.known = now;
    this.element.replaceChildren(...this.draw(words));
  }
}

// A section of a report; each of its blocks is an object of one key, which says what it is.
class Part {
  constructor({ id, title, blocks }) {
    let tables = 0;
    const sheet = () => {
      tables += 1;
      return new Sheet(tables > 1 ? `${title}, table ${tables}` : title, id === 'standings' && tables === 1);
    };
    const kinds = {
      table: sheet,
      facts: sheet,
      rounds: (draw) => new Draw(draw),
      notes: () => new Words(notesOf),
      text: () => new Words((text) => [html('p', { class: 'soft' }, text)]),
      picture: () => new Words(drawPicture, 'figure'),
      verbatim: () => new Words((text) => [html('pre', {}, text)]),
    };
    this.blocks = blocks.map((block) => Object.entries(block).map(([kind, value]) => kinds[kind](value))[0]);
    this.element = html('section', { id }, html('h2', {}, title), ...this.blocks.map((block) => block.element));
  }

  show({ blocks }) {
    blocks.forEach((block, at) => this.blocks[at].show(Object.values(block)[0]));
  }
}

// All parts of the page.
class Parts {
  constructor(holder) {
    this.holder = holder;
  }

  show(sections) {
    const shape = JSON.stringify(sections.map(({ id, blocks }) => [id, blocks.map((block) => [...Object.keys(block), block.rounds?.title])]));
    if (shape !== this.shape) {
      this.shape = shape;
      this.parts = sections.map((section) => new Part(section));
      this.holder.replaceChildren(...this.parts.map((part) => part.element));
    }
    sections.forEach((section, at) => this.parts[at].show(section));
  }
}
