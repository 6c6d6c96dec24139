//! Every fault has its word, and a sentence that says what happened.

use referee_record::{FaultKind, Record};

use super::{Arena, counted, of, records, wrong};

/// Short limits, so that slow faults are quick; long enough for several bots at once.
const SHORT: &str = "
game = \"onitama\"
time = { move_ms = 500 }
[limits]
start_ms = 2500
grace_ms = 200
";

/// What a script does, the word of the verdict, and a part of the sentence.
pub const FAULTS: &[(&str, &str, &str)] = &[
    // The handshake.
    ("exit 0", "no-handshake", "ended by itself (status 0)"),
    ("exit 3", "no-handshake", "ended with status 3"),
    ("signal 9", "no-handshake", "signal 9"),
    ("deaf", "no-handshake", "it wrote nothing"),
    ("raw ready; deaf", "no-handshake", "no newline"),
    (
        "say hello yourself; deaf",
        "no-handshake",
        "it wrote other lines",
    ),
    (
        "repeat 1001 x; say ready; rest",
        "no-handshake",
        "more chatter",
    ),
    ("flood 70000; say ready; rest", "no-handshake", "64 KiB"),
    ("close stdout; deaf", "no-handshake", "closed its stdout"),
    // Answers.
    (
        "wait hello; say ready; wait go; say move 9z9z9; rest",
        "illegal-move",
        "9z9z9",
    ),
    (
        "wait hello; say ready; wait go; say move; rest",
        "illegal-move",
        "\"\"",
    ),
    (
        "wait hello; say ready; wait go; raw move \\x01\\n; rest",
        "illegal-move",
        "\\u0001",
    ),
    (
        "wait hello; say ready; wait go; say resign; rest",
        "resigned",
        "gave up",
    ),
    // Time.
    (
        "wait hello; say ready; wait go; deaf",
        "timeout",
        "no byte came",
    ),
    (
        "wait hello; say ready; wait go; spin",
        "timeout",
        "no byte came",
    ),
    (
        "wait hello; say ready; wait go; raw move; deaf",
        "timeout",
        "no newline",
    ),
    (
        "wait hello; say ready; wait go; say thinking; deaf",
        "timeout",
        "\"thinking\"",
    ),
    (
        "wait hello; say ready; wait go; bare; deaf",
        "timeout",
        "`move` is missing",
    ),
    (
        "wait hello; say ready; wait go; raw \\n\\n; deaf",
        "timeout",
        "no line",
    ),
    ("wait hello; say ready; deaf", "timeout", "no byte came"),
    (
        "wait hello; say ready; wait go; raw move \\xff\\xfe\\n; deaf",
        "illegal-move",
        "isn't written as a move",
    ),
    (
        "wait hello; say ready; ignore; wait go; deaf",
        "timeout",
        "no byte came",
    ),
    // Every line moves a deadline that is set anew with each byte, but not this one.
    (
        "wait hello; say ready; wait go; trickle 50 x",
        "timeout",
        "no newline",
    ),
    (
        "wait hello; say ready; wait go; drip 50 x",
        "timeout",
        "\"x\"",
    ),
    // Ends.
    ("wait hello; say ready; wait go; exit 0", "exit", "status 0"),
    (
        "wait hello; say ready; wait go; close stdout; deaf",
        "exit",
        "closed its stdout",
    ),
    (
        "wait hello; say ready; wait go; close stdout; spin",
        "exit",
        "closed its stdout",
    ),
    (
        "wait hello; say ready; wait go; exit 7",
        "crash",
        "status 7",
    ),
    (
        "wait hello; say ready; wait go; signal 11",
        "crash",
        "SIGSEGV",
    ),
    (
        "wait hello; say ready; wait go; raw move 1a; exit 0",
        "exit",
        "no newline",
    ),
    (
        "wait hello; say ready; wait go; orphan; exit 1",
        "crash",
        "status 1",
    ),
    // Output.
    (
        "wait hello; say ready; wait go; repeat 1001 x; legal; rest",
        "flood",
        "1000 lines",
    ),
    (
        "wait hello; say ready; wait go; flood 70000; legal; rest",
        "flood",
        "64 KiB",
    ),
    (
        "wait hello; say ready; wait go; endless",
        "flood",
        "of output",
    ),
];

#[test]
fn every_fault_has_its_word() {
    let wrong = wrong(FAULTS, |fault| {
        let arena = Arena::new(SHORT)
            .scripted("bad", fault.0)
            .bot("good", "house:first");
        let records = counted(arena.records());
        assert_eq!(records.len(), 2, "{fault:?}");
        records.iter().find_map(|record| misjudged(record, *fault))
    });
    assert!(wrong.is_empty(), "{wrong}");
}

/// What is wrong with the record of a game in which a script failed.
fn misjudged(record: &Record, (script, reason, part): (&str, &str, &str)) -> Option<String> {
    let verdict = &record.played.verdict;
    let bad = of(record, "bad");
    let Some(evidence) = record.measured.evidence.first() else {
        return Some(format!("{script}: {verdict:?}, without evidence"));
    };
    let right = verdict.reason == reason
        && bad.fault.map(FaultKind::text) == Some(reason)
        && (bad.place, of(record, "good").place) == (2, 1)
        && evidence.reason.text() == reason
        && evidence.sentence.contains(part)
        && !evidence.state.is_empty();
    (!right).then(|| format!("{script}: {verdict:?} {evidence:?}"))
}

#[test]
fn chatter_loses_where_the_tournament_says_so() {
    let strict = format!("chatter = \"loss\"\n{SHORT}");
    let script = "wait hello; say ready; wait go; say hm; legal; rest";
    let arena = Arena::new(&strict)
        .scripted("bad", script)
        .bot("good", "house:first");
    for record in arena.records() {
        assert_eq!(
            of(&record, "bad").fault.map(FaultKind::text),
            Some("garbage")
        );
        assert!(record.measured.evidence[0].sentence.contains("\"hm\""));
    }
}

#[test]
fn a_banner_loses_there_too() {
    let strict = format!("chatter = \"loss\"\n{SHORT}");
    let arena = Arena::new(&strict)
        .scripted("bad", "say welcome; wait hello; say ready; rest")
        .bot("good", "house:first");
    for record in arena.records() {
        assert_eq!(
            of(&record, "bad").fault.map(FaultKind::text),
            Some("garbage")
        );
    }
}

#[test]
fn nobody_wins_where_nobody_starts() {
    let arena = Arena::new(SHORT)
        .scripted("one", "exit 0")
        .scripted("two", "exit 1");
    for record in arena.records() {
        let verdict = &record.played.verdict;
        assert_eq!(verdict.reason, "no-handshake");
        assert!(
            verdict
                .seats
                .iter()
                .all(|s| s.place == 2 && verdict.points(s.seat) == 0.0)
        );
    }
}

#[test]
fn the_bytes_of_a_fault_are_kept() {
    let script = "wait hello; say ready; stderr 5000; wait go; raw move 1a1b1\\x1b[31m\\n; rest";
    let arena = Arena::new(SHORT)
        .scripted("bad", script)
        .bot("good", "house:first");
    for record in arena.records() {
        let evidence = &record.measured.evidence[0];
        assert!(
            evidence.last_bytes.contains("move 1a1b1\\x1b[31m\\n"),
            "{evidence:?}"
        );
        assert!(evidence.stderr.ends_with("eee") && evidence.stderr.len() <= 2048);
    }
}

#[test]
fn a_bot_whose_own_file_keeps_it_from_starting_loses() {
    let long = "x".repeat(120_000);
    let files = [
        format!("run = [\"python3\", \"-c\", \"{long}\"]\n"),
        format!("run = [\"python3\", \"-c\", \"1\"]\nenv = {{ LONG = \"{long}\" }}\n"),
        "run = [\"python3\", \"-c\", \"1\"]\nread = [\"/dev/stdin\"]\n".to_owned(),
        "run = [\"/proc/self/exe\"]\n".to_owned(),
    ];
    for file in files {
        let arena = Arena::new(SHORT)
            .bot("good", "house:first")
            .text(&format!("[[bots]]\nname = \"odd\"\n{file}"));
        let output = arena.run(&[]);
        let stderr = String::from_utf8_lossy(&output.stderr);
        let shown = &file[..file.len().min(80)];
        // What is refused before the first game is held against nobody else either.
        if output.status.code() == Some(2) {
            continue;
        }
        assert!(
            stderr.contains("bot odd: it isn't ready"),
            "{shown}: {stderr}"
        );
        for record in records(&arena.path().join("cup.db")) {
            let verdict = &record.played.verdict;
            assert_eq!(verdict.void, None, "{shown}");
            assert_eq!(
                of(&record, "odd").fault.map(FaultKind::text),
                Some("no-handshake")
            );
        }
    }
}
