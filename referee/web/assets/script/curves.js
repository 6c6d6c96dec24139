// Draws curves, bars and points with error bars by uPlot, in the colours of the page.

const HIGHEST = 280;
// With more names than this, names are only in the legend.
const NAMED = 40;

// Draws the error bars of the points.
const whiskers = (errors, ink) => (plot) => {
  const { ctx } = plot;
  ctx.save();
  Object.assign(ctx, { strokeStyle: ink, lineWidth: 2 * devicePixelRatio });
  ctx.beginPath();
  plot.data[1].forEach((value, i) => {
    const [x, low, high] = [plot.valToPos(plot.data[0][i], 'x', true), plot.valToPos(value - errors[i], 'y', true), plot.valToPos(value + errors[i], 'y', true)];
    const half = 4 * devicePixelRatio;
    for (const [from, to] of [[[x, low], [x, high]], [[x - half, low], [x + half, low]], [[x - half, high], [x + half, high]]]) {
      ctx.moveTo(...from);
      ctx.lineTo(...to);
    }
  });
  ctx.stroke();
  ctx.restore();
};

// Shows values in the legend while the pointer is over the plot.
const pointed = ({ root, cursor }) => root.querySelector('.u-legend').classList.toggle('u-live', typeof cursor.idx === 'number');

function curve(place, { x, y, across, series, bars, names, errors }) {
  const style = getComputedStyle(document.documentElement);
  const colour = (name) => style.getPropertyValue(`--${name}`).trim();
  const inks = ['a', 'b', 'c', 'd'].map((seat) => colour(`seat-${seat}`));
  const lines = { stroke: colour('ink'), grid: { stroke: colour('line') }, ticks: { stroke: colour('line') } };
  const short = (name = '') => (name.length > 12 ? `${name.slice(0, 11)}…` : name);
  const size = () => ({ width: Math.max(place.clientWidth, 260), height: HIGHEST + (names ? 60 : 0) });
  const beside = bars ? (x[1] - x[0]) / 2 : names ? 0.5 : 0;
  const below = names && names.length <= NAMED
    ? { splits: () => x, values: (_, at) => at.map((number) => short(names[number - 1])), rotate: -50, size: 90, gap: 6 } : { label: across || 'rank' };
  const values = errors?.flatMap((error, i) => [series[0].values[i] - error, series[0].values[i] + error]) ?? [];
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const pad = (most - least || 1) * 0.06;
  const plot = new uPlot({
    ...size(), legend: { show: true },
    scales: { x: { time: false, range: (_, from, to) => [from - beside, to + beside] }, y: errors ? { range: () => [least - pad, most + pad] } : {} },
    axes: [{ ...lines, ...below }, { ...lines, label: y }],
    hooks: { ready: [pointed], setCursor: [pointed], draw: errors ? [whiskers(errors, colour('soft'))] : [] },
    series: [{ label: names ? 'bot' : across, value: names ? (_, at) => names[at - 1] ?? '–' : undefined }, ...series.map((one, i) => ({
      label: one.name, stroke: inks[i % 4], dash: i < 4 ? undefined : [6, 4], width: errors ? 0 : 2, fill: bars ? `${inks[i % 4]}66` : undefined,
      paths: bars ? uPlot.paths.bars({ size: [0.9] }) : errors ? () => null : undefined,
      points: errors ? { show: true, size: 9, fill: inks[0] } : { show: false }, spanGaps: true,
      value: errors ? (_, value, __, at) => (at === null || at === undefined ? '–' : `${value} ± ${errors[at]}`) : undefined,
    }))],
  }, [x, ...series.map((one) => one.values)], place);
  return { plot, fit: () => plot.setSize(size()) };
}

// Draws each chart in its place, and again when the colours change.
function curves(list) {
  for (const one of list) {
    const place = document.getElementById(one.id);
    if (!place) continue;
    let drawn = curve(place, one);
    new ResizeObserver(() => drawn.fit()).observe(place);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
      drawn.plot.destroy();
      drawn = curve(place, one);
    });
  }
}

const plots = data('plots');
if (plots && globalThis.uPlot) curves(plots);
