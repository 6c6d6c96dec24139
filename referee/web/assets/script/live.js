// Pages of the server: the run as it goes on, and a game move by move.

// A game in play: a small board with who plays and what happened last.
class Small {
  constructor() {
    const stage = html('div', { class: 'stage' });
    this.board = new Board(stage);
    this.names = html('p', { class: 'chairs' });
    this.last = html('p', { class: 'soft' });
    this.element = html('figure', { class: 'small' }, this.names, stage, this.last);
    this.at = 0;
  }

  hear(data) {
    const before = this.items;
    this.items = data.scene ? data.scene.items : apply([...this.items], data.changes ?? []);
    const fresh = before && !data.scene ? touched(data.changes ?? [], before, this.items) : undefined;
    this.board.show(this.items, { fresh });
    this.names.replaceChildren(html('a', { href: `${BASE}/game/${data.number}` }, `Game ${data.number}`),
      ...data.chairs.flatMap(([seat, bot]) => [' ', badge(seat), ` ${bot}`]));
    const [seat, word] = data.last ?? [];
    this.last.textContent = data.ended ? `ended: ${data.ended}` : seat ? `${data.steps}: ${seat} ${word}` : 'begins';
    this.at = data.steps;
  }
}

const row = (table, cells, tag) => html('tr', {}, ...cells.map((cell, at) =>
  html(tag, { class: table.left.includes(at) ? 'name' : null, scope: tag === 'th' ? 'col' : null }, cell)));

function tableOf(table) {
  return html('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'table' },
    html('table', {}, html('thead', {}, row(table, table.head, 'th')),
      html('tbody', {}, ...table.rows.map((cells) => row(table, cells, 'td')))));
}

function sectionOf(section) {
  const blocks = section.blocks.filter((block) => block.lines.length).flatMap((block) =>
    [block.title && html('h3', {}, block.title), ...block.lines.map((line) => html('p', { class: 'soft' }, line))]);
  return html('section', { id: section.id }, html('h2', {}, section.title), ...section.tables.map(tableOf), ...blocks.filter(Boolean));
}

class Live {
  constructor(main) {
    this.tv = main.dataset.tv === '1';
    this.boards = new Map();
    const [boards, sections, progress, state] = ['boards', 'sections', 'progress', 'state'].map((id) => document.getElementById(id));
    Object.assign(this, { holder: boards, sections, progress });
    this.faults = document.getElementById('last-faults');
    new Stream((name, data) => this[name]?.(data), (text) => { state.textContent = text; });
  }

  begin() {
    this.boards.clear();
    this.holder.replaceChildren();
  }

  board(data) {
    let small = this.boards.get(data.number);
    if (!small) {
      if (!data.scene) return;
      small = new Small();
      this.boards.set(data.number, small);
      this.holder.append(small.element);
    }
    small.hear(data);
    this.choose();
  }

  gone({ number }) {
    this.boards.get(number)?.element.remove();
    this.boards.delete(number);
    this.choose();
  }

  // On the wall one game is shown: the one that has gone on for the longest.
  choose() {
    if (!this.tv) return;
    const best = [...this.boards.values()].reduce((best, own) => (own.at > (best?.at ?? -1) ? own : best), undefined);
    for (const own of this.boards.values()) own.element.hidden = own !== best;
  }

  run(standing) {
    const { played, of, rest } = standing.progress;
    const [bar, text] = this.progress.children;
    bar.max = Math.max(of ?? played, 1);
    bar.value = played;
    text.textContent = `${played}${of ? ` of ${of}` : ''} games${rest ? `, ${rest}` : ''}`;
    const shown = standing.sections.filter((section) => !this.tv || section.id === 'standings');
    this.sections.replaceChildren(...shown.map(sectionOf));
    if (!this.faults) return;
    this.faults.hidden = !standing.faults.length;
    this.faults.querySelector('ul').replaceChildren(...standing.faults.map(([number, what]) =>
      html('li', {}, html('a', { href: `${BASE}/game/${number}` }, `game ${number}`), `: ${what}`)));
  }
}

async function played(main) {
  const number = Number(main.dataset.game);
  const ply = Number(/^#ply=(\d+)$/.exec(location.hash)?.[1] ?? 0);
  const viewer = new Viewer(document.getElementById('game-view'), (ply) => history.replaceState(null, '', `#ply=${ply}`));
  viewer.open(await new Pack(data('packed')).film(number), ply);
}

const live = document.getElementById('live');
if (live) new Live(live);
const game = document.getElementById('game');
if (game) played(game);
