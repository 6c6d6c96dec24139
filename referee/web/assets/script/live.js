// Pages of the server: the current run, and a game move by move.

const tableOf = ({ sections }) => sections.find(({ id }) => id === 'standings')?.blocks.find((block) => block.table)?.table;

class Live {
  constructor(main) {
    this.tv = main.dataset.tv === '1';
    const [boards, sections, progress, state] = ['boards', 'sections', 'progress', 'state'].map((id) => document.getElementById(id));
    this.boards = new Boards(boards, this.tv);
    this.parts = this.tv ? new Sheet('Standings', true) : new Parts(sections);
    [this.heading, this.lead] = ['h1', '.lead'].map((own) => main.querySelector(own));
    this.progress = progress;
    this.faults = document.getElementById('last-faults');
    new Stream((name, data) => (this[name] ? this[name](data) : this.boards[name]?.(data)), (text) => { state.textContent = text; });
    if (this.tv) addEventListener('resize', () => this.standings && this.top(this.standings));
  }

  run(standing) {
    document.title = standing.title;
    this.heading.firstChild.textContent = `${standing.title} `;
    if (this.lead) this.lead.textContent = standing.lead;
    const { played, of, rest } = standing.progress;
    const [bar, text] = this.progress.children;
    bar.max = Math.max(of ?? played, 1);
    bar.value = played;
    this.boards.all(standing.over);
    this.boards.director?.played(played);
    this.crown(standing);
    text.textContent = `${played}${of ? ` of ${of}` : ''} games${rest ? `, ${rest}` : ''}`;
    if (this.tv) {
      if (!this.parts.element.isConnected) document.getElementById('sections').replaceChildren(this.parts.element);
      this.standings = tableOf(standing);
      if (this.standings) this.top(this.standings);
    } else {
      this.parts.show(standing.sections);
      this.rank(tableOf(standing));
    }
    this.faults.hidden = !standing.faults.length;
    this.faults.querySelector('ul').replaceChildren(...standing.faults.map(([number, what]) =>
      html('li', {}, html('a', { href: `${BASE}/game/${number}` }, `game ${number}`), `: ${what}`)));
  }

  // Shows who is on the first ranks of a run that is over.
  crown({ over, ahead }) {
    const podium = document.getElementById('podium');
    if (!podium) return;
    podium.hidden = !over || !ahead?.length;
    podium.replaceChildren(...(ahead ?? []).map(({ rank, bot, points }) =>
      html('li', { class: `rank-${rank}` }, html('b', {}, rank), ' ', html('bdi', {}, bot), ' ', html('span', { class: 'soft' }, points))));
  }

  // Shows the first rows of the standings, as many as fit, without columns that can't be read from a
  // distance.
  top(table) {
    const criterion = ['match points', 'rung', 'reached'].find((head) => table.head.includes(head));
    const wanted = ['#', 'bot', 'points', ...(criterion ? [criterion] : ['rating', '±', 'P(1)'])];
    const columns = table.head.flatMap((head, at) => (wanted.includes(head) ? [at] : []));
    const rows = table.rows.slice(0, Math.max(4, Math.floor(innerHeight / 95)));
    const pick = (cells) => columns.map((at) => textOf(cells[at]));
    this.parts.show({ head: pick(table.head), rows: rows.map(pick), left: [1] });
    this.rank(table);
  }

  // Tells the boards who is ahead.
  rank(table) {
    this.boards.ranks = table && new Map(table.rows.map((cells, at) => [textOf(cells[1]), at]));
    this.boards.choose();
  }
}

async function played(main) {
  const number = Number(main.dataset.game);
  const wanted = () => Number(/^#ply=(\d+)$/.exec(location.hash)?.[1] ?? 0);
  const [known, ply, film] = [location.hash, wanted(), await new Pack(data('packed')).film(number)];
  film.seats = seatsOf(main);
  const viewer = new Viewer(document.getElementById('game-view'), (ply) => history.replaceState(null, '', `#ply=${ply}`));
  const why = [...document.querySelectorAll('[data-why]')];
  viewer.open(film, known || !why.length ? ply : faultIn(film), why);
  addEventListener('hashchange', () => viewer.go(wanted()));
}

// Milliseconds between two looks whether a game that has ended, or that nothing is heard of, is stored.
const AGAIN = 2000;
// Looks in a row that find no such game, after which it isn't looked for any more.
const MISSED = 30;

// A game that isn't stored yet is shown as it is played; once it is stored, its page is loaded.
function follow(main) {
  const number = Number(main.dataset.live);
  const state = document.getElementById('state');
  const [game, small] = [new LiveGame(), new Small('small large')];
  // Whether the stream tells of the game now, and how often in a row its page wasn't there.
  let [heard, missed] = [false, 0];
  const look = async () => {
    if (await isStored(number)) location.reload();
    missed += 1;
    if (missed === MISSED) clearInterval(again);
  };
  const again = setInterval(() => document.hidden || heard || look().catch(() => {}), AGAIN);
  new Stream((name, data) => {
    if (name === 'begin') heard = false;
    if (data.number !== number) return;
    if (name === 'gone') {
      heard = false;
      look().catch(() => {});
    }
    if (name !== 'board' || !game.hear(data)) return;
    [heard, missed] = [true, 0];
    if (!small.element.isConnected) document.getElementById('game-view').append(small.element);
    small.show(game);
  }, (text) => { state.textContent = text; });
}

const live = document.getElementById('live');
if (live) new Live(live);
const game = document.getElementById('game');
if (game?.dataset.live) follow(game);
else if (game) played(game);
