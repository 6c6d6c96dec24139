//! The deals that games start from, of which the later ones may be looked at when games come to them.

use crate::plan::distinct::Distinct;

/// Finds the deals that begin as an earlier one.
///
/// What it finds must follow from the plan, as what a schedule issues does.
pub trait RepeatFinder: Send {
    /// Tells if a deal has the same start as an earlier one. It is asked about one deal after the other, not
    /// necessarily from the first.
    fn is_repeat(&mut self, deal: u32) -> bool;
}

/// The deals of a plan without those that begin as an earlier one.
pub(crate) struct Deals {
    /// The deals that were looked at so far; `None` if a plan uses all deals.
    known: Option<Distinct>,
    finder: Option<Box<dyn RepeatFinder>>,
}

impl Deals {
    /// Begins with the deals that a plan knows.
    pub(crate) fn new(known: Option<Distinct>) -> Deals {
        Deals {
            known,
            finder: None,
        }
    }

    /// Lets the finder look at the deals beyond those that are known.
    pub(crate) fn find_by(&mut self, finder: Box<dyn RepeatFinder>) {
        self.finder = Some(finder);
    }

    /// Returns the number (from 1) of the deal with this index (from 0); `None` if it lies beyond those that are known,
    /// and there is no finder.
    pub(crate) fn nth(&mut self, index: u64) -> Option<u32> {
        let Some(known) = &mut self.known else {
            return Some(number(index + 1));
        };
        while known.foreseen.is_some() && known.found() <= index {
            let finder = self.finder.as_mut()?;
            let deal = known.deals.checked_add(1)?;
            let is_repeat = finder.is_repeat(deal);
            known.deals = deal;
            // Rather than look forever, a start is used again.
            if is_repeat && !known.is_exhausted() {
                known.repeats.push(deal);
            }
        }
        Some(number(known.nth(index)))
    }
}

/// Converts the number of a deal; that of a plan that was checked is never out of range.
fn number(deal: u64) -> u32 {
    u32::try_from(deal).unwrap_or(u32::MAX)
}
