//! State of a Swiss event between two rounds.

/// A Swiss event: its players and the rounds played.
///
/// Players are identified by their index in the initial ranking, best first. Points are counted in halves, so
/// that all sums are exact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SwissEvent {
    /// For each player, whether it is paired in the next round: neither withdrawn nor yet to come.
    pub active: Vec<bool>,
    /// The finished rounds, in order.
    pub rounds: Vec<SwissRound>,
    /// Number of rounds of the event.
    pub total_rounds: usize,
    /// Games of a meeting; a bye counts as that many wins.
    pub games: u32,
    /// Assignment of the seats.
    pub seats: Seats,
}

/// Assignment of the seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seats {
    /// Each meeting is played with both seatings, so the order doesn't matter: the better ranked player is
    /// named first.
    Mirrored,
    /// A meeting is one game; rounds are paired by FIDE's Dutch system, which balances seats over the rounds.
    /// Of players without a history the better one is seated by its number in the initial ranking: odd ones first.
    Single,
}

/// A finished round. A player that isn't in it didn't play.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SwissRound {
    /// The meetings.
    pub meetings: Vec<SwissPairing>,
    /// Players with a bye.
    pub byes: Vec<usize>,
}

/// A meeting of two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SwissPairing {
    /// The player in the first seat, and the one in the second.
    pub players: [usize; 2],
    /// Their game points, in halves; None if the meeting is void.
    pub halves: Option<[u32; 2]>,
}

/// Next step of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SwissNext {
    /// A round to play.
    Round(Pairing),
    /// All rounds are played.
    Over,
    /// Rounds remain, but no pairing is left without a rematch, a second bye, or a player that has had one
    /// seat three times more than the other.
    Exhausted,
}

/// A round to play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// Pairs with the first seat first, the leaders' meeting before the others.
    pub pairs: Vec<[usize; 2]>,
    /// The player with a bye.
    pub bye: Option<usize>,
}
