//! What a search remembers of positions that it may meet again.

use super::board::Move;

/// How a remembered value bounds the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// It is the value.
    Exact,
    /// The value is at least this.
    Lower,
    /// The value is at most this.
    Upper,
}

/// What is remembered of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) value: i32,
    pub(super) depth: u8,
    pub(super) bound: Bound,
    pub(super) best: Move,
}

/// A table of fixed size, in which a newer position takes the place of an older one. Memory that
/// isn't used yet costs nothing.
#[derive(Clone, Debug)]
pub(super) struct Table {
    slots: Vec<[u64; 2]>,
}

/// Sixteen bytes each: 4 MiB.
const SLOTS: usize = 1 << 18;

impl Table {
    pub(super) fn new() -> Table {
        Table {
            slots: vec![[0; 2]; SLOTS],
        }
    }

    #[expect(
        clippy::cast_possible_truncation,
        reason = "the lowest bits choose the slot"
    )]
    fn slot(key: u64) -> usize {
        key as usize % SLOTS
    }

    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        let [known, packed] = self.slots[Table::slot(key)];
        (known == key && packed != 0).then(|| unpack(packed))
    }

    pub(super) fn put(&mut self, key: u64, entry: Entry) {
        self.slots[Table::slot(key)] = [key, pack(entry)];
    }
}

/// From the lowest bits on: the move (6, 6 and 3 bits), the bound (2), the depth (8), the value (32).
fn pack(entry: Entry) -> u64 {
    let Entry {
        value,
        depth,
        bound,
        best,
    } = entry;
    u64::from(best.from)
        | u64::from(best.to) << 6
        | u64::from(best.tip) << 12
        | (bound as u64) << 15
        | u64::from(depth) << 17
        | u64::from(value.cast_unsigned()) << 32
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "parts are cut out of the whole"
)]
fn unpack(packed: u64) -> Entry {
    let part = |start: u32, bits: u32| (packed >> start & ((1 << bits) - 1)) as u8;
    Entry {
        value: (packed >> 32) as i32,
        depth: part(17, 8),
        bound: [Bound::Exact, Bound::Lower, Bound::Upper][usize::from(part(15, 2)) % 3],
        best: Move {
            from: part(0, 6),
            to: part(6, 6),
            tip: part(12, 3),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_comes_back_as_it_was() {
        let mut table = Table::new();
        let best = Move {
            from: 54,
            to: 46,
            tip: Move::NO_TIP,
        };
        for (value, depth, bound) in [
            (-999_999, 0, Bound::Exact),
            (7, 255, Bound::Lower),
            (999_999, 64, Bound::Upper),
        ] {
            let entry = Entry {
                value,
                depth,
                bound,
                best,
            };
            table.put(17, entry);
            assert_eq!(table.get(17), Some(entry));
        }
        assert_eq!(table.get(18), None);
    }
}
