//! The transposition table: stores results of the search by position.

use super::{Code, WIN};

/// How a stored score bounds the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ScoreBound {
    AtMost,
    AtLeast,
    Exact,
}

/// A stored result for a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) score: i32,
    pub(super) best: Code,
    pub(super) depth: u8,
    pub(super) bound: ScoreBound,
}

/// A table of fixed size. Each slot has two places: one for the most expensive result of this
/// search, one for the latest result.
pub(super) struct TranspositionTable {
    /// Pairs of a key and a packed entry; 0 means that there is no entry.
    places: Vec<[u64; 2]>,
    generation: u8,
}

impl TranspositionTable {
    /// Creates a table of 16 bytes times 2 to the power of `bits`.
    pub(super) fn new(bits: u32) -> TranspositionTable {
        TranspositionTable {
            places: vec![[0; 2]; 1 << bits],
            generation: 0,
        }
    }

    /// Begins a new search: the stored results stay, but may be replaced.
    pub(super) fn begin(&mut self) {
        self.generation = (self.generation + 1) % 64;
    }

    /// Returns the stored result for a position `ply` plies from the root.
    pub(super) fn get(&self, key: u64, ply: i32) -> Option<Entry> {
        let first = self.first(key);
        let pair = &self.places[first..first + 2];
        let [_, packed] = pair.iter().find(|place| place[0] == key && place[1] != 0)?;
        let entry = unpack(*packed);
        Some(Entry {
            score: shift(entry.score, -ply),
            ..entry
        })
    }

    /// Stores a result for a position `ply` plies from the root.
    pub(super) fn put(&mut self, key: u64, ply: i32, entry: Entry) {
        let first = self.first(key);
        let [held, packed] = self.places[first];
        let old = packed >> 58 != u64::from(self.generation);
        let keeps = held != key && !old && unpack(packed).depth > entry.depth;
        let score = shift(entry.score, ply);
        let packed = pack(Entry { score, ..entry }) | u64::from(self.generation) << 58;
        self.places[first + usize::from(keeps)] = [key, packed];
    }

    #[expect(clippy::cast_possible_truncation, reason = "the mask is smaller")]
    fn first(&self, key: u64) -> usize {
        key as usize & (self.places.len() - 1) & !1
    }
}

/// Converts between scores relative to the root and relative to the position: wins and losses are
/// stored by their distance from the position.
fn shift(score: i32, plies: i32) -> i32 {
    if score.abs() > WIN / 2 {
        score + score.signum() * plies
    } else {
        score
    }
}

fn pack(entry: Entry) -> u64 {
    let score = u64::from(entry.score.cast_unsigned());
    let bound = match entry.bound {
        ScoreBound::AtMost => 1,
        ScoreBound::AtLeast => 2,
        ScoreBound::Exact => 3,
    };
    score | u64::from(entry.best.0) << 32 | u64::from(entry.depth) << 48 | bound << 56
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "the fields are taken apart"
)]
fn unpack(packed: u64) -> Entry {
    Entry {
        score: (packed as u32).cast_signed(),
        best: Code((packed >> 32) as u16),
        depth: (packed >> 48) as u8,
        bound: match packed >> 56 & 3 {
            1 => ScoreBound::AtMost,
            2 => ScoreBound::AtLeast,
            _ => ScoreBound::Exact,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_in_comes_out() {
        let mut table = TranspositionTable::new(4);
        table.begin();
        for (bound, score) in [
            (ScoreBound::AtMost, -3),
            (ScoreBound::AtLeast, WIN - 5),
            (ScoreBound::Exact, 5 - WIN),
        ] {
            let entry = Entry {
                score,
                best: Code(0xbeef),
                depth: 7,
                bound,
            };
            table.put(99, 2, entry);
            assert_eq!(table.get(99, 2), Some(entry));
        }
        assert_eq!(table.get(99, 3).map(|entry| entry.score), Some(6 - WIN));
        assert_eq!(table.get(98, 2), None);
    }
}
