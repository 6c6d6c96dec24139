//! Derives the verdict from the steps of a game by a pure function, for the match loop and the audit.

use referee_games::Ending;
use referee_record::{Adjudicated, FaultKind, Job, SeatAssignment, SeatResult, Step, Verdict};

/// Beginning of the reason why a game is void by a failure of the examiner's bot.
pub(crate) const EXAMINER: &str = "the examiner's own bot failed";

/// Returns the verdict on a job: places, scores and faults as in [`verdict`], and void where an examiner's
/// bot (of those who set an exam) failed. Resigning is no failure.
pub fn verdict_on_job(job: &Job, steps: &[Step], ending: Option<&Ending>) -> Verdict {
    let seats: Vec<char> = job.seats.iter().map(|seated| seated.seat).collect();
    let mut verdict = verdict(&seats, steps, ending);
    let failed = job.seats.iter().find_map(|seated| {
        let fault = verdict.seat(seated.seat)?.failure()?;
        seated
            .examiner
            .then(|| format!("{EXAMINER}: {}, {fault}", seated.bot))
    });
    verdict.void = failed;
    verdict
}

/// Returns the verdict on a game that was spoilt by no bot.
pub fn void_verdict(job: &Job, why: String) -> Verdict {
    let seat = |seated: &SeatAssignment| SeatResult {
        seat: seated.seat,
        place: 1,
        score: None,
        fault: None,
    };
    Verdict {
        reason: "void".to_owned(),
        void: Some(why),
        seats: job.seats.iter().map(seat).collect(),
    }
}

/// Returns places, scores and faults of a game that has ended, by its own rules or by a forfeit.
///
/// `ending` is the ending by the rules, if the game is over in the last position; it ranks the seats that
/// remained. Without it, all that remained share the first place. Seats that left come behind them, the
/// earlier the worse; those that left before the first step share a place, and if all seats left then, all
/// are last. A game whose last step is a forfeit or an adjudication ended by that.
pub fn verdict(seats: &[char], steps: &[Step], ending: Option<&Ending>) -> Verdict {
    let outs: Vec<(char, FaultKind)> = steps.iter().filter_map(out).collect();
    let adjudicated = adjudicated(steps);
    let forfeit = steps.last().and_then(out);
    let reason = match (forfeit, ending) {
        (Some((_, fault)), _) => fault.text(),
        (None, Some(ending)) => &*ending.reason,
        (None, None) => adjudicated.map_or("unfinished", Adjudicated::reason),
    };
    let absent = steps
        .iter()
        .map_while(out)
        .take_while(|(_, fault)| fault.fails_handshake())
        .count();
    let last = place(seats.len());
    let mut verdict = Verdict {
        reason: reason.to_owned(),
        void: None,
        seats: seats
            .iter()
            .map(|seat| result(*seat, last, (&outs, absent), ending))
            .collect(),
    };
    let loser = adjudicated.and_then(Adjudicated::loser);
    if let Some(loser) = verdict.seats.iter_mut().find(|s| Some(s.seat) == loser) {
        loser.place = last;
    }
    if verdict.nobody_started() {
        verdict.seats.iter_mut().for_each(|seat| seat.place = last);
    }
    verdict
}

fn result(
    seat: char,
    last: u8,
    (outs, absent): (&[(char, FaultKind)], usize),
    ending: Option<&Ending>,
) -> SeatResult {
    let left = outs.iter().position(|(out, _)| *out == seat);
    let (behind, score) = match (left, ending) {
        (Some(i), _) if i < absent => (last.saturating_sub(place(absent - 1)), None),
        (Some(earlier), _) => (last.saturating_sub(place(earlier)), None),
        (None, Some(ending)) => (placed(ending, seat), scored(ending, seat)),
        (None, None) => (1, None),
    };
    SeatResult {
        seat,
        place: behind,
        score,
        fault: left.map(|i| outs[i].1),
    }
}

fn adjudicated(steps: &[Step]) -> Option<Adjudicated> {
    match steps.last()? {
        Step::Adjudicated { adjudicated } => Some(*adjudicated),
        _ => None,
    }
}

fn out(step: &Step) -> Option<(char, FaultKind)> {
    match step {
        Step::Out { out, reason } => Some((*out, *reason)),
        _ => None,
    }
}

fn placed(ending: &Ending, seat: char) -> u8 {
    let mut places = ending.places.iter();
    places
        .find(|(s, _)| s.letter() == seat)
        .map_or(1, |(_, place)| *place)
}

fn scored(ending: &Ending, seat: char) -> Option<i64> {
    let mut scores = ending.score.iter().flatten();
    scores
        .find(|(s, _)| s.letter() == seat)
        .map(|(_, score)| *score)
}

/// Converts a place; no game has more seats than a place can count.
fn place(n: usize) -> u8 {
    u8::try_from(n).unwrap_or(u8::MAX)
}

#[cfg(test)]
mod tests {
    use referee_games::Seat;

    use super::*;

    fn out(seat: char, reason: &str) -> Step {
        Step::Out {
            out: seat,
            reason: FaultKind::find(reason).expect("the word of a fault"),
        }
    }

    fn moved() -> Step {
        Step::Move {
            seat: 'A',
            word: "p".to_owned(),
            said: None,
        }
    }

    fn describe(verdict: &Verdict) -> (String, String) {
        let seat = |s: &SeatResult| {
            let score = s.score.map_or_else(String::new, |n| format!(":{n}"));
            let fault = s.fault.map_or("", FaultKind::text);
            format!("{}{}{score}{fault}", s.seat, s.place)
        };
        let seats: Vec<_> = verdict.seats.iter().map(seat).collect();
        (verdict.reason.clone(), seats.join(" "))
    }

    fn check(seats: &str, steps: &[Step], ending: Option<&Ending>, expected: (&str, &str)) {
        let seats: Vec<char> = seats.chars().collect();
        let (reason, places) = describe(&verdict(&seats, steps, ending));
        assert_eq!((reason.as_str(), places.as_str()), expected);
    }

    #[test]
    fn the_rules_decide() {
        let win = Ending::win(Seat::B, "base");
        check("AB", &[moved()], Some(&win), ("base", "A2 B1"));
        let score = Ending::by_score(vec![(Seat::A, 30), (Seat::B, 30)], "marbles");
        check("AB", &[moved()], Some(&score), ("marbles", "A1:30 B1:30"));
    }

    #[test]
    fn a_forfeit_decides() {
        let steps = [moved(), out('A', "timeout")];
        check("AB", &steps, None, ("timeout", "A2timeout B1"));
    }

    #[test]
    fn the_referee_decides() {
        let ended = |adjudicated| [moved(), Step::Adjudicated { adjudicated }];
        let draw = ("adjudicated-draw", "A1 B1");
        check("AB", &ended(Adjudicated::Draw), None, draw);
        let loss = ("adjudicated-win", "A1 B2");
        check("AB", &ended(Adjudicated::Loss('B')), None, loss);
        let left = [
            out('C', "crash"),
            moved(),
            Step::Adjudicated {
                adjudicated: Adjudicated::Plies,
            },
        ];
        check("ABC", &left, None, ("max-plies", "A1 B1 C3crash"));
    }

    #[test]
    fn others_play_on() {
        // C fails, then D; A wins by the rules.
        let steps = [out('C', "crash"), moved(), out('D', "resigned"), moved()];
        let score = Ending::by_score(vec![(Seat::A, 114), (Seat::B, 9)], "finished");
        let expected = ("finished", "A1:114 B2:9 C4crash D3resigned");
        check("ABCD", &steps, Some(&score), expected);
    }

    #[test]
    fn the_last_forfeit_ends_a_game_for_many() {
        // A had finished before; D is the only one left.
        let steps = [moved(), out('B', "exit"), out('C', "timeout")];
        let left = Ending::by_score(vec![(Seat::A, 114), (Seat::D, 60)], "finished");
        let expected = ("timeout", "A1:114 B4exit C3timeout D2:60");
        check("ABCD", &steps, Some(&left), expected);
    }

    #[test]
    fn nobody_came() {
        let no = |seat| out(seat, "no-handshake");
        let all = ("no-handshake", "A2no-handshake B2no-handshake");
        check("AB", &[no('A'), no('B')], None, all);
        let some = [no('A'), no('D'), moved()];
        let left = Ending::win(Seat::B, "finished");
        check(
            "ABCD",
            &some,
            Some(&left),
            ("finished", "A3no-handshake B1 C1 D3no-handshake"),
        );
        let one = ("no-handshake", "A1 B2no-handshake");
        check("AB", &[no('B')], None, one);
    }
}
