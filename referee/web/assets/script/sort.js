// Sorts the rows of a table by the column whose head is pressed; pressed a third time, they are as they came.

const COLLATOR = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

// Returns the number with which a text begins, after which only a unit, an error or a count may follow. Probabilities
// have no digit before the point, and may be bounds.
const numberOf = (text) => {
  const [, bound, number] = /^([<>]?)([-+−]?(?:\d+(?:\.\d+)?|\.\d+))(?=$|[\s%/])/.exec(text.trim()) ?? [];
  if (number === undefined) return undefined;
  return Number(number.replace('−', '-')) + { '<': -1e-9, '>': 1e-9, '': 0 }[bound];
};

// The heads of a table, of which one sorts. `changed` is called when another order is chosen; that of the heads
// `before` goes on.
class Sorting {
  constructor(row, changed, before) {
    this.order = 'none';
    const heads = [...row.cells];
    this.heads = heads.map((head) => head.textContent.trim());
    // Nobody is there to sort what is on the wall. Facts have no head of their own; a crosstable has a column for each
    // opponent.
    if (document.querySelector('main.tv') || !heads[0]?.textContent.trim()) return;
    heads.forEach((head, column) => {
      const isText = head.classList.contains('name');
      if (/^\d*$/.test(head.textContent.trim())) return;
      const orders = isText ? ['none', 'ascending', 'descending'] : ['none', 'descending', 'ascending'];
      const choose = (order) => {
        Object.assign(this, { column, isText, order });
        for (const cell of row.cells) cell.removeAttribute('aria-sort');
        if (order !== 'none') head.setAttribute('aria-sort', order);
      };
      const press = () => {
        choose(orders[column === this.column ? (orders.indexOf(this.order) + 1) % orders.length : 1]);
        changed();
      };
      const button = html('button', { type: 'button', onclick: press });
      button.append(...head.childNodes);
      head.append(button);
      if (before && before.order !== 'none' && before.heads[before.column] === this.heads[column]) choose(before.order);
    });
  }

  // Returns the numbers of the rows in the order that was chosen. `text` returns the text of a row's cell.
  rows(count, text) {
    const rows = [...Array(count).keys()];
    if (this.order === 'none') return rows;
    const known = rows.map((row) => text(row, this.column));
    const numbers = known.map((one) => (this.isText ? undefined : numberOf(one)));
    const towards = this.order === 'ascending' ? 1 : -1;
    // What is no number comes after all numbers.
    const compare = (a, b) => {
      const [one, other] = [numbers[a], numbers[b]];
      if (one !== undefined && other !== undefined) return towards * (one - other);
      if (one !== undefined || other !== undefined) return one === undefined ? 1 : -1;
      return towards * COLLATOR.compare(known[a], known[b]);
    };
    return rows.sort(compare);
  }
}

// Tables that came with the page; those of a run are drawn anew by what it sends.
for (const table of document.querySelectorAll('main:not(#live) .scroll table')) {
  const [body, came] = [table.tBodies[0], [...table.tBodies[0].rows]];
  const sorting = new Sorting(table.tHead.rows[0], () => {
    body.append(...sorting.rows(came.length, (row, column) => came[row].cells[column].textContent).map((row) => came[row]));
  });
}
