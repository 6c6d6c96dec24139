// Games in play on a page of the server: one large, the others as cards.

// How long a finished game stays visible, and how long the stream tells what was there before, in milliseconds.
const [SEEN, GREETING] = [5000, 1000];

// A game in play, as the stream of events tells it.
class LiveGame {
  // `since` says when it was met first; of a game that had begun before, nobody knows.
  constructor(since = -Infinity) {
    Object.assign(this, { steps: 0, bots: [], since });
  }

  // Takes a whole scene or its changes; returns false where there is nothing to change yet.
  hear(data) {
    const { items: before, steps } = this;
    if (!data.scene && !before) return false;
    this.items = data.scene ? data.scene.items : apply(before, data.changes ?? []);
    // Who comes in between sees the last step, too.
    if (data.scene) this.fresh = endsOf(data.paths ?? [], this.items);
    else if (data.changes) this.fresh = touched(data.changes, before, this.items);
    // Paths are those of the last step; if more was played since the last look, only their ends are seen.
    this.paths = !before || data.steps === steps ? undefined : data.steps === steps + 1 ? data.paths ?? [] : [];
    const [seat, word] = data.last ?? [];
    const said = data.ended ? `ended: ${data.ended}` : seat ? `${data.steps}: ${shotInWords({ seat, word, effects: data.effects })}` : 'begins';
    const seats = data.seats.map(([own, name]) => ({ seat: own, name }));
    return Object.assign(this, { number: data.number, seats, bots: seats.map(({ name }) => name), steps: data.steps, said });
  }
}

// A board with its players and the last event, for whichever game it is given.
class Small {
  constructor(look = 'small') {
    const place = html('div');
    this.board = new Board(place);
    [this.link, this.last] = [html('a'), html('span', { class: 'soft' })];
    this.element = html('figure', { class: look }, html('p', {}, this.link, ' ', this.last), place);
  }

  show(game) {
    const same = game.number === this.number;
    this.number = game.number;
    if (!same) Object.assign(this.link, { href: `${BASE}/game/${game.number}`, textContent: `Game ${game.number}` });
    this.board.seat(game.seats);
    this.board.show(game.items, { fresh: game.fresh, paths: same ? game.paths : undefined });
    this.last.textContent = game.said;
  }

  close() {
    this.board.close();
    this.element.remove();
  }
}

// The running games: one of them large, and on any page but the wall's each in a place of its own; a new game takes the
// place of a finished one.
class Boards {
  constructor(holder, wall) {
    Object.assign(this, { holder, main: holder.closest('main'), games: new Map(), ended: new Set(), cards: wall ? undefined : new Map() });
    this.over = this.main.classList.contains('over');
    this.idle = html('p', { class: 'soft idle' });
    [this.large, this.row] = [new Small('small large'), wall ? '' : html('div', { class: 'row' })];
    if (wall) this.director = new Director(this);
    this.begin();
  }

  begin() {
    this.begun = performance.now();
    this.games.clear();
    this.ended.clear();
    for (const card of this.cards?.values() ?? []) card.close();
    this.cards?.clear();
    this.holder.replaceChildren(this.idle, this.large.element, this.row);
    this.watched = undefined;
    this.choose();
  }

  board(data) {
    const now = performance.now();
    const game = this.games.get(data.number) ?? new LiveGame(now - this.begun > GREETING ? now : undefined);
    if (!game.hear(data)) return;
    this.games.set(data.number, game);
    this.card(game)?.show(game);
    if (game === this.watched && !this.director?.plays) this.large.show(game);
    this.choose();
  }

  // Returns the card of a game; a new one takes the place of one that has ended.
  card(game) {
    if (!this.cards) return undefined;
    let card = this.cards.get(game);
    if (card) return card;
    const [old] = this.ended;
    card = (old && this.cards.get(old)) ?? new Small();
    if (old) this.forget(old);
    else this.row.append(card.element);
    this.cards.set(game, card);
    return card;
  }

  // Marks a game as finished; its end stays visible for a while.
  gone({ number }) {
    const game = this.games.get(number);
    if (!game) return;
    this.games.delete(number);
    this.ended.add(game);
    this.director?.gone(game);
    setTimeout(() => {
      if (this.ended.has(game)) {
        this.cards?.get(game)?.close();
        this.forget(game);
      }
      if (this.watched === game) this.watched = undefined;
      this.choose();
    }, SEEN);
    this.choose();
  }

  forget(game) {
    this.ended.delete(game);
    this.cards?.delete(game);
  }

  // Sets whether all games are played.
  all(over) {
    this.over = over;
    this.choose();
  }

  // Chooses the game that is shown large, and stays so until its end: one of the best-ranked bots, and among these the
  // longest.
  choose() {
    const rank = (game) => game.bots.reduce((sum, bot) => sum + (this.ranks?.get(bot) ?? 1000), 0);
    const better = (a, b) => rank(a) - rank(b) || b.steps - a.steps;
    if (!this.watched) {
      [this.watched] = [...this.games.values()].sort(better);
      if (this.watched && !this.director?.plays) this.large.show(this.watched);
    }
    const shows = Boolean(this.watched || this.director?.plays);
    this.large.element.hidden = !shows;
    for (const [game, card] of this.cards ?? []) card.element.hidden = game === this.watched;
    this.idle.hidden = shows || this.ended.size > 0;
    this.idle.textContent = this.over ? 'All games are played.' : 'No game is in play here.';
    this.main.classList.toggle('over', this.over && !this.idle.hidden);
    const chip = document.getElementById('chip');
    const live = this.games.size > 0;
    chip.classList.toggle('live', live);
    chip.textContent = live ? 'live' : this.over ? 'over' : 'not over';
  }
}
