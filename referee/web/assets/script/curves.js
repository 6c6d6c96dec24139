// Draws curves and bars by uPlot, in the colours of the page.

const HIGHEST = 280;
// With more series than this, each has a plot of its own.
const TOGETHER = 8;

// Shows values in the legend while the pointer is over the plot.
const pointed = ({ root, cursor }) => root.querySelector('.u-legend').classList.toggle('u-live', typeof cursor.idx === 'number');

function curve(place, { x, y, across, series, bars }) {
  // A canvas knows no variables: what they are now is read from the place itself.
  const colour = (value) => {
    place.style.color = value;
    const now = getComputedStyle(place).color;
    place.style.color = '';
    return now;
  };
  const inks = ['a', 'b', 'c', 'd'].map((seat) => `var(--seat-${seat})`);
  const [ink, line] = ['ink', 'line'].map((name) => colour(`var(--${name})`));
  const lines = { stroke: ink, grid: { stroke: line }, ticks: { stroke: line } };
  const size = () => ({ width: Math.max(place.clientWidth, 260), height: HIGHEST });
  const beside = bars ? (x[1] - x[0]) / 2 : 0;
  const plot = new uPlot({
    ...size(), legend: { show: true },
    scales: { x: { time: false, range: (_, from, to) => [from - beside, to + beside] }, y: {} },
    axes: [{ ...lines, label: across }, { ...lines, label: y }],
    hooks: { ready: [pointed], setCursor: [pointed] },
    series: [{ label: across }, ...series.map((one, i) => ({
      label: one.name, stroke: colour(inks[i % 4]), dash: i < 4 ? undefined : [6, 4], width: 2, fill: bars ? colour(`color-mix(in srgb, ${inks[i % 4]} 40%, transparent)`) : undefined,
      paths: bars ? uPlot.paths.bars({ size: [0.9] }) : undefined, points: { show: false }, spanGaps: true,
    }))],
  }, [x, ...series.map((one) => one.values)], place);
  return { plot, fit: () => plot.setSize(size()) };
}

// Draws each series by itself, all at one scale: so many lines in one plot can't be told apart.
function multiples(place, { x, y, across, series }) {
  const [wide, high] = [120, 40];
  const highestOf = (values) => Math.max(0, ...values.map((value) => value ?? 0));
  const most = series.reduce((most, { values }) => Math.max(most, highestOf(values)), 0) || 1;
  const one = ({ name, values }) => {
    const points = values.flatMap((value, i) => (value === null ? [] : [`${((wide * i) / Math.max(x.length - 1, 1)).toFixed(1)},${(high * (1 - value / most)).toFixed(1)}`]));
    const highest = points.length ? `${y} up to ${highestOf(values)}` : 'no values';
    return html('figure', {}, html('figcaption', {}, html('bdi', {}, name), ` ${highest}`),
      svg('svg', { class: 'chart', viewBox: `0 -1 ${wide} ${high + 2}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': `${name} by ${across}: ${highest}` },
        points.length ? svg('path', { class: 'line seat-A', d: `M${points.join('L')}${points.length === 1 ? 'h-2' : ''}` }) : null));
  };
  place.classList.add('multiples');
  place.tabIndex = 0;
  place.setAttribute('role', 'region');
  place.setAttribute('aria-label', `${y} by ${across}`);
  place.replaceChildren(...series.map(one));
}

// Draws each chart in its place, and again when the colours change.
function curves(list) {
  for (const one of list) {
    const place = document.getElementById(one.id);
    if (!place) continue;
    if (one.series.length > TOGETHER) {
      multiples(place, one);
      continue;
    }
    let drawn = curve(place, one);
    new ResizeObserver(() => drawn.fit()).observe(place);
    const again = () => {
      drawn.plot.destroy();
      drawn = curve(place, one);
    };
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', again);
    addEventListener('scheme', again);
  }
}

const plots = data('plots');
if (plots && globalThis.uPlot) curves(plots);
