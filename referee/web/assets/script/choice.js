// Lets a person choose a move: a card and squares are pressed one after the other, or the squares alone; buttons then
// tell apart the moves with the same squares. Of moves that lay tiles only those of one size are chosen among.

class Choice {
  constructor() {
    this.begin([]);
  }

  begin(ways) {
    this.all = ways.map((way) => ({ ...way, path: way.path.map(([item, square]) => `${item}:${square}`) }));
    this.take(this.tile);
  }

  // Chooses the size of the tile to lay: this one, or else the same tile turned, or else the first that can be laid.
  take(size) {
    const sizes = size ? [size, size.toReversed()] : [];
    const [found = this.all[0]] = sizes.flatMap((own) => this.of(own));
    // Who waits for a turn may choose any.
    this.tile = found ? found.tile : size;
    this.ways = this.of(this.tile);
    this.held = [];
  }

  // Returns the moves that lay a tile of this size; without one those that lay none.
  of(size) {
    return this.all.filter(({ tile }) => String(tile) === String(size));
  }

  // Returns the size of the chosen tile when it is turned, if that differs and, where moves are known, can be laid.
  turned() {
    const [wide, high] = this.tile ?? [];
    return wide !== high && (!this.all.length || this.of([high, wide]).length) ? [high, wide] : undefined;
  }

  // Returns what is left to press of a move that begins with these squares: a list for each way to press it.
  rests({ path, by_card: card }, held) {
    const ways = card ? [path, path.slice(1)] : [path];
    return ways.filter((way) => held.every((at, i) => way[i] === at)).map((way) => way.slice(held.length));
  }

  // Returns the moves that begin with these squares.
  from(held) {
    return this.ways.filter((way) => this.rests(way, held).length);
  }

  // Returns the moves whose squares have all been pressed.
  whole() {
    return this.ways.filter((way) => this.rests(way, this.held).some((rest) => !rest.length));
  }

  // Returns the squares that can be pressed next.
  next() {
    return new Set(this.ways.flatMap((way) => this.rests(way, this.held).flatMap((rest) => rest.slice(0, 1))));
  }

  // Presses a square; returns the move if only one is left.
  press(at) {
    const [last] = this.held.slice(-1);
    if (this.next().has(at)) this.held.push(at);
    else if (at === last && this.whole().length === 1) return this.whole()[0].word;
    else this.held = at !== last && this.from([at]).length ? [at] : [];
    const left = this.from(this.held);
    return this.held.length && left.length === 1 && this.whole().length ? left[0].word : undefined;
  }

  letGo() {
    const held = this.held.length > 0;
    this.held = [];
    return held;
  }
}

// Stores in this browser the games in which it takes part, and the keys to their seats. In a link, the keys
// of the reader's own seats are written as `A=…`, and keys for other people as `b=…`.
const own = {
  all: () => {
    try {
      return JSON.parse(localStorage.getItem('referee games') ?? '{}');
    } catch {
      return {};
    }
  },
  keep: (id, game) => {
    try {
      localStorage.setItem('referee games', JSON.stringify({ ...own.all(), [id]: { ...own.all()[id], ...game } }));
    } catch { /* the link has it all */ }
  },
};

// Starts a game and opens its page; the request is kept, so that the same game can be started again.
async function begin(request) {
  const opened = await send('/play', request);
  const passed = Object.entries(opened.guests).map(([seat, key]) => [seat.toLowerCase(), key]);
  const keys = Object.fromEntries([...Object.entries(opened.own), ...passed]);
  own.keep(opened.id, { title: request.game, keys, when: Date.now(), request });
  location.href = `/play/${opened.id}#${new URLSearchParams(keys)}`;
}

const keysOf = (hash) => Object.fromEntries(new URLSearchParams(hash.replace(/^#/, '')));

// Sends a request to the server; a rejected request throws an error with the server's sentence.
async function send(address, body) {
  const head = { 'content-type': 'application/json' };
  const answer = await fetch(address, { method: 'POST', headers: head, body: JSON.stringify(body) }).catch(() => {
    throw new Error('The server can’t be reached.');
  });
  const text = await answer.text();
  // Some requests are rejected before the server looks at their content, without JSON.
  if (answer.headers.get('content-type') !== 'application/json') throw new Error(text.slice(0, 200) || 'The server refuses that.');
  const told = JSON.parse(text);
  if (!answer.ok) throw new Error(told.why);
  return told;
}
