//! Derives the diagnosis of a fault from its detail and from the rest of its record.

use referee_engine::{SeatTranscript, said_at_fault};
use referee_games::{Position, Rules, Turn};
use referee_record::{Evidence, FaultDetail, FaultKind, Record};

use super::Diagnosis;

/// Legal moves that are tried out, to see whether a refused move would be legal for another seat.
const TRIED: usize = 40;
/// Longest move, in bytes, that is only a square or a token, such as `j10` or `p`.
const SHORT: usize = 3;

impl Diagnosis {
    /// Returns the diagnosis that follows from the kind and the detail of a fault alone.
    pub fn of_fault(kind: FaultKind, detail: FaultDetail) -> Diagnosis {
        use FaultDetail as D;
        match detail {
            D::NotStarted => Diagnosis::NotStarted,
            D::OtherGames => Diagnosis::Games,
            D::UnfinishedLine => Diagnosis::NoNewline,
            D::OtherLines => Diagnosis::OtherLines,
            D::MissingKeyword => Diagnosis::NoMoveWord,
            D::Banner => Diagnosis::Banner,
            D::Chatter => Diagnosis::Garbage,
            D::Status(0) => Diagnosis::Exit,
            D::ClosedOutput => Diagnosis::Closed,
            D::MuchMemory => Diagnosis::Memory,
            D::ManyProcesses => Diagnosis::Processes,
            D::Status(_) | D::Signal(_) => Diagnosis::Crash,
            D::LongLine | D::MuchChatter | D::MuchOutput => Diagnosis::Flood,
            D::RefusedMove | D::EmptyMove => Diagnosis::Illegal,
            D::Resign => Diagnosis::Resigned,
            D::Silence | D::Late | D::UsedUp | D::RanOn | D::AlwaysLate
                if kind == FaultKind::NoHandshake =>
            {
                Diagnosis::NoAnswer
            }
            // In any other case the bot has answered before, in this process or position, so it is still
            // thinking.
            D::Silence | D::Late | D::UsedUp | D::RanOn | D::AlwaysLate => Diagnosis::Timeout,
        }
    }

    /// Returns the diagnosis of a fault of a recorded game.
    pub fn of_evidence(record: &Record, evidence: &Evidence, rules: &dyn Rules) -> Diagnosis {
        let idle = || {
            evidence
                .shares
                .is_some_and(|s| s.is_idle(evidence.allowed_ns))
        };
        let diagnosis = Diagnosis::of_fault(evidence.reason, evidence.detail);
        match diagnosis.refined(&evidence.stderr, evidence.refused_processes) {
            Diagnosis::OtherLines if is_misspelled_move(&evidence.last_bytes) => {
                Diagnosis::Spelling
            }
            Diagnosis::Timeout | Diagnosis::Silent if evidence.is_excused() => Diagnosis::Taken,
            Diagnosis::Timeout if evidence.detail != FaultDetail::RanOn && idle() => {
                Diagnosis::Idle
            }
            Diagnosis::Illegal => refused_move(record, evidence, rules),
            diagnosis => diagnosis,
        }
    }
}

fn refused_move(record: &Record, evidence: &Evidence, rules: &dyn Rules) -> Diagnosis {
    let Ok(position) = rules.read(&evidence.state) else {
        return Diagnosis::Illegal;
    };
    let transcript = SeatTranscript::of(rules, record, evidence.seat).ok();
    let questions = transcript
        .as_ref()
        .map_or(&[][..], |transcript| &transcript.questions);
    let earlier = questions.iter().rev().skip(1).map(|asked| &asked.state);
    let earlier = earlier.filter_map(|state| rules.read(state).ok());
    let said = said_at_fault(evidence).unwrap_or_default();
    whose_move(&said, &*position, earlier)
}

/// Returns whether a line is a `move` message whose keyword is misspelled, such as `Move e4`.
pub fn is_misspelled_move(line: &str) -> bool {
    let line = line.trim_start();
    let head = line.get(..4).unwrap_or_default();
    head.eq_ignore_ascii_case("move") && !line.starts_with("move ")
}

/// Classifies a move that isn't legal in `position`: legal in an `earlier` position, legal for another seat,
/// or simply illegal.
pub fn whose_move(
    notation: &str,
    position: &dyn Position,
    earlier: impl Iterator<Item = Box<dyn Position>>,
) -> Diagnosis {
    // A move as short as a square or a token says little about where it came from.
    if notation.len() <= SHORT {
        return Diagnosis::Illegal;
    }
    let legal = |position: &dyn Position| position.explain(notation).is_none();
    if earlier.into_iter().any(|position| legal(&*position)) {
        return Diagnosis::OldPosition;
    }
    let Turn::Seat(mover) = position.turn() else {
        return Diagnosis::Illegal;
    };
    let others = position.legal().into_iter().take(TRIED).any(|candidate| {
        let mut next = position.boxed();
        next.play(&candidate);
        matches!(next.turn(), Turn::Seat(seat) if seat != mover) && legal(&*next)
    });
    if others {
        Diagnosis::OtherSeat
    } else {
        Diagnosis::Illegal
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_end_before_ready_is_told_as_the_end_that_it_is() {
        for (detail, diagnosis) in [
            (FaultDetail::Status(0), Diagnosis::Exit),
            (FaultDetail::Signal(11), Diagnosis::Crash),
            (FaultDetail::MuchMemory, Diagnosis::Memory),
            (FaultDetail::ManyProcesses, Diagnosis::Processes),
            (FaultDetail::ClosedOutput, Diagnosis::Closed),
            (FaultDetail::Silence, Diagnosis::NoAnswer),
        ] {
            let found = Diagnosis::of_fault(FaultKind::NoHandshake, detail);
            assert_eq!(found, diagnosis, "{detail:?}");
        }
    }
}
