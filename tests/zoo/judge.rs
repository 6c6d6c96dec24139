//! How the bots of the zoo fared: from the records of a run to a judgement of each.

use std::collections::BTreeMap;
use std::path::Path;

use referee_record::{Record, SeatResult};
use referee_store::Run;

use super::header::{Bot, Expect, Off};

/// What became of a bot in a mode.
#[derive(Clone, Debug)]
pub enum Fate {
    /// What must happen happened, in all of its games.
    Held,
    /// What happened instead.
    Failed(Vec<String>),
    /// Why it wasn't played.
    Skipped(String),
}

/// What a busy machine can do to bots, and to their opponents.
const LATE: [&str; 3] = [
    "lost by timeout: ",
    "lost by void: ",
    "lost by no-handshake: ",
];

impl Fate {
    /// Whether nothing went wrong but that there wasn't time enough.
    pub fn is_late(&self) -> bool {
        let late = |why: &String| LATE.iter().any(|phrase| why.contains(phrase));
        matches!(self, Fate::Failed(wrong) if wrong.iter().all(late))
    }
}

/// The fates of bots by name.
pub type Fates = BTreeMap<String, Fate>;

/// What was seen of one game.
struct Seen {
    /// Whether it was void and played again: the machine may spoil a game, and no bot each attempt.
    again: bool,
    /// Whether it was void by a broken cell: no machine is so busy.
    broken: bool,
    fault: Option<String>,
    rival: Option<String>,
    escape: Option<String>,
    sentence: String,
}

/// Judges all bots by a database.
pub fn judge(database: &Path, bots: &[&Bot], jailed: bool, root: bool) -> Fates {
    let run = Run::open(database).expect("results");
    let records: Vec<Record> = run
        .records()
        .expect("records")
        .map(|r| r.expect("a record"))
        .collect();
    let fate = |bot: &Bot| {
        let seen: Vec<Seen> = records
            .iter()
            .filter_map(|record| see(record, &bot.name, &records))
            .collect();
        let games = seen.iter().filter(|game| !game.again).count();
        let escapes = match bot.off {
            Off::Escapes {
                root: as_root,
                user,
            } => !jailed && if root { as_root } else { user },
            _ => false,
        };
        let wrong: Vec<String> = match escapes {
            true if seen.iter().any(|game| game.escape.is_some()) => Vec::new(),
            true => vec!["its attack doesn't get through where nothing holds it".to_owned()],
            false if games < 2 => vec![format!("{games} of its 2 games were played")],
            false => seen
                .iter()
                .filter_map(|game| wrong(game, &bot.expect))
                .collect(),
        };
        if wrong.is_empty() {
            Fate::Held
        } else {
            Fate::Failed(wrong)
        }
    };
    bots.iter()
        .map(|bot| (bot.name.clone(), fate(bot)))
        .collect()
}

/// What is wrong with a game, if anything.
fn wrong(game: &Seen, expect: &[Expect]) -> Option<String> {
    if let Some(what) = &game.escape {
        return Some(format!("got through: {what}"));
    }
    if game.broken {
        return Some(format!("broke its cell: {}", game.sentence));
    }
    if game.again {
        return None;
    }
    if let Some(fault_name) = &game.rival {
        return Some(format!(
            "the opponent lost by {fault_name}: {}",
            game.sentence
        ));
    }
    let right = expect.iter().any(|e| match e {
        Expect::Plays => game.fault.is_none(),
        Expect::Loses(word) => game.fault.as_ref() == Some(word),
    });
    let fault_name = game
        .fault
        .as_deref()
        .unwrap_or("nothing; it played to the end");
    (!right).then(|| format!("lost by {fault_name}: {}", game.sentence))
}

fn see(record: &Record, bot: &str, records: &[Record]) -> Option<Seen> {
    let seats = &record.played.job.seats;
    let seat = seats.iter().find(|seated| seated.bot == bot)?.seat;
    let verdict = &record.played.verdict;
    let fault = |result: &SeatResult| Some(result.fault?.to_string());
    let measure = record
        .measured
        .bots
        .iter()
        .find(|measure| measure.seat == seat);
    let stderr = measure
        .map(|m| format!("{}\n{}", m.stderr_head, m.stderr_tail))
        .unwrap_or_default();
    let evidence = record.measured.evidence.first();
    let stderr = format!("{stderr}\n{}", evidence.map_or("", |e| &e.stderr));
    let mut escapes: Vec<&str> = stderr
        .lines()
        .filter_map(|line| line.strip_prefix("ESCAPED "))
        .collect();
    escapes.dedup();
    let list = escapes
        .iter()
        .take(3)
        .copied()
        .collect::<Vec<_>>()
        .join("; ");
    let void = verdict.reason == "void";
    let later = |other: &Record| {
        other.played.job.id == record.played.job.id && other.attempt > record.attempt
    };
    Some(Seen {
        again: void && records.iter().any(later),
        broken: (verdict.void.as_deref()).is_some_and(|why| why.contains("cell broke")),
        fault: if void {
            Some("void".to_owned())
        } else {
            verdict.seat(seat).and_then(fault)
        },
        rival: verdict
            .seats
            .iter()
            .filter(|result| result.seat != seat)
            .find_map(fault),
        escape: (!escapes.is_empty()).then_some(list),
        sentence: evidence
            .map(|e| format!("{} {}", e.sentence, last_line(&stderr)))
            .or_else(|| verdict.void.clone())
            .unwrap_or_default(),
    })
}

/// The last line of stderr, as it often says why.
fn last_line(stderr: &str) -> String {
    let line = stderr.lines().rfind(|line| !line.trim().is_empty());
    line.map(|line| {
        format!(
            "({})",
            line.chars()
                .filter(|c| !c.is_control())
                .take(120)
                .collect::<String>()
        )
    })
    .unwrap_or_default()
}
