//! Ends games before their rules end them, by a pure function of the job and of the scores that the bots said. The match
//! loop and the audit use the same one.

use referee_protocol::Info;
use referee_record::{Adjudicated, Adjudication, Job, PlyMeasure};

/// What the bots have said in a game so far, as far as it decides something.
pub(crate) struct Adjudicator {
    settings: Adjudication,
    seats: Vec<SeatScores>,
    /// Moves of all seats together.
    plies: u64,
    /// Moves in a row whose score is near 0.
    even: u64,
}

/// The last scores of a seat.
struct SeatScores {
    seat: char,
    /// Moves in a row with a score far below 0.
    behind: u32,
    /// Moves in a row with a score far above 0.
    ahead: u32,
}

impl Adjudicator {
    /// Begins a game.
    pub(crate) fn new(job: &Job) -> Adjudicator {
        let seat = |seat| SeatScores {
            seat,
            behind: 0,
            ahead: 0,
        };
        Adjudicator {
            settings: job.adjudicate,
            seats: job.seats.iter().map(|seated| seat(seated.seat)).collect(),
            plies: 0,
            even: 0,
        }
    }

    /// Tells if a game may end before its rules end it; otherwise no move needs to be told.
    pub(crate) fn is_on(&self) -> bool {
        !self.settings.is_off()
    }

    /// Takes a move without a choice, on which no bot was asked.
    pub(crate) fn forced(&mut self) {
        self.plies += 1;
    }

    /// Takes a move and what its bot said with it: the last score counts, and none ends every row. `settles` tells if
    /// the move settles something for good, see [`referee_games::Position::settles`].
    pub(crate) fn moved(&mut self, seat: char, measure: Option<&PlyMeasure>, settles: bool) {
        self.plies += 1;
        let lines = measure.map_or(&[][..], |measure| &measure.info);
        let score = Info::last_scored(lines).and_then(|info| info.score);
        if settles {
            self.even = 0;
        }
        if let Some(rule) = self.settings.draw {
            let is_even = score.is_some_and(|score| score.abs() <= rule.score);
            self.even = if is_even { self.even + 1 } else { 0 };
        }
        let own = self.seats.iter_mut().find(|own| own.seat == seat);
        if let (Some(rule), Some(own)) = (self.settings.resign, own) {
            let count = |row: u32, goes_on: bool| if goes_on { row + 1 } else { 0 };
            own.behind = count(own.behind, score.is_some_and(|it| it <= -rule.score));
            own.ahead = count(own.ahead, score.is_some_and(|it| it >= rule.score));
        }
    }

    /// Returns what ends the game here, if its rules don't.
    pub(crate) fn decision(&self) -> Option<Adjudicated> {
        let loss = self.settings.resign.and_then(|rule| {
            let moves = rule.moves.get();
            let agrees = |other: &SeatScores| !rule.both || other.ahead >= moves;
            let loser = self.seats.iter().find(|seat| seat.behind >= moves)?;
            let mut others = self.seats.iter().filter(|other| other.seat != loser.seat);
            let agreed = self.seats.len() == 2 && others.all(agrees);
            agreed.then_some(Adjudicated::Loss(loser.seat))
        });
        loss.or_else(|| {
            let rule = self.settings.draw?;
            let each = self.seats.len() as u64;
            let is_late = self.plies >= u64::from(rule.from) * each;
            let is_even = self.even >= u64::from(rule.moves.get()) * each;
            (is_late && is_even).then_some(Adjudicated::Draw)
        })
        .or_else(|| {
            let plies = self.settings.plies?;
            (self.plies >= plies.get().into()).then_some(Adjudicated::Plies)
        })
    }
}

#[cfg(test)]
mod tests {
    use referee_record::{SeatAssignment, Seed, Start, StartFrom, TimeControl};

    use super::*;

    fn job(seats: &str, settings: &str) -> Job {
        let seed = Seed([0; 16]);
        let seat = |seat| SeatAssignment::new(seat, "bot", 0, TimeControl::default());
        let start = Start::new(StartFrom::Default, seed);
        let mut job = Job::single("x", "x", start, seed, seats.chars().map(seat).collect());
        job.adjudicate = serde_json::from_str(settings).expect(settings);
        job
    }

    /// Plays moves that are written as their scores: `-` says none, `=` is forced, `!` settles something.
    fn decided(seats: &str, settings: &str, moves: &str) -> Option<(usize, Adjudicated)> {
        let mut adjudicator = Adjudicator::new(&job(seats, settings));
        let movers = seats.chars().cycle();
        for (number, (seat, word)) in movers.zip(moves.split(' ')).enumerate() {
            let score = word.trim_end_matches('!');
            let info = match score {
                "-" => vec!["depth=3 score=x".to_owned()],
                score => vec!["score=9".to_owned(), format!("depth=1 score={score}")],
            };
            let measure = PlyMeasure {
                info,
                ..PlyMeasure::default()
            };
            match score {
                "=" => adjudicator.forced(),
                _ => adjudicator.moved(seat, Some(&measure), word.ends_with('!')),
            }
            if let Some(decision) = adjudicator.decision() {
                return Some((number + 1, decision));
            }
        }
        None
    }

    #[test]
    fn a_draw_needs_scores_near_0_of_all_for_long_enough() {
        let draw = r#"{"draw":{"from":2,"moves":2,"score":20}}"#;
        let after = |moves| decided("AB", draw, moves).map(|(plies, _)| plies);
        assert_eq!(after("0 20 -20 5"), Some(4));
        assert_eq!(after("50 0 0 0 0"), Some(5));
        assert_eq!(after("0 0 0 21 0 0 0 0"), Some(8));
        assert_eq!(after("0 0 0 - 0 0 0"), None);
        assert_eq!(after("0 0 0 0! 0 0 0"), Some(7), "the move itself counts");
        assert_eq!(after("0 0 = 0 0"), Some(5), "nobody was asked");
        assert_eq!(decided("ABC", draw, "0 0 0 0 0"), None);
        let three = decided("ABC", draw, "0 0 0 0 0 0");
        assert_eq!(three, Some((6, Adjudicated::Draw)));
    }

    #[test]
    fn a_bot_loses_by_its_own_scores_alone() {
        let resign = r#"{"resign":{"moves":2,"score":600}}"#;
        let loss = |plies, seat| Some((plies, Adjudicated::Loss(seat)));
        assert_eq!(decided("AB", resign, "0 -600 10 -99990"), loss(4, 'B'));
        assert_eq!(decided("AB", resign, "900 10 900 10 900 10"), None);
        assert_eq!(
            decided("AB", resign, "-900 0 -599 0 -900 0 -900"),
            loss(7, 'A')
        );
        assert_eq!(decided("AB", resign, "-900 0 - 0 -900 0"), None);
        let both = r#"{"resign":{"moves":2,"score":600,"both":true}}"#;
        assert_eq!(
            decided("AB", both, "-900 10 -900 900 -900 900"),
            loss(6, 'A')
        );
        assert_eq!(decided("AB", both, "-900 -900 -900 -900 -900"), None);
    }

    #[test]
    fn a_game_may_be_long_enough() {
        let plies = decided("AB", r#"{"plies":3}"#, "- = -");
        assert_eq!(plies, Some((3, Adjudicated::Plies)));
        let loss = r#"{"plies":1,"resign":{"moves":1,"score":1}}"#;
        let first = decided("AB", loss, "-5");
        assert_eq!(
            first,
            Some((1, Adjudicated::Loss('A'))),
            "a loss comes first"
        );
    }
}
