//! A set of hashes that stays small in memory.

use std::collections::HashSet;

/// Most of the latest hashes that wait to be sorted into the others.
const LATEST: usize = 1 << 16;
/// The same of a large set: this part of the others.
const LATEST_PART: usize = 32;
/// Groups of hashes that begin with the same two bytes.
const GROUPS: usize = 1 << 16;

/// What is kept of a hash in its group: the other six bytes.
type Rest = [u8; 6];

/// A set of hashes. If there are millions, each takes about seven bytes; in a `HashSet` it takes up to twenty.
#[derive(Clone, Debug, Default)]
pub struct PrintSet {
    latest: HashSet<u64>,
    /// All others, in ascending order.
    sorted: Vec<Rest>,
    /// For each group the place of its first hash in `sorted`, then the end of the last group; empty as long as nothing
    /// is sorted.
    groups: Vec<usize>,
}

impl PrintSet {
    /// Adds a hash; returns true if it is new.
    pub fn insert(&mut self, print: u64) -> bool {
        if self.is_sorted_in(print) || !self.latest.insert(print) {
            return false;
        }
        if self.latest.len() > LATEST.max(self.sorted.len() / LATEST_PART) {
            self.sort_in();
        }
        true
    }

    fn is_sorted_in(&self, print: u64) -> bool {
        let (group, rest) = divide(print);
        let Some([begin, end]) = self.groups.get(group..group + 2) else {
            return false;
        };
        self.sorted[*begin..*end].binary_search(&rest).is_ok()
    }

    /// Sorts the latest hashes into the others. It goes from the end to the beginning, so that it needs no second list.
    fn sort_in(&mut self) {
        let mut latest: Vec<u64> = self.latest.drain().collect();
        latest.sort_unstable();
        if self.groups.is_empty() {
            self.groups = vec![0; GROUPS + 1];
        }
        let mut end = self.sorted.len();
        // What lies between the end of the sorted ones and this place is free.
        let mut place = end + latest.len();
        self.sorted.reserve_exact(latest.len());
        self.sorted.resize(place, Rest::default());
        for group in (0..GROUPS).rev() {
            let begin = self.groups[group];
            self.groups[group + 1] = place;
            while let Some((of, rest)) = latest.last().map(|print| divide(*print))
                && of == group
            {
                while end > begin && self.sorted[end - 1] > rest {
                    end -= 1;
                    place -= 1;
                    self.sorted[place] = self.sorted[end];
                }
                place -= 1;
                self.sorted[place] = rest;
                latest.pop();
            }
            place -= end - begin;
            self.sorted.copy_within(begin..end, place);
            end = begin;
        }
    }

    fn contains(&self, print: u64) -> bool {
        self.latest.contains(&print) || self.is_sorted_in(print)
    }

    fn len(&self) -> usize {
        self.latest.len() + self.sorted.len()
    }

    fn iter(&self) -> impl Iterator<Item = u64> {
        let groups = self.groups.windows(2).zip(0..=u16::MAX);
        let sorted = groups.flat_map(move |(bounds, group)| {
            let rests = &self.sorted[bounds[0]..bounds[1]];
            rests.iter().map(move |rest| join(group, *rest))
        });
        sorted.chain(self.latest.iter().copied())
    }
}

impl PartialEq for PrintSet {
    fn eq(&self, other: &PrintSet) -> bool {
        self.len() == other.len() && self.iter().all(|print| other.contains(print))
    }
}

/// Divides a hash into the number of its group and the rest.
fn divide(print: u64) -> (usize, Rest) {
    let [first, second, rest @ ..] = print.to_be_bytes();
    (usize::from(u16::from_be_bytes([first, second])), rest)
}

fn join(group: u16, rest: Rest) -> u64 {
    let mut print = [0; 8];
    print[..2].copy_from_slice(&group.to_be_bytes());
    print[2..].copy_from_slice(&rest);
    u64::from_be_bytes(print)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first and the last groups, of which each has several hashes.
    const EDGES: [u64; 6] = [0, 1, 2, u64::MAX - 2, u64::MAX - 1, u64::MAX];

    /// Returns a different hash for each number.
    fn print(number: u64) -> u64 {
        number.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    #[test]
    fn each_hash_is_new_once() {
        let mut set = PrintSet::default();
        for number in 1..=300_000 {
            assert!(set.insert(print(number)), "{number}");
            assert!(!set.insert(print(number / 2 + 1)), "{number}");
        }
        for edge in EDGES.into_iter().rev() {
            assert!(set.insert(edge), "{edge}");
        }
        for number in 300_001..=400_000 {
            assert!(set.insert(print(number)), "{number}");
        }
        let mut all: Vec<u64> = (1..=400_000).map(print).chain(EDGES).collect();
        assert!(all.iter().all(|known| !set.insert(*known)));
        assert!(set.iter().take(set.sorted.len()).is_sorted());
        let mut seen: Vec<u64> = set.iter().collect();
        seen.sort_unstable();
        all.sort_unstable();
        assert!(seen == all);
    }

    #[test]
    fn a_million_hashes_take_few_bytes() {
        let mut set = PrintSet::default();
        for number in 0..1_000_000 {
            set.insert(print(number));
        }
        // A table has a byte for each place besides.
        let bytes = set.sorted.capacity() * size_of::<Rest>()
            + set.latest.capacity() * (size_of::<u64>() + 1)
            + set.groups.capacity() * size_of::<usize>();
        assert!(bytes < 8_000_000, "{bytes}");
    }

    #[test]
    fn sets_are_equal_in_whatever_order_they_were_made() {
        let (mut one, mut two) = (PrintSet::default(), PrintSet::default());
        assert_eq!(one, two);
        for number in 0..100_000 {
            one.insert(print(number));
            two.insert(print(99_999 - number));
        }
        assert_eq!(one, two);
        one.insert(1);
        assert_ne!(one, two);
        two.insert(2);
        assert_ne!(one, two);
    }
}
