// The report: filters its list of games, and opens a game in the viewer at `#game=12&ply=30`.

function watched() {
  const found = /^#game=(\d+)(?:&ply=(\d+))?$/.exec(location.hash);
  return found && { game: Number(found[1]), ply: found[2] === undefined ? undefined : Number(found[2]) };
}

function report(pack) {
  const [main, screen] = ['report', 'replay'].map((id) => document.getElementById(id));
  const [heading, end, holder] = ['game-title', 'game-end', 'game-view'].map((id) => document.getElementById(id));
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
      const why = [...main.querySelectorAll(`[data-why="${wanted.game}"]`)].map((reason) => reason.cloneNode(true));
      const film = await pack.film(wanted.game);
      // Another one may be wanted by now.
      if (watched()?.game !== wanted.game) return;
      film.seats = seatsOf(row);
      open = undefined;
      viewer.open(film, wanted.ply ?? (why.length ? faultIn(film) : 0), why);
      open = wanted.game;
      scrollTo(0, 0);
      heading.focus();
    } else viewer.go(wanted.ply ?? 0);
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
