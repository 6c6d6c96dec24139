// The report: its list of games can be filtered, and `#game=12&ply=30` opens a game in the viewer.

function watched() {
  const found = /^#game=(\d+)(?:&ply=(\d+))?$/.exec(location.hash);
  return found && { game: Number(found[1]), ply: Number(found[2] ?? 0) };
}

function report(pack) {
  const [main, screen] = ['report', 'replay'].map((id) => document.getElementById(id));
  const [heading, end, holder, why] = ['game-title', 'game-end', 'game-view', 'game-why'].map((id) => document.getElementById(id));
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

// Words that must all stand in a row.
function filter(input) {
  const rows = [...document.querySelectorAll('#games tbody tr')];
  const texts = rows.map((row) => row.textContent.toLowerCase());
  const found = document.getElementById('found');
  input.addEventListener('input', () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    rows.forEach((row, i) => { row.hidden = !words.every((word) => texts[i].includes(word)); });
    found.textContent = `${rows.filter((row) => !row.hidden).length} of ${rows.length}`;
  });
}

// Curves by uPlot, in the colours of the page.
function curves(list) {
  const style = getComputedStyle(document.documentElement);
  const colour = (name) => style.getPropertyValue(`--${name}`).trim();
  const inks = ['a', 'b', 'c', 'd'].map((seat) => colour(`seat-${seat}`));
  for (const { id, x, y, across, series, bars } of list) {
    const place = document.getElementById(id);
    const axis = (label) => ({ label, stroke: colour('ink'), grid: { stroke: colour('line') }, ticks: { stroke: colour('line') } });
    const plot = new uPlot({
      width: Math.max(place.clientWidth, 260), height: 240, scales: { x: { time: false, range: (_, least, most) => [least - (bars ? (x[1] - x[0]) / 2 : 0), most + (bars ? (x[1] - x[0]) / 2 : 0)] } }, axes: [axis(across), axis(y)],
      series: [{ label: across }, ...series.map((one, i) => ({
        label: one.name, stroke: inks[i % 4], dash: i < 4 ? undefined : [6, 4], width: 2, fill: bars ? `${inks[i % 4]}66` : undefined,
        paths: bars ? uPlot.paths.bars({ size: [0.9] }) : undefined, points: { show: false }, spanGaps: true,
      }))],
    }, [x, ...series.map((one) => one.values)], place);
    new ResizeObserver(() => plot.setSize({ width: Math.max(place.clientWidth, 260), height: 240 })).observe(place);
  }
}

const packed = data('packed');
if (packed) report(new Pack(packed));
const search = document.getElementById('search');
if (search) filter(search);
const plots = data('plots');
if (plots && globalThis.uPlot) curves(plots);
