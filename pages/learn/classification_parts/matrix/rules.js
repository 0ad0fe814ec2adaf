// Moves of confusion matrices without a page.

// All cells after one has another count, as `dragged` of the page's state does it: items are
// dragged within their gold class, unless the gold itself is edited.
function put(cells, size, cell, { value, dragged }, editsGold) {
  const after = [...cells];
  const start = cell - (cell % size ** 2);
  const column = (cell - start) % size;
  const places = Array.from({ length: size }, (_, i) => start + i * size + column);
  const votes = places.map((place) => cells[place]);
  const isEmpty = sum(cells.slice(start, start + size ** 2)) === 0;
  if (!dragged || editsGold || isEmpty) {
    after[cell] = value;
  } else if (sum(votes) > 0) {
    moved(votes, places.indexOf(cell), value, true).forEach((vote, i) => { after[places[i]] = vote; });
  }
  return after;
}

// Sums of the rows and columns of a matrix.
function sumsOf(counts, size) {
  const numbers = Array.from({ length: size }, (_, i) => i);
  return {
    rows: numbers.map((i) => sum(counts.slice(i * size, (i + 1) * size))),
    columns: numbers.map((j) => sum(counts.filter((__, c) => c % size === j))),
  };
}

// Where a cell's precomputed answer stands; -1 where there is none. First the places of drags,
// which move items, and behind them those of keys.
function placeOfMove({ value, dragged }, steps, positions) {
  return dragged ? steps.indexOf(value) : positions.indexOf(value, steps.length);
}
