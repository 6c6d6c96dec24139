//! What a Swiss event knows between two rounds.

/// A Swiss event: who plays, and what was played.
///
/// Players go by their index in the initial ranking, the best first. Points are counted in halves,
/// so that all sums are exact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SwissEvent {
    /// For each player whether the next round is to pair it: neither withdrawn nor yet to come.
    pub active: Vec<bool>,
    /// The finished rounds, in order.
    pub rounds: Vec<SwissRound>,
    /// How many rounds there are to be.
    pub total_rounds: usize,
    /// How many games a meeting has, which a bye counts as won.
    pub games: u32,
    /// How seats are shared.
    pub seats: Seats,
}

/// How seats are shared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seats {
    /// Each meeting has both, so it doesn't matter who is named first: the better ranked.
    Mirrored,
    /// A meeting is one game; rounds are paired by FIDE's Dutch system, which balances seats over the
    /// rounds. Who has no history sits by its number: those with an odd one first, or second.
    Single {
        /// Whether the best player sits first in the first round.
        best_first: bool,
    },
}

/// A finished round. Who isn't in it didn't play.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SwissRound {
    /// The meetings.
    pub meetings: Vec<SwissPairing>,
    /// Who had a bye.
    pub byes: Vec<usize>,
}

/// A meeting of two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SwissPairing {
    /// Who sat first, and who second.
    pub players: [usize; 2],
    /// Their game points, in halves; nothing where the meeting stands void.
    pub halves: Option<[u32; 2]>,
}

/// What comes next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SwissNext {
    /// A round.
    Round(Pairing),
    /// All rounds are played.
    Over,
    /// Rounds remain, but no pairing is left without a rematch, a second bye, or a player that has
    /// sat in one seat three times more than in the other.
    Exhausted,
}

/// A round that is to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// Who sits first and who second, the leaders' meeting before the others.
    pub pairs: Vec<[usize; 2]>,
    /// Who has a bye.
    pub bye: Option<usize>,
}
