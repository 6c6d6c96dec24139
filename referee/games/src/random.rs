//! Random draws that return the same values on every machine and in every version.
//!
//! They use nothing of a generator but its 64-bit words, because the sampling of a library may
//! change from one version to the next while a recorded seed must keep its meaning.

use rand::Rng;

/// Returns a number below `n` (which must be positive), each with the same probability. Words at the end of
/// the range that would favour small numbers are rejected.
pub fn below(rng: &mut dyn Rng, n: u32) -> u32 {
    let n = u64::from(n.max(1));
    let usable = u64::MAX - u64::MAX % n;
    loop {
        let bits = rng.next_u64();
        if bits < usable {
            return u32::try_from(bits % n).unwrap_or_default();
        }
    }
}

/// Returns a random index into a list, which must not be empty.
pub fn index(rng: &mut dyn Rng, length: usize) -> usize {
    below(rng, u32::try_from(length).unwrap_or(u32::MAX)) as usize
}

/// Returns a random index into weighted outcomes, whose weights must have a positive sum.
pub fn weighted<W>(rng: &mut dyn Rng, outcomes: &[(W, u32)]) -> usize {
    let mut left = below(rng, outcomes.iter().map(|(_, weight)| weight).sum());
    for (i, (_, weight)) in outcomes.iter().enumerate() {
        if left < *weight {
            return i;
        }
        left -= weight;
    }
    0
}

/// Shuffles a list (Fisher–Yates).
pub fn shuffle<T>(rng: &mut dyn Rng, items: &mut [T]) {
    for end in (1..items.len()).rev() {
        items.swap(end, index(rng, end + 1));
    }
}
