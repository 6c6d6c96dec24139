//! Read access to the results of a match.

use super::{FaultCount, FirstFault, OmittedPair, PairResults};
use crate::head_to_head::end::{AcceptedHypothesis, MatchEnd};
use crate::head_to_head::rule::{COPIES_PERCENT, Goal, StopRule};

impl PairResults {
    /// Returns the names of the two bots; all figures are those of the first.
    pub fn names(&self) -> &[String; 2] {
        &self.names
    }

    /// Returns the rule that ends the match.
    pub fn rule(&self) -> &StopRule {
        &self.rule
    }

    /// Returns the number of finished pairs, including those that are left out.
    pub fn pairs(&self) -> u64 {
        self.course.len() as u64
    }

    /// Returns the number of deals that were passed over before the last of these pairs.
    pub fn passed_over(&self) -> u64 {
        u64::from(self.deal).saturating_sub(self.pairs())
    }

    /// Returns the number of pairs that count by the points of the first bot in them: 0, ½, 1, 1½, 2.
    pub fn counts(&self) -> [u64; 5] {
        self.counts
    }

    /// Returns the number of pairs that count.
    pub fn counted(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Returns how many games of these pairs the first bot lost, drew and won.
    pub fn games(&self) -> [u64; 3] {
        self.games
    }

    /// Returns the number of pairs with a void game, for each of which another is played.
    pub(in crate::head_to_head) fn spoilt(&self) -> u64 {
        self.spoilt
    }

    /// Returns the pairs that don't count, with the reason.
    pub fn left_out(&self) -> &[OmittedPair] {
        &self.left_out
    }

    /// Returns the games lost by faults, including those of pairs that don't count.
    pub fn faults(&self) -> &[FaultCount] {
        &self.faults
    }

    /// Returns the number of games lost by a bot's fault, including those of pairs that don't count.
    pub fn faults_of(&self, bot: &str) -> u64 {
        let own = self.faults.iter().filter(|fault| fault.bot == bot);
        own.map(|fault| fault.games).sum()
    }

    /// Returns the first game, in schedule order, that was lost by a fault.
    pub fn first_fault(&self) -> Option<&FirstFault> {
        self.first_fault.as_ref()
    }

    /// Returns the number of games in which a bot could show a fault: all that aren't void.
    pub fn judged(&self) -> u64 {
        self.judged
    }

    /// Returns the number of games with the same start, dice and moves as an earlier one, whichever bot was
    /// in which seat.
    pub fn identical(&self) -> u64 {
        self.identical
    }

    /// Returns true if more than [`COPIES_PERCENT`] of the games are copies, so that they decide no test.
    pub fn is_copied(&self) -> bool {
        100 * self.identical > COPIES_PERCENT * self.games.iter().sum::<u64>()
    }

    /// Returns the log-likelihood ratio of the test; 0 if there is no test.
    pub fn llr(&self) -> f64 {
        self.llr
    }

    /// Returns the reason for the end of the match, if it has ended.
    pub fn end(&self) -> Option<&MatchEnd> {
        self.end.as_ref()
    }

    /// Returns the number of finished games that don't count so far: after an unfinished pair, or after the
    /// end.
    pub fn beyond(&self) -> u64 {
        self.beyond.len() as u64 + self.late
    }

    pub(in crate::head_to_head) fn faults_in_a_row(&self, bot: &str) -> u32 {
        let mut rows = self.names.iter().zip(self.rows);
        rows.find(|(name, _)| *name == bot)
            .map_or(0, |(_, row)| row)
    }

    /// Describes the state of the match in a sentence.
    pub(in crate::head_to_head) fn sentence(&self) -> String {
        let pairs = self.pairs();
        let Some(end) = &self.end else {
            return match self.rule.goal() {
                Goal::Games => format!("{pairs} of {} pairs are finished", self.rule.pairs()),
                Goal::Precision(elo) => {
                    format!("{pairs} pairs are finished; goes on until ± {elo} Elo")
                }
                Goal::Test(..) => format!("{pairs} pairs are finished; the test isn't decided"),
            };
        };
        let because = match end {
            MatchEnd::Accepted(AcceptedHypothesis::H0) => "H0 is accepted".to_owned(),
            MatchEnd::Accepted(AcceptedHypothesis::H1) => "H1 is accepted".to_owned(),
            MatchEnd::Played => "all of its games are played".to_owned(),
            MatchEnd::Precise => "its error is as small as was asked for".to_owned(),
            MatchEnd::Copies => "undecided, since too many games are copies of others".to_owned(),
            MatchEnd::Parked(bot) => format!("{bot} loses too often by its own fault"),
            MatchEnd::Cap => "undecided, since no more games were allowed".to_owned(),
            MatchEnd::Starts => {
                "undecided, since no start is left that wasn't played from".to_owned()
            }
        };
        format!("ended at pair {pairs}: {because}")
    }
}
