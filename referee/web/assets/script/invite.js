// Starts new games, and lists the games of this browser.

class Invite {
  constructor(form) {
    this.form = form;
    this.offer = data('offer');
    [this.options, this.seats] = [html('div', { class: 'fields' }), html('div', { class: 'fields' })];
    const field = (text, input) => html('label', {}, `${text} `, input);
    const games = this.offer.games.map(({ name, title }) => html('option', { value: name }, `${name}: ${title}`));
    this.game = html('select', { name: 'game', onchange: () => this.chosen() }, ...games);
    const { busy } = this.offer;
    if (busy) form.append(html('p', { class: 'soft', role: 'note' }, busy));
    form.append(
      html('div', { class: 'fields' }, field('Game', this.game)),
      this.options,
      this.seats,
      html('div', { class: 'fields' },
        field('Your name', html('input', { name: 'name', maxlength: 40, autocomplete: 'nickname' })),
        field('Clock for people', html('input', { name: 'clock', placeholder: 'none, or time+seconds: 5:00+3', autocomplete: 'off' })),
        field('Milliseconds of a bot for a move', html('input', { name: 'move_ms', type: 'number', min: 10, max: 10000, value: 1000 }))),
      html('p', {}, html('button', { class: 'main' }, 'Begin')));
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.open();
    });
    this.chosen();
  }

  // Offers the options of the chosen game, and the players that can take each of its seats.
  chosen() {
    const { name, seats, least, options } = this.offer.games.find((game) => game.name === this.game.value);
    const bots = this.offer.bots.filter(({ games }) => games.includes(name));
    const option = (chosen) => ([value, text]) => html('option', { value, selected: value === chosen ? '' : null }, text);
    const deal = html('input', { name: 'deal', type: 'checkbox' });
    this.options.replaceChildren(...options.map(({ name: key, default: usual, values, expected, help, dealt }) => {
      // Without a dealt start this value would change nothing.
      const own = { name: `option-${key}`, onchange: ({ target }) => { deal.checked ||= target.value === dealt; } };
      const input = values.length
        ? html('select', own, ...values.map((value) => option(usual)([value, value])))
        : html('input', { ...own, placeholder: usual, autocomplete: 'off' });
      return html('label', {}, `${key} `, input, html('span', { class: 'soft' }, values.length ? help : `${help} (${expected})`));
    }), html('label', {}, deal, ' a dealt start'));
    this.seats.replaceChildren(...[...seats].map((seat, i) => {
      const people = [['me', 'you'], ['guest', 'whoever gets the link']];
      if (i >= least) people.unshift(['', 'nobody']);
      const easy = bots.find(({ word }) => word === 'house:level=1') ?? bots[0];
      const { busy } = this.offer;
      const chosen = i >= least ? '' : i === 0 ? 'me' : busy ? 'guest' : easy.word;
      return html('label', { class: `seat-${seat}` }, badge(seat), ` ${seat} `, html('select', { name: seat },
        ...people.map(option(chosen)),
        html('optgroup', { label: 'bots', disabled: busy ? '' : null }, ...bots.map(({ word, about }) => option(chosen)([word, about])))));
    }));
  }

  async open() {
    const refused = document.getElementById('refused');
    refused.textContent = '';
    const given = new FormData(this.form);
    const { seats, options: offered } = this.offer.games.find((game) => game.name === this.game.value);
    const options = Object.fromEntries(offered.flatMap(({ name, default: usual }) => {
      const value = given.get(`option-${name}`).trim();
      return value && value !== usual ? [[name, value]] : [];
    }));
    const players = Object.fromEntries([...seats].map((seat) => [seat, given.get(seat)]).filter(([, player]) => player));
    try {
      await begin({
        game: given.get('game'), players, options, name: given.get('name'), clock: given.get('clock'), deal: given.has('deal'), move_ms: Number(given.get('move_ms')),
      });
    } catch (error) {
      refused.textContent = error.message;
    }
  }
}

function listOwn(section) {
  const games = Object.entries(own.all()).sort(([, a], [, b]) => b.when - a.when).slice(0, 50);
  section.hidden = !games.length;
  section.querySelector('ul').append(...games.map(([id, { title, keys, over }]) =>
    html('li', {}, html('a', { href: `/play/${id}#${new URLSearchParams(keys)}` }, title), over ? ` ${over}` : '')));
}
