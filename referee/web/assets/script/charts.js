// Draws charts of a game: the time of each move as bars, the bots' scores as lines. A click opens the move.

const HIGH = 64;

const shownTime = (us) => (us < 1000 ? `${us} µs` : us < 1e6 ? `${(us / 1000).toPrecision(3)} ms` : `${(us / 1e6).toPrecision(3)} s`);

function chart(name, film, draw, go) {
  const wide = Math.max(film.shots.length, 1) * 10;
  const now = svg('rect', { class: 'now', y: 0, width: 10, height: HIGH });
  const plot = svg('svg', { class: 'chart', viewBox: `0 0 ${wide} ${HIGH}`, preserveAspectRatio: 'none', 'aria-hidden': 'true',
    onclick: (event) => {
      const box = plot.getBoundingClientRect();
      go(1 + Math.floor(((event.clientX - box.left) / box.width) * film.shots.length));
    } }, now, ...draw());
  return {
    element: html('figure', {}, html('figcaption', {}, name), plot),
    at: (ply) => now.setAttribute('x', (ply - 1) * 10),
  };
}

// The height of a bar is the square root of the time, so that short moves are visible next to long ones.
function timeChart(film, go) {
  const most = Math.max(...film.shots.map((shot) => shot.us || 0));
  if (!most) return null;
  return chart(`Time by move, the longest ${shownTime(most)}`, film, () => film.shots.flatMap((shot, i) => {
    if (!shot.us) return [];
    const high = Math.max(1, HIGH * Math.sqrt(shot.us / most));
    return [svg('rect', { class: `bar seat-${shot.seat}`, x: i * 10 + 1, y: HIGH - high, width: 8, height: high })];
  }), go);
}

// Each seat has its own unit of scores, so each line has its own scale; the middle is 0.
function scoreChart(film, go) {
  const seats = [...new Set(film.shots.filter((shot) => shot.remark?.s !== undefined).map((shot) => shot.seat))].sort();
  if (!seats.length) return null;
  return chart(`What ${seats.join(' and ')} thought of the own position, the middle is 0`, film, () => [
    svg('path', { class: 'zero', d: `M0,${HIGH / 2} H${film.shots.length * 10}` }),
    ...seats.flatMap((seat) => {
      const points = film.shots.flatMap((shot, i) => (shot.seat === seat && shot.remark?.s !== undefined ? [[i, shot.remark.s]] : []));
      const most = Math.max(...points.map(([, score]) => Math.abs(score)), 1e-9);
      const path = points.map(([i, score], n) => `${n ? 'L' : 'M'}${i * 10 + 5},${(HIGH / 2) * (1 - 0.92 * (score / most))}`);
      const [first, last] = [points[0][0], points.at(-1)[0]].map((i) => i * 10 + 5);
      return [svg('path', { class: `area seat-${seat}`, d: `${path.join('')}L${last},${HIGH / 2}H${first}Z` }),
        svg('path', { class: `line seat-${seat}`, d: path.join('') + (path.length === 1 ? 'h2' : '') })];
    }),
  ], go);
}
