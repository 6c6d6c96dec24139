// Draws pictures of numbers: the course of a value between its bounds, and the parts of a whole.

// Width and height of a course, in its own units.
const COURSE = { wide: 600, high: 160 };

function courseOf({ title, bounds: [low, high], points }) {
  const last = points.at(-1);
  const [least, most] = [Math.min(low, ...points.map(([, value]) => value)), Math.max(high, ...points.map(([, value]) => value))];
  const x = (count) => (COURSE.wide * count) / last[0];
  const y = (value) => 8 + (COURSE.high - 16) * (1 - (value - least) / (most - least || 1));
  const line = (value, look) => svg('path', { class: look, d: `M0,${y(value)}H${COURSE.wide}` });
  const word = (value, text) => svg('text', { class: 'tick', x: COURSE.wide + 8, y: y(value) + 5 }, text);
  return [html('figcaption', {}, title),
    svg('svg', { class: 'plot', viewBox: `0 0 ${COURSE.wide + 110} ${COURSE.high}`, role: 'img', 'aria-label': `${title}: from ${low.toFixed(2)} to ${high.toFixed(2)}, now ${last[1].toFixed(2)}` },
      line(high, 'bound'), line(0, 'zero'), line(low, 'bound'), word(high, `${high.toFixed(2)} (H1)`), word(low, `${low.toFixed(2)} (H0)`),
      svg('path', { class: 'course', d: `M0,${y(0)}${points.map(([count, value]) => `L${x(count).toFixed(1)},${y(value).toFixed(1)}`).join('')}` }),
      svg('circle', { class: 'dot', cx: x(last[0]), cy: y(last[1]), r: 5 }))];
}

function partsOf({ title, parts }) {
  const all = parts.reduce((sum, [, count]) => sum + count, 0);
  return [html('figcaption', {}, title),
    html('ol', { class: 'parts' }, ...parts.map(([name, count], i) => {
      const part = html('li', { class: `part-${i}` }, html('b', {}, count), ` with ${name}`);
      // A part that is empty or small has room for its text.
      part.style.flexGrow = count / all;
      return part;
    }))];
}

const drawPicture = ({ course, parts }) => (course ? courseOf(course) : partsOf(parts));

for (const place of document.querySelectorAll('[data-picture]')) place.replaceChildren(...drawPicture(JSON.parse(place.dataset.picture)));
