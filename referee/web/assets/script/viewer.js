// The viewer shows a game from start to end, with buttons, keys, the list of moves and charts.

const SPEEDS = [['slow', 1500], ['normal', 700], ['fast', 250], ['very fast', 60]];
const KEYS = { ArrowLeft: (v) => v.go(v.ply - 1), ArrowRight: (v) => v.go(v.ply + 1), Home: (v) => v.go(0), End: (v) => v.go(v.film.shots.length), ' ': (v) => v.play(), f: (v) => v.board.turn(),
  n: () => document.querySelector('[rel=next], #later')?.click(), p: () => document.querySelector('[rel=prev], #earlier')?.click() };

// Returns the text of a shot in the list of moves.
const said = ({ deed, word }) => ({ move: word, roll: `rolls ${word}`, out: `out: ${word}` })[deed] ?? word;

// Returns who did it, and what it brought about.
const shotInWords = (shot) => `${shot.seat} ${said(shot)}${shot.effects ? `: ${shot.effects}` : ''}`;

// Returns the seats of a game with their players, as an element holds them.
const seatsOf = (element) => JSON.parse(element.dataset.seats).map(([seat, name]) => ({ seat, name }));

// Returns the ply at which a seat left the game, or else its end.
function faultIn({ shots }) {
  const out = shots.findIndex(({ deed }) => deed === 'out');
  return out < 0 ? shots.length : out + 1;
}

class Viewer {
  // `told` is called with the ply whenever another one is shown.
  constructor(holder, told = () => {}) {
    Object.assign(this, { holder, told, speed: 700 });
    const place = html('div');
    this.board = new Board(place);
    this.moves = html('ol', { class: 'moves', tabindex: 0, 'aria-label': 'moves' });
    this.remark = html('p', { class: 'remark' });
    this.why = html('div', { class: 'why' });
    this.charts = html('div', { class: 'charts' });
    this.status = html('p', { class: 'status', 'aria-live': 'polite' });
    this.copied = html('span', { class: 'soft', role: 'status' });
    const button = (look, name, act) => html('button', { type: 'button', title: name, 'aria-label': name, onclick: act }, sign(look));
    this.playing = button('play', 'play (space)', () => this.play());
    this.playing.className = 'main';
    this.slider = html('input', { type: 'range', min: 0, 'aria-label': 'ply', oninput: () => this.go(Number(this.slider.value)) });
    this.marks = html('input', { type: 'checkbox', checked: '', onchange: () => this.go(this.ply) });
    const speed = html('select', { 'aria-label': 'speed', onchange: () => this.pace(Number(speed.value)) },
      ...SPEEDS.map(([name, ms]) => html('option', { value: ms, selected: ms === this.speed ? '' : null }, name)));
    holder.replaceChildren(
      html('div', { class: 'viewer' },
        html('div', { class: 'left' }, place, this.status,
          html('div', { class: 'controls' },
            button('start', 'start (Home)', () => this.go(0)), button('back', 'back (left arrow)', () => this.go(this.ply - 1)), this.playing,
            button('on', 'on (right arrow)', () => this.go(this.ply + 1)), button('end', 'end (End)', () => this.go(this.film.shots.length)),
            button('turn', 'turn the board (f)', () => this.board.turn()), speed),
          this.slider,
          html('p', { class: 'copy' }, html('button', { type: 'button', onclick: () => this.copy() }, 'Copy link to this ply'), ' ', this.copied), this.charts),
        html('div', { class: 'right' }, this.why, this.remark,
          (this.switch = html('label', { class: 'switch' }, this.marks, ' marks and arrows of the bots')), this.moves)));
    document.addEventListener('keydown', (event) => this.key(event));
  }

  key(event) {
    const own = ['INPUT', 'SELECT', 'TEXTAREA'].includes(event.target.tagName) || (event.key === ' ' && event.target.tagName === 'BUTTON');
    if (event.defaultPrevented || this.holder.closest('[hidden]') || !this.film || own || event.ctrlKey || event.altKey || event.metaKey || !KEYS[event.key]) return;
    event.preventDefault();
    KEYS[event.key](this);
  }

  // Opens a film at a ply. `why` are the elements that explain faults.
  open(film, ply = 0, why = []) {
    this.stop();
    Object.assign(this, { film, ply: undefined });
    this.board.seat(film.seats);
    this.why.replaceChildren(...why);
    for (const reason of why) reason.open = true;
    this.scenes = [film.items];
    this.slider.max = film.shots.length;
    this.switch.hidden = !film.shots.some((shot) => shot.remark?.m || shot.remark?.a);
    this.remark.hidden = !film.shots.some((shot) => shot.remark);
    const move = (shot, i) => html('li', { class: `seat-${shot.seat} ${shot.deed}` },
      html('button', { type: 'button', onclick: () => this.go(i + 1) }, badge(shot.seat), ` ${said(shot)}`));
    this.moves.replaceChildren(...film.shots.map(move));
    const drawn = [timeChart(film, (ply) => this.go(ply)), scoreChart(film, (ply) => this.go(ply))].filter(Boolean);
    this.drawn = drawn;
    this.charts.replaceChildren(...drawn.map((one) => one.element));
    this.go(ply);
  }

  // Returns the items at a ply; they are kept, because scrubbing needs the same ones again.
  items(ply) {
    while (this.scenes.length <= ply) {
      this.scenes.push(apply(this.scenes.at(-1), this.film.shots[this.scenes.length - 1].changes));
    }
    return this.scenes[ply];
  }

  go(ply) {
    const { shots } = this.film;
    const before = this.ply;
    this.ply = Math.max(0, Math.min(ply, shots.length));
    const shot = shots[this.ply - 1];
    const items = this.items(this.ply);
    const remark = shot?.remark;
    const shown = this.marks.checked && remark ? { marks: remark.m, arrows: remark.a } : {};
    // From ply to ply pieces move; a longer way is a jump.
    const paths = this.ply === before + 1 ? shot.paths : this.ply === before - 1 ? [] : undefined;
    this.board.show(items, { fresh: shot ? touched(shot.changes, this.items(this.ply - 1), items) : undefined, paths, ...shown });
    this.slider.value = this.ply;
    this.status.textContent = shot
      ? `${this.ply} of ${shots.length}: ${shotInWords(shot)}${shot.us ? `, in ${shownTime(shot.us)}` : ''}`
      : `start of ${shots.length}`;
    // Whoever steps on from an expected move isn't left without a place.
    const inRemark = this.remark.contains(document.activeElement);
    this.remark.replaceChildren(...this.remarked(shot));
    if (inRemark) this.slider.focus();
    for (const one of this.drawn) one.at(this.ply);
    this.moves.querySelector('[aria-current]')?.removeAttribute('aria-current');
    const entry = this.moves.children[this.ply - 1]?.firstChild;
    entry?.setAttribute('aria-current', 'step');
    // The list is the offset parent of its entries.
    this.moves.scrollTop = entry ? entry.offsetTop - this.moves.clientHeight / 2 : 0;
    if (this.ply === shots.length) this.stop();
    this.told(this.ply);
    this.copied.textContent = '';
  }

  remarked(shot) {
    const remark = shot?.remark;
    if (!remark) return [];
    const parts = [['score', remark.s], ['depth', remark.d], ['nodes', remark.n?.toLocaleString('en')]];
    const known = parts.filter(([, value]) => value !== undefined).map(([name, value]) => `${name} ${value}`);
    return [badge(shot.seat), ` ${known.join(', ')}`, remark.p ? html('span', { class: 'expected' }, ' expects ', ...this.line(shot)) : '', remark.t ? html('q', {}, remark.t) : ''];
  }

  // Returns the words of the moves that a bot expected; those that can be played show the board as it would be then.
  line({ remark, expected }) {
    return remark.p.map((text, i) => (expected[i]
      ? html('button', { type: 'button', onclick: ({ currentTarget }) => this.expect(expected.slice(0, i + 1), currentTarget) }, text) : ` ${text} `));
  }

  // Shows the board after expected moves, until another ply is shown.
  expect(moves, button) {
    this.stop();
    const shot = this.film.shots[this.ply - 1];
    const isOwn = moves[0].seat === shot.seat && moves[0].word === shot.word;
    const scenes = moves.reduce((all, { changes }) => [...all, apply(all.at(-1), changes)], [this.items(this.ply - (isOwn ? 1 : 0))]);
    this.board.show(scenes.at(-1), { fresh: touched(moves.at(-1).changes, scenes.at(-2), scenes.at(-1)), paths: [] });
    const names = moves.map(({ seat, word }) => `${seat} ${word}`);
    this.status.textContent = `expected after ply ${this.ply}: ${names.join(', ')}`;
    for (const one of this.remark.querySelectorAll('button')) one.removeAttribute('aria-current');
    button.setAttribute('aria-current', 'step');
  }

  // Copies the link; if the browser doesn't allow that, shows it so that it can be copied by hand.
  async copy() {
    const [link, ply] = [location.href, this.ply];
    try {
      await copyText(link);
      this.copied.textContent = `copied: ply ${ply}`;
    } catch {
      const field = html('input', { type: 'text', readonly: '', value: link, 'aria-label': 'link to this ply' });
      this.copied.replaceChildren(field);
      field.select();
    }
  }

  play() {
    if (this.timer) return this.stop();
    if (this.ply === this.film.shots.length) this.go(0);
    this.playing.replaceChildren(sign('pause'));
    this.timer = setInterval(() => this.go(this.ply + 1), this.speed);
  }

  stop() {
    clearInterval(this.timer);
    this.timer = undefined;
    this.playing.replaceChildren(sign('play'));
  }

  pace(ms) {
    this.speed = ms;
    if (this.timer) {
      this.stop();
      this.play();
    }
  }
}
