//! Keeps a thread off the processors on which games are pinned.

use crate::cores::{Cores, available, beside, stay_on};

/// Gives a thread its processors back when it is dropped there.
#[must_use]
pub struct AffinityGuard {
    before: Vec<usize>,
}

/// Keeps this thread, until the guard is dropped, on processors beside the games of a run, if there are any. A
/// thread that games wake up would else run on one of their cores, as the system takes it to be close by.
pub fn stay_beside(run: &Cores) -> AffinityGuard {
    let before = available().concat();
    stay_on(&beside(Some(run)));
    AffinityGuard { before }
}

impl Drop for AffinityGuard {
    fn drop(&mut self) {
        stay_on(&self.before);
    }
}
