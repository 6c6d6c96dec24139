// The wall shows what people can follow. Bots that are too fast for that are seen in the record of their last game, ply
// by ply.

// Milliseconds of a ply, of a game's last position, of a whole record at most, and below which a game was too fast to be
// followed.
const [PACE, REST, MOST, FAST] = [650, 4000, 90_000, 8000];
// How often a record is asked for, once a second: it is stored a little later than its game ends.
const TRIES = 8;

class Director {
  constructor(boards) {
    Object.assign(this, { boards, plays: false });
  }

  // A game has ended: it is shown if it was too fast, unless one that isn't is watched.
  gone(game) {
    const { watched } = this.boards;
    const slow = watched && watched !== game && performance.now() - watched.since > FAST;
    if (!slow && performance.now() - game.since < FAST) this.ask(game.number);
  }

  // So many games are played. Those that were too fast even to be met are shown, too, if nothing else is.
  played(count) {
    const more = this.count !== undefined && count > this.count;
    this.count = count;
    if (more && !this.boards.watched) this.ask(count);
  }

  ask(number) {
    this.next = number;
    if (!this.busy) this.play();
  }

  async play() {
    this.busy = true;
    while (this.next !== undefined) {
      const number = this.next;
      this.next = undefined;
      try {
        const film = await this.film(number);
        this.plays = Boolean(film);
        if (film) await this.show(number, film);
      } catch { /* what can't be shown is left out */ }
    }
    Object.assign(this, { busy: false, plays: false });
    this.boards.watched = undefined;
    this.boards.choose();
  }

  // Returns a recorded game; nothing if it isn't shown to everybody, or not yet.
  async film(number) {
    for (let tries = 0; tries < TRIES && !document.hidden; tries++) {
      await wait(1000);
      if (!await isStored(number)) continue;
      const page = await pageAt(`game/${number}`);
      const film = await new Pack(JSON.parse(page.getElementById('packed').textContent)).film(number);
      return { ...film, seats: seatsOf(page.getElementById('game')) };
    }
    return undefined;
  }

  async show(number, { items, shots, seats }) {
    const { large } = this.boards;
    const game = { number, seats, items, said: 'begins' };
    for (const [i, shot] of [undefined, ...shots].entries()) {
      if (shot) {
        const before = game.items;
        game.items = apply(before, shot.changes);
        Object.assign(game, { fresh: touched(shot.changes, before, game.items), paths: shot.paths, said: `${i} of ${shots.length}: ${shotInWords(shot)}` });
      }
      large.show(game);
      if (!shot) this.boards.choose();
      await wait(Math.min(PACE, MOST / shots.length));
    }
    await wait(REST);
  }
}

const wait = (ms) => new Promise((go) => { setTimeout(go, ms); });

// Returns a page of the run, to read what it holds.
async function pageAt(path) {
  const answer = await fetch(`${BASE}/${path}`, { cache: 'no-store' });
  return new DOMParser().parseFromString(answer.ok ? await answer.text() : '', 'text/html');
}

// Tells whether a game can be replayed. The list says it without an error where there is no page.
async function isStored(number) {
  return Boolean((await pageAt(`games?from=${number}`)).querySelector(`[data-game="${number}"] a`));
}
