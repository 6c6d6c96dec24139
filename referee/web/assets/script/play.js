// The page of a game with people.

// Draws the QR code of a link, with the light margin that cameras need.
async function draw(place, link) {
  place.replaceChildren('…');
  try {
    const answer = await fetch('/qr', { method: 'POST', body: link });
    const { side, path } = await answer.json();
    place.replaceChildren(svg('svg', { class: 'qr', viewBox: `-4 -4 ${side + 8} ${side + 8}`, role: 'img', 'aria-label': `QR code of ${link}` },
      svg('rect', { x: -4, y: -4, width: side + 8, height: side + 8 }), svg('path', { d: path })));
  } catch {
    place.replaceChildren(html('p', { class: 'fault' }, 'The code can’t be drawn now.'));
  }
  if (LOOPBACK.test(location.hostname)) place.append(html('p', { class: 'soft' }, 'This address leads to this machine alone; with --listen 0.0.0.0:7070 others reach it.'));
}

const LOOPBACK = /^(localhost|127\.|\[::1\]$)/;

class Play {
  constructor(holder) {
    [this.id] = location.pathname.split('/').slice(-1);
    // `holds` is true for the owner of the site, who may start bots. A browser that started the game may
    // start the same again.
    this.holds = 'holds' in document.getElementById('play').dataset;
    const known = own.all()[this.id];
    this.request = known?.request;
    this.keys = { ...known?.keys, ...keysOf(location.hash) };
    this.choice = new Choice();
    const place = html('div', { onfocusin: ({ target }) => this.point(target.dataset.at) });
    this.board = new Board(place, (at) => this.press(at));
    this.stock = new Stock(this.choice, { take: (size) => this.takeTile(size), point: (at) => this.point(at), drop: (at) => this.press(at) });
    const part = (name, tag, attributes = {}) => { this[name] = html(tag, { class: name, ...attributes }); return this[name]; };
    const button = (name, text, act) => { this[name] = html('button', { type: 'button', onclick: act }, text); return this[name]; };
    this.word = html('input', { name: 'move', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', list: 'words' });
    this.words = html('datalist', { id: 'words' });
    this.parts = ['strong', 'span', 'span'].map((tag) => html(tag));
    this.field = html('form', { class: 'fields', onsubmit: (event) => this.typed(event) },
      html('label', {}, 'Move ', this.word), this.words, html('button', {}, 'Play it'));
    holder.replaceChildren(html('div', { class: 'viewer' },
      html('div', { class: 'left' }, part('status', 'p', { role: 'status', 'aria-atomic': 'false' }), place, this.stock.element, part('choices', 'div', { class: 'controls choices', role: 'group', 'aria-label': 'how to move' }),
        part('refused', 'p', { class: 'refused fault', role: 'alert' })),
      html('div', { class: 'right' }, part('seats', 'ul', { class: 'notes seats' }), part('links', 'div'),
        (this.own = html('div', {}, this.field,
          html('div', { class: 'controls' }, button('undo', 'Undo', () => this.act('undo', this.undoer)), button('hint', 'Hint', () => this.ask()),
            button('resign', 'Resign', () => this.giveUp())))),
        html('div', { class: 'controls' }, button('another', 'Again', () => this.playAgain())),
        part('moves', 'ol', { tabindex: 0, 'aria-label': 'moves' }))));
    this.status.append(...this.parts);
    document.addEventListener('keydown', (event) => this.key(event));
    document.addEventListener('visibilitychange', () => (document.hidden ? this.rest() : this.follow()));
    addEventListener('pagehide', () => this.rest());
    setInterval(() => this.clocks(), 250);
    this.invite();
    this.follow();
  }

  // Shows the links to the seats of other people.
  invite() {
    const guests = Object.entries(this.keys).filter(([seat]) => seat !== seat.toUpperCase());
    this.links.replaceChildren(...guests.map(([seat, key]) => {
      const link = `${location.origin}${location.pathname}#${seat.toUpperCase()}=${key}`;
      const field = html('input', { class: 'link', readonly: '', value: link, onfocus: (event) => event.target.select() });
      const copy = html('button', { type: 'button', onclick: () => copyText(link).then(() => { copy.textContent = 'Copied'; }, () => field.select()) }, 'Copy');
      const code = html('div');
      const folded = html('details', { ontoggle: () => folded.open && !code.firstChild && draw(code, link) }, html('summary', {}, 'QR code'), code);
      return html('div', {}, html('p', { class: 'fields' }, html('label', {}, `Link for ${seat.toUpperCase()} `, field), copy), folded);
    }));
  }

  follow() {
    if (this.source || this.table?.over) return;
    const state = document.getElementById('state');
    this.source = new EventSource(`/play/${this.id}/events`);
    this.source.onopen = () => { state.textContent = ''; };
    // The server ends the stream of a resting game after its state; the browser asks again later whether it
    // goes on.
    this.source.onerror = () => { state.textContent = this.table?.rests ? '' : 'The game can’t be reached; trying again.'; this.again(); };
    this.source.addEventListener('table', (event) => this.take(JSON.parse(event.data)));
  }

  rest() {
    this.source?.close();
    this.source = undefined;
  }

  // Connects again, because a browser doesn't retry a stream that the server rejected.
  again() {
    if (this.source?.readyState !== EventSource.CLOSED) return;
    this.rest();
    setTimeout(() => document.hidden || this.follow(), 3000);
  }

  take(table) {
    const before = this.table;
    this.table = table;
    this.heard = performance.now() - (table.running_ms ?? 0);
    this.fresh = before ? differing(before.scene.items, table.scene.items) : NONE;
    const on = before && table.steps.length - before.steps.length;
    this.paths = !on ? undefined : on === 1 ? table.paths : [];
    const mine = table.seats.filter(({ seat }) => this.keys[seat] && !this.isBot(seat));
    // Who plays the second seat alone sits on its side.
    this.board.seat(table.seats.map(({ seat, name, left_ms: left }) => ({ seat, name, clock: left !== undefined })));
    if (table.seats.length === 2) this.board.turn(mine.length === 1 && mine[0].seat === table.seats[1].seat);
    this.choice.begin(this.mine() ? table.ways : []);
    this.refused.textContent = table.trouble ?? '';
    const people = table.seats.map(({ seat, name }) => `${seat} ${name}`).join(', ');
    own.keep(this.id, { title: `${table.game}: ${people}`, keys: this.keys, when: Date.now(), over: table.over });
    if (table.over) this.rest();
    this.draw();
    this.tell();
  }

  // Returns true if the reader is to choose a move.
  mine() {
    return this.table.turn && this.keys[this.table.turn] && this.table.ways.length > 0;
  }

  draw() {
    const { table, choice } = this;
    if (!table) return;
    const whole = choice.whole();
    const shown = whole.length > 1 || choice.from(choice.held).length > whole.length ? whole : [];
    const held = document.activeElement?.closest('.choices');
    this.choices.replaceChildren(...shown.map(({ says, word }) =>
      html('button', { type: 'button', onclick: () => this.play(word) }, says || `stop here: ${word}`)));
    this.board.show(table.scene.items, { fresh: this.fresh, may: choice.next(), corners: Boolean(choice.tile), held: new Set(choice.held), paths: this.paths });
    this.paths = undefined;
    this.stock.show(table.scene.items, this.seated().length > 0 && !table.over);
    this.choices.hidden = !this.stock.element.hidden;
    this.point(this.pointed);
    if (held) this.board.focus();
    else if (choice.held.length && !choice.next().size) this.choices.firstChild?.focus();
  }

  press(at) {
    if (!this.mine()) return;
    this.fresh = NONE;
    this.refused.textContent = '';
    const legal = this.choice.press(at);
    if (legal) this.point(undefined);
    const word = legal ?? this.misplaced(at);
    if (word) return this.play(word);
    this.draw();
  }

  // Returns the move that lays the chosen tile where it can't be laid: the server says why.
  misplaced(at) {
    const { tile, ways } = this.choice;
    const [item, square] = at.split(':');
    return ways.length && tile ? `${tile.join('x')}${this.table.scene.items[item].grid.squares[square].name}` : undefined;
  }

  // Shows what the chosen tile would cover from a square on.
  point(at) {
    this.pointed = at;
    const { tile, ways } = this.choice;
    this.board.showTile(at && tile && ways.length ? { at, size: tile, fits: this.choice.next().has(at) } : undefined);
  }

  takeTile(size) {
    this.choice.take(size);
    this.refused.textContent = this.table.trouble ?? '';
    this.draw();
    this.say();
  }

  key({ key, target, ctrlKey, altKey, metaKey }) {
    if (key === 'Escape' && this.choice.letGo()) this.draw();
    const own = ['INPUT', 'SELECT', 'TEXTAREA'].includes(target.tagName);
    if (['r', 'R'].includes(key) && !own && !ctrlKey && !altKey && !metaKey) this.stock.turn();
  }

  async typed(event) {
    event.preventDefault();
    if (await this.play(this.word.value)) this.word.value = '';
  }

  // Sends a move; until the server answers, no other move can be chosen.
  async play(word) {
    const { turn, version } = this.table;
    this.choice.begin([]);
    this.draw();
    const done = await this.act('move', turn, { word: word.trim() });
    if (!done && version === this.table.version) {
      this.choice.begin(this.table.ways);
      this.draw();
    }
    return done;
  }

  // Sends an action for a seat; shows the error if it is rejected.
  async act(deed, seat, more = {}) {
    this.refused.textContent = '';
    try {
      const done = await send(`/play/${this.id}/${deed}`, { seat, key: this.keys[seat] ?? '', ...more });
      // A resting game goes on after an action.
      if (this.table.rests) {
        this.rest();
        this.follow();
      }
      return done;
    } catch (error) {
      this.refused.textContent = error.message;
      return undefined;
    }
  }

  async ask() {
    this.write('', '', 'Looking for a hint.');
    const { version } = this.table;
    const { answer } = await this.act('hint', this.table.turn) ?? {};
    if (!answer || version !== this.table.version) return this.tell();
    const way = this.choice.all.find((own) => own.word === answer);
    this.write('', '', `Hint: ${answer}${way?.says ? `, ${way.says}` : ''}.`);
    this.fresh = new Set(way?.path);
    if (way?.tile) {
      this.choice.take(way.tile);
      [this.pointed] = way.path;
    }
    this.draw();
  }

  // Resigns after a second press.
  giveUp() {
    if (this.resign.textContent === 'Resign') {
      this.resign.textContent = 'Really give up?';
      setTimeout(() => { this.resign.textContent = 'Resign'; }, 4000);
      return;
    }
    this.resign.textContent = 'Resign';
    this.act('resign', this.resigner);
  }

  // Starts the same game again.
  async playAgain() {
    this.refused.textContent = '';
    try {
      await begin(this.request);
    } catch (error) {
      this.refused.textContent = error.message;
    }
  }

  // Returns true if the seat was a bot's from the start: it has the bot's name.
  isBot(seat) {
    const { name, bot } = this.table.seats.find((own) => own.seat === seat);
    return name === bot;
  }

  // Describes the ending, addressing a reader with one seat.
  ended() {
    const { seats, first, over } = this.table;
    const mine = seats.filter(({ seat }) => this.keys[seat] && !this.isBot(seat)).map(({ seat }) => seat);
    // Nobody is first in a game that doesn't count.
    if (mine.length !== 1 || !first.length) return over;
    if (!first.includes(mine[0])) return `You lost: ${over}`;
    return first.length > 1 ? over : `You won: ${over}`;
  }

  // Returns the seats for which the reader plays.
  seated() {
    return this.table.seats.filter(({ seat, auto, plays }) => this.keys[seat] && plays && !auto);
  }

  // Says what has happened, and who is to do what.
  say() {
    const { table, choice: { tile, ways } } = this;
    const bot = table.seats.find(({ seat }) => seat === table.turn);
    const lays = tile && ways.length ? `: lay a tile of ${tile.join('x')}` : '';
    const whose = this.mine() ? `Your turn, ${table.turn}${lays}.` : bot && `${table.turn} (${bot.name}) is to move.`;
    const sentence = (text) => (/[.!?]$/.test(text) ? text : `${text}.`);
    const told = table.told.map(sentence).join(' ');
    if (table.over) this.write(`${sentence(this.ended())} `, told, '');
    else this.write('', told, whose ? ` ${sentence(whose)}` : '');
  }

  // Writes the ending, what has happened and what is due; screen readers repeat only what has changed.
  write(...texts) {
    for (const [i, part] of this.parts.entries()) if (part.textContent !== texts[i]) part.textContent = texts[i];
  }

  // Shows everything outside the board.
  tell() {
    this.say();
    const { table } = this;
    const people = this.seated();
    this.own.hidden = !people.length || Boolean(table.over);
    this.field.hidden = this.hint.disabled = !this.mine();
    this.words.replaceChildren(...(this.mine() ? table.ways : []).map(({ word }) => html('option', { value: word })));
    this.undoer = people.find(({ undo }) => undo)?.seat;
    this.undo.disabled = !this.undoer;
    this.resigner = (people.find(({ seat }) => seat === table.turn) ?? people[0])?.seat;
    this.hint.hidden = !this.holds;
    this.another.hidden = !table.over || !this.request;
    this.links.hidden = Boolean(table.over);
    this.seats.replaceChildren(...table.seats.map((own) => this.seat(own)));
    const step = ({ deed, word }) => ({ move: word, roll: `rolls ${word}`, out: `out: ${word}` })[deed];
    this.moves.replaceChildren(...table.steps.map((own) => html('li', { class: `seat-${own.seat}` }, badge(own.seat), ` ${step(own)}`)));
    this.moves.scrollTop = this.moves.scrollHeight;
    this.clocks();
  }

  seat({ seat, name, bot, auto, plays }) {
    const focused = document.activeElement?.id === `auto-${seat}`;
    const box = this.keys[seat] && plays && !this.table.over && (this.holds || auto) && html('label', { class: 'switch' },
      html('input', { type: 'checkbox', id: `auto-${seat}`, checked: auto ? '' : null, onchange: (event) => this.act('auto', seat, { on: event.target.checked }).then((done) => done ?? this.tell()) }),
      ` auto move${bot === name ? '' : ` (${bot})`}`);
    const item = html('li', { class: `of seat-${seat}${seat === this.table.turn ? ' turn' : ''}${plays ? '' : ' gone'}` }, badge(seat), ` ${name} `, box || null);
    if (focused) queueMicrotask(() => document.getElementById(`auto-${seat}`)?.focus());
    return item;
  }

  clocks() {
    for (const clock of document.querySelectorAll('.player .clock')) {
      const { seat, left_ms: left } = this.table.seats.find((own) => own.seat === clock.dataset.seat);
      const runs = seat === this.table.turn && this.table.running_ms !== undefined;
      const seconds = Math.ceil(Math.max(0, left - (runs ? performance.now() - this.heard : 0)) / 1000);
      clock.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
    }
  }
}

const table = document.getElementById('table');
if (table) new Play(table);
const request = document.getElementById('request');
if (request) new Invite(request);
const mine = document.getElementById('own');
if (mine) listOwn(mine);
