//! Details of faults that were recorded before details were: from the sentences of those records.

use super::{FaultDetail, FaultKind};

/// The first part that stands in a sentence tells the detail.
const PARTS: [(&str, FaultDetail); 22] = [
    ("could not be started", FaultDetail::NotStarted),
    ("that it plays", FaultDetail::OtherGames),
    ("line of more than 64 KiB", FaultDetail::LongLine),
    ("more chatter before", FaultDetail::MuchChatter),
    ("lines of chatter", FaultDetail::MuchChatter),
    ("more output before", FaultDetail::MuchOutput),
    ("bytes of output", FaultDetail::MuchOutput),
    ("came before `ready`", FaultDetail::Banner),
    ("no message of the protocol", FaultDetail::Chatter),
    ("MiB of memory", FaultDetail::MuchMemory),
    ("more than it may", FaultDetail::ManyProcesses),
    ("no newline", FaultDetail::UnfinishedLine),
    ("closed its stdout", FaultDetail::ClosedOutput),
    ("status 0", FaultDetail::Status(0)),
    (
        "but the seat, and no other, was late",
        FaultDetail::AlwaysLate,
    ),
    ("of CPU time", FaultDetail::UsedUp),
    ("after the deadline", FaultDetail::Late),
    ("`move` is missing", FaultDetail::MissingKeyword),
    ("wrote nothing", FaultDetail::Silence),
    ("no byte came", FaultDetail::Silence),
    ("wrote", FaultDetail::OtherLines),
    ("gave up", FaultDetail::Resign),
];

impl FaultDetail {
    /// The detail of a fault whose record has none; nothing where its sentence is unknown.
    pub(crate) fn of_sentence(kind: FaultKind, sentence: &str) -> Option<FaultDetail> {
        let part = || PARTS.iter().find(|(part, _)| sentence.contains(part));
        let by_part = || part().map(|(_, detail)| *detail);
        match kind {
            FaultKind::IllegalMove if sentence.starts_with("\"\"") => Some(FaultDetail::EmptyMove),
            FaultKind::IllegalMove => Some(FaultDetail::RefusedMove),
            // How it ended counts, not whether its last line did.
            FaultKind::Crash | FaultKind::NoHandshake => process_end(sentence).or_else(by_part),
            _ => by_part(),
        }
    }
}

fn process_end(sentence: &str) -> Option<FaultDetail> {
    let number = |before: &str| {
        let (_, rest) = sentence.split_once(before)?;
        let digits = rest
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(rest.len());
        rest[..digits].parse().ok()
    };
    number("by signal ")
        .map(FaultDetail::Signal)
        .or_else(|| number("with status ").map(FaultDetail::Status))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_of_old_records_have_their_details() {
        use FaultKind as K;
        for (kind, sentence, detail) in [
            (
                K::Timeout,
                "the move came 19.250 ms after the deadline",
                FaultDetail::Late,
            ),
            (
                K::Timeout,
                "no byte came: the bot still thinks, or forgot to flush its output",
                FaultDetail::Silence,
            ),
            (
                K::Timeout,
                "the move took 20.000 ms of CPU time; 10.000 ms were allowed",
                FaultDetail::UsedUp,
            ),
            (
                K::Timeout,
                "the bot wrote lines, but no `move`; the last one was \"hm\"",
                FaultDetail::OtherLines,
            ),
            (
                K::Crash,
                "the bot was ended by signal 11 (SIGSEGV, segmentation fault); its last line had no newline",
                FaultDetail::Signal(11),
            ),
            (
                K::Crash,
                "the bot ended with status 3",
                FaultDetail::Status(3),
            ),
            (
                K::Crash,
                "the bot was killed: it ran 200 processes, more than it may",
                FaultDetail::ManyProcesses,
            ),
            (
                K::Exit,
                "the bot ended by itself (status 0) before the game was over",
                FaultDetail::Status(0),
            ),
            (
                K::Memory,
                "the bot was killed: it held 600 MiB of memory, which is more than it may",
                FaultDetail::MuchMemory,
            ),
            (
                K::NoHandshake,
                "the bot ended with status 1, and hadn't said `ready`",
                FaultDetail::Status(1),
            ),
            (
                K::NoHandshake,
                "no `ready` within 500 ms; it wrote other lines",
                FaultDetail::OtherLines,
            ),
            (
                K::NoHandshake,
                "no `ready` within 500 ms; it wrote nothing: does it answer `hello`, and flush?",
                FaultDetail::Silence,
            ),
            (
                K::IllegalMove,
                "\"\" isn't written as a move",
                FaultDetail::EmptyMove,
            ),
            (K::Resigned, "the bot gave up", FaultDetail::Resign),
        ] {
            let found = FaultDetail::of_sentence(kind, sentence);
            assert_eq!(found, Some(detail), "{sentence}");
        }
        assert_eq!(FaultDetail::of_sentence(K::Timeout, "something else"), None);
    }
}
