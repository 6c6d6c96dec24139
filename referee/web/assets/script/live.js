// Pages of the server: the current run, and a game move by move.

// How long a finished game stays visible, in milliseconds.
const SEEN = 5000;

// A running game: a board with its players and the last events.
class Small {
  constructor() {
    const place = html('div');
    this.board = new Board(place);
    this.link = html('a');
    this.last = html('span', { class: 'soft last' });
    this.element = html('figure', { class: 'small' }, html('p', {}, this.link, ' ', this.last), place);
    Object.assign(this, { steps: 0, bots: [] });
  }

  hear(data) {
    const before = this.items;
    this.items = data.scene ? data.scene.items : apply([...this.items], data.changes ?? []);
    const fresh = before && !data.scene ? touched(data.changes ?? [], before, this.items) : undefined;
    if (!this.bots.length) {
      this.bots = data.seats.map(([, bot]) => bot);
      this.board.seat(data.seats.map(([seat, name]) => ({ seat, name })));
      Object.assign(this.link, { href: `${BASE}/game/${data.number}`, textContent: `Game ${data.number}` });
    }
    // Paths are those of the last step; if more was played since the last look, only their ends are seen.
    const paths = !before || data.steps === this.steps ? undefined : data.steps === this.steps + 1 ? data.paths ?? [] : [];
    this.board.show(this.items, { fresh, paths });
    const [seat, word] = data.last ?? [];
    this.last.textContent = data.ended ? `ended: ${data.ended}` : seat ? `${data.steps}: ${seat} ${word}` : 'begins';
    this.steps = data.steps;
  }
}

// The running games, each in its own place; a new game takes the place of a finished one.
class Boards {
  constructor(holder, wall) {
    Object.assign(this, { holder, wall, main: holder.closest('main'), games: new Map(), left: [] });
    this.over = this.main.classList.contains('over');
    this.idle = html('p', { class: 'soft idle' });
    this.begin();
  }

  begin() {
    this.games.clear();
    this.left.length = 0;
    this.holder.replaceChildren(this.idle);
    this.watched = undefined;
    this.choose();
  }

  board(data) {
    let small = this.games.get(data.number);
    if (!small) {
      if (!data.scene) return;
      small = new Small();
      this.games.set(data.number, small);
      const place = this.wall ? undefined : this.left.shift();
      if (place) place.element.replaceWith(small.element);
      else this.holder.append(small.element);
    }
    small.hear(data);
    this.choose();
  }

  // Marks a game as finished; its end stays visible for a while.
  gone({ number }) {
    const small = this.games.get(number);
    if (!small) return;
    this.games.delete(number);
    this.left.push(small);
    setTimeout(() => {
      if (this.left.includes(small)) this.left.splice(this.left.indexOf(small), 1);
      small.element.remove();
      if (this.watched === small) this.watched = undefined;
      this.choose();
    }, SEEN);
    this.choose();
  }

  // Sets whether all games are played.
  all(over) {
    this.over = over;
    this.choose();
  }

  // Chooses the games to show. The TV page shows one game until its end: a game of the best-ranked bots, and
  // among these the longest.
  choose() {
    this.idle.hidden = this.games.size + this.left.length > 0;
    this.idle.textContent = this.over ? 'All games are played.' : 'No game is in play here.';
    this.main.classList.toggle('over', this.over && !this.idle.hidden);
    if (!this.wall) return;
    const rank = (small) => small.bots.reduce((sum, bot) => sum + (this.ranks?.get(bot) ?? 1000), 0);
    const better = (a, b) => rank(a) - rank(b) || b.steps - a.steps;
    this.watched ??= [...this.games.values()].sort(better)[0];
    for (const small of [...this.games.values(), ...this.left]) small.element.hidden = small !== this.watched;
  }
}

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
    this.heading.textContent = standing.title;
    if (this.lead) this.lead.textContent = standing.lead;
    const { played, of, rest } = standing.progress;
    const [bar, text] = this.progress.children;
    bar.max = Math.max(of ?? played, 1);
    bar.value = played;
    this.boards.all(standing.over);
    this.crown(standing);
    text.textContent = `${played}${of ? ` of ${of}` : ''} games${rest ? `, ${rest}` : ''}`;
    if (this.tv) {
      if (!this.parts.element.isConnected) document.getElementById('sections').replaceChildren(this.parts.element);
      this.standings = standing.sections.find((section) => section.id === 'standings')?.blocks.find((block) => block.table)?.table;
      if (this.standings) this.top(this.standings);
    } else this.parts.show(standing.sections);
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
    this.boards.ranks = new Map(table.rows.map((cells, at) => [textOf(cells[1]), at]));
    const criterion = ['match points', 'rung', 'reached'].find((head) => table.head.includes(head));
    const wanted = ['#', 'bot', 'points', ...(criterion ? [criterion] : ['rating', '±', 'P(1)'])];
    const columns = table.head.flatMap((head, at) => (wanted.includes(head) ? [at] : []));
    const rows = table.rows.slice(0, Math.max(4, Math.floor(innerHeight / 95)));
    const pick = (cells) => columns.map((at) => textOf(cells[at]));
    this.parts.show({ head: pick(table.head), rows: rows.map(pick), left: [1] });
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
  const small = new Small();
  // Whether the stream tells of the game now, and how often in a row its page wasn't there.
  let [heard, missed] = [false, 0];
  const look = async () => {
    // The list tells whether there is a page, without an error where there is none.
    const answer = await fetch(`${BASE}/games?from=${number}`, { cache: 'no-store' });
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    if (answer.ok && page.querySelector(`[data-game="${number}"] a`)) location.reload();
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
    if (name !== 'board' || !(small.items || data.scene)) return;
    [heard, missed] = [true, 0];
    small.hear(data);
    document.getElementById('game-view').replaceChildren(small.element);
  }, (text) => { state.textContent = text; });
}

const live = document.getElementById('live');
if (live) new Live(live);
const game = document.getElementById('game');
if (game?.dataset.live) follow(game);
else if (game) played(game);
