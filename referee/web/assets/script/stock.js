// The tiles that are left to lay, with their numbers: one is chosen and turned, and then laid by a press of the square for
// its upper left corner, or dragged there.

// Returns the same for a tile that is upright and one that lies.
const kindOf = (tile = []) => [...tile].sort().join('x');

// Draws a tile; those with at most three squares in a row have the same scale.
function drawTile([wide, high]) {
  const side = 10 * Math.max(3, wide, high);
  const square = (_, i) => svg('rect', { x: side / 2 - 5 * wide + 10 * (i % wide), y: side / 2 - 5 * high + 10 * Math.floor(i / wide), width: 9, height: 9, rx: 1 });
  return svg('svg', { viewBox: `0 0 ${side} ${side}`, 'aria-hidden': 'true' }, ...Array.from({ length: wide * high }, square));
}

// Returns the place of the square under the pointer; the target of an event is where a finger was put down.
const placeUnder = ({ clientX, clientY }) => document.elementFromPoint(clientX, clientY)?.closest('[role=gridcell]')?.dataset.at;

class Stock {
  // `take` is called with the size of a tile that is chosen, `point` with the place at the pointer, if there is one, and
  // `drop` with the place to which a tile was dragged.
  constructor(choice, { take, point, drop }) {
    Object.assign(this, { choice, take, buttons: new Map() });
    this.turner = html('button', { type: 'button', title: 'turn the tile (r)', 'aria-keyshortcuts': 'r', onclick: () => this.turn() }, 'Turn');
    this.element = html('div', { class: 'controls stock', role: 'group', 'aria-label': 'tiles to lay', hidden: '' }, this.turner);
    const end = () => Object.assign(this, { pressed: undefined, drags: false });
    document.addEventListener('pointermove', (event) => {
      if (this.element.hidden) return;
      // Outside of the window a button is let go unseen.
      if (!event.buttons) end();
      const at = placeUnder(event);
      if (this.pressed && at) {
        take(this.pressed);
        Object.assign(this, { pressed: undefined, drags: true });
      }
      // A mouse that stays on its square leaves what the arrow keys have reached.
      if (at === this.at) return;
      this.at = at;
      point(at);
    });
    document.addEventListener('pointerup', (event) => {
      const at = this.drags && placeUnder(event);
      end();
      if (at) drop(at);
    });
    document.addEventListener('pointercancel', end);
  }

  // Shows the tiles that the scene counts; `plays` is false for those who only watch.
  show(items, plays) {
    const kinds = items.flatMap(({ text }) => (text?.role?.fact?.tile ? [text.role.fact] : []));
    this.element.hidden = !kinds.length;
    for (const { tile, value } of kinds) {
      const [button, size] = [this.button(tile), this.sizeOf(tile)];
      button.disabled = !plays || !value;
      button.setAttribute('aria-pressed', size === this.choice.tile);
      button.setAttribute('aria-label', `tile ${size.join('x')}, ${value} left`);
      button.replaceChildren(drawTile(size), html('b', {}, value));
    }
    this.turner.disabled = !plays || !kinds.length || !this.choice.turned();
  }

  // Returns the button of a kind of tiles, which stays the same from move to move.
  button(tile) {
    const kind = kindOf(tile);
    if (!this.buttons.has(kind)) {
      const button = html('button', { type: 'button',
        onpointerdown: () => { this.pressed = this.sizeOf(tile); },
        onclick: () => (this.sizeOf(tile) === this.choice.tile ? this.turn() : this.take(tile)) });
      this.buttons.set(kind, button);
      this.turner.before(button);
    }
    return this.buttons.get(kind);
  }

  // Returns the size of a tile as it would be laid: the chosen one may be turned.
  sizeOf(tile) {
    return kindOf(tile) === kindOf(this.choice.tile) ? this.choice.tile : tile;
  }

  // Turns the chosen tile, where it may be turned.
  turn() {
    if (!this.turner.disabled) this.take(this.choice.turned());
  }
}
