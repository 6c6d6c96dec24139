//! The layout of the tiles. Their squares, 64 at most, are numbered in reading order, so that a set
//! of squares fits one word.

/// Number of squares in a row and of rows of the grid.
const SIDE: usize = 10;
/// Number of tiles, `a` to `q`.
pub(super) const TILES: usize = 17;
/// Greatest number of squares of all tiles.
pub(super) const SQUARES: u8 = 64;

/// The layout of the tiles.
pub(super) struct Layout {
    /// For each square: its index on the grid.
    places: Vec<usize>,
    /// All squares.
    pub(super) squares: u64,
    /// For each square: the number of its tile.
    pub(super) tile: [u8; 64],
    /// For each tile: its squares.
    pub(super) tiles: [u64; TILES],
    /// For each square: the squares of other tiles in its row and column.
    pub(super) reach: [u64; 64],
}

/// Iterates over the squares of a set.
pub(super) fn each(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let square = set.trailing_zeros().try_into().ok()?;
        (set != 0).then(|| set &= set - 1)?;
        Some(square)
    })
}

impl Layout {
    /// Reads the field TILES of a state line.
    pub(super) fn read(field: &str) -> Option<Layout> {
        let mut layout = Layout {
            places: Vec::with_capacity(SQUARES.into()),
            squares: 0,
            tile: [0; 64],
            tiles: [0; TILES],
            reach: [0; 64],
        };
        let cells = field.bytes().filter(|cell| *cell != b'/').enumerate();
        let squares = cells.filter(|(_, cell)| *cell != b'.');
        let (mut rows, mut columns) = ([0_u64; SIDE], [0_u64; SIDE]);
        for (i, (place, letter)) in squares.enumerate() {
            let tile = letter.checked_sub(b'a')?;
            *layout.tile.get_mut(i)? = tile;
            let square: u64 = 1 << i;
            *layout.tiles.get_mut(usize::from(tile))? |= square;
            *rows.get_mut(place / SIDE)? |= square;
            columns[place % SIDE] |= square;
            layout.places.push(place);
            layout.squares |= square;
        }
        for (i, place) in layout.places.iter().enumerate() {
            let line = rows[place / SIDE] | columns[place % SIDE];
            layout.reach[i] = line & !layout.tiles[usize::from(layout.tile[i])];
        }
        Some(layout)
    }

    /// Returns the name of a square.
    pub(super) fn name(&self, square: usize) -> String {
        let place = self.places.get(square).copied().unwrap_or_default();
        let column = char::from(b"abcdefghij"[place % SIDE]);
        format!("{column}{}", place / SIDE + 1)
    }

    /// Returns the square with a name.
    pub(super) fn square(&self, name: &str) -> Option<u8> {
        each(self.squares).find(|square| self.name(usize::from(*square)) == name)
    }

    /// Returns the squares with a letter in a field of ten rows.
    pub(super) fn set(&self, field: &str, letter: u8) -> u64 {
        let cells: Vec<u8> = field.bytes().filter(|cell| *cell != b'/').collect();
        let has = |place: usize| cells.get(place) == Some(&letter);
        let places = self.places.iter().enumerate();
        places
            .filter(|(_, place)| has(**place))
            .fold(0, |set, (i, _)| set | 1 << i)
    }
}
