// The report: filters its list of games, and opens a game in the viewer at `#game=12&ply=30`.

function watched() {
  const found = /^#game=(\d+)(?:&ply=(\d+))?$/.exec(location.hash);
  return found && { game: Number(found[1]), ply: Number(found[2] ?? 0) };
}

function report(pack) {
  const [main, screen] = ['report', 'replay'].map((id) => document.getElementById(id));
  const [heading, end, farewell, holder, why] = ['game-title', 'game-end', 'game-farewell', 'game-view', 'game-why'].map((id) => document.getElementById(id));
  let open;
  const viewer = new Viewer(holder, (ply) => {
    if (open !== undefined) history.replaceState(null, '', `#game=${open}&ply=${ply}`);
  });
  const show = async () => {
    const wanted = watched();
    const there = wanted && pack.has(wanted.game);
    main.hidden = Boolean(there);
    screen.hidden = !there;
    if (!there) {
      open = undefined;
      viewer.film && viewer.stop();
      return;
    }
    if (open !== wanted.game) {
      const row = document.getElementById(`game=${wanted.game}`);
      heading.textContent = row.dataset.title;
      end.textContent = row.dataset.end;
      farewell.textContent = row.dataset.farewell ?? '';
      const reasons = document.querySelectorAll(`[data-why="${wanted.game}"]`);
      why.replaceChildren(...[...reasons].map((reason) => reason.cloneNode(true)));
      for (const reason of why.children) reason.open = true;
      const film = await pack.film(wanted.game);
      open = undefined;
      viewer.open(film, wanted.ply);
      open = wanted.game;
      scrollTo(0, 0);
      heading.focus();
    } else viewer.go(wanted.ply);
  };
  addEventListener('hashchange', show);
  const next = (step) => {
    const rows = [...document.querySelectorAll('#games tbody tr')].filter((row) => !row.hidden && pack.has(Number(row.dataset.game)));
    const at = rows.findIndex((row) => Number(row.dataset.game) === open);
    const row = rows[at + step];
    if (row) location.hash = row.id;
  };
  document.getElementById('earlier').addEventListener('click', () => next(-1));
  document.getElementById('later').addEventListener('click', () => next(1));
  show();
}

const packed = data('packed');
if (packed) report(new Pack(packed));
