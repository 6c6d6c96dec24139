//! A match of two bots as named facts. The block in the terminal and the table on a page are both made from
//! them, so that they can't differ.

use referee_output::numbers::signed;
use referee_output::text_layout::count;
use referee_stats::{SprtModel, Strength};

use super::always;
use super::model::{MatchReport, StartsUsed, TestStatus};
use crate::standings::strength;
use crate::worker_notes::WorkerNotes;

/// Most left-out pairs that are listed with their reasons.
const NAMED: usize = 10;

/// The name of a fact and its text.
pub type Fact = (&'static str, String);

/// Returns the question of the match and its answer.
pub fn outcome(report: &MatchReport) -> Vec<Fact> {
    let mut facts = vec![
        ("match", report.bots.join(" against ")),
        ("game", game(report)),
        ("time", time(report)),
    ];
    if let Some(test) = &report.test {
        facts.push(("test", asks(test)));
        facts.push(("LLR", ratio(test)));
    }
    facts.push(("verdict", report.says.clone()));
    facts
}

/// Returns the facts that a report of several matches shows of each one.
pub fn brief(report: &MatchReport) -> Vec<Fact> {
    let all = outcome(report).into_iter().chain(figures(report));
    let is_shown = |name: &str| ["test", "LLR", "Elo", "pairs"].contains(&name);
    all.filter(|(name, _)| is_shown(name)).collect()
}

/// Returns the game, its options and the seed.
pub fn game(report: &MatchReport) -> String {
    let options = report
        .options
        .iter()
        .map(|(key, value)| format!(", {key} {value}"));
    format!(
        "{}{}, seed {}",
        report.game,
        options.collect::<String>(),
        report.seed
    )
}

fn time(report: &MatchReport) -> String {
    let [first, second] = &report.time;
    if first == second {
        return first.clone();
    }
    let [one, two] = &report.bots;
    format!("{one} {first}, {two} {second}")
}

/// Describes the hypotheses of a test.
pub fn asks(test: &TestStatus) -> String {
    let unit = match test.asks.model {
        SprtModel::Normalized => "normalized Elo",
        SprtModel::Logistic => "logistic Elo",
    };
    let (elo0, elo1) = (test.asks.elo0, test.asks.elo1);
    let (alpha, beta) = (test.asks.alpha, test.asks.beta);
    format!("GSPRT on pairs, {unit}, H0 {elo0}, H1 {elo1}, alpha {alpha}, beta {beta}")
}

/// Returns the ratio of a test with its bounds.
pub fn ratio(test: &TestStatus) -> String {
    format!(
        "{} (bounds {:.2}, {:.2})",
        signed(test.llr, 2),
        test.lower,
        test.upper
    )
}

/// Returns the strength of the first bot and the numbers of games that it follows from.
pub fn figures(report: &MatchReport) -> Vec<Fact> {
    let Some(estimate) = &report.strength else {
        return vec![("games", "none that count".to_owned())];
    };
    let share = percent(report.draws, report.games);
    let mut facts = vec![("Elo", elo(report, estimate))];
    if let Some(interval) = &report.anytime {
        let interval_text = always::format_interval(interval);
        let text = format!("{interval_text} Elo (95 % at every moment: stop when you please)");
        facts.push(("any time", text));
    }
    facts.extend([
        ("nElo", strength::nelo(estimate, 1)),
        ("LOS", strength::los(estimate)),
        ("score", strength::percent(estimate.score)),
        (
            "games",
            format!(
                "{}: {} won, {} lost, {} drawn ({share})",
                report.games, report.wins, report.losses, report.draws
            ),
        ),
        (
            "pairs",
            format!("{:?} with 0, ½, 1, 1½, 2 points", report.pentanomial),
        ),
    ]);
    facts
}

/// Returns the difference of ratings, and explains its error.
pub fn elo(report: &MatchReport, own: &Strength) -> String {
    let sequential = report.test.is_some() || report.precision.is_some();
    let meaning = match own.elo_error {
        None => "",
        Some(_) if sequential => " (95 %, as if its length had been fixed)",
        Some(_) if report.anytime.is_some() => " (95 %, if nobody stops because of a look)",
        Some(_) => " (95 %)",
    };
    format!("{}{meaning}", strength::elo(own, 1))
}

/// Returns the facts behind the figures: faults, starts, copies, sandbox, machines.
pub fn ground(report: &MatchReport) -> Vec<Fact> {
    let mut facts = vec![
        ("faults", faults(report)),
        ("starts", starts(&report.starts)),
        (
            "copies",
            format!("{} of {}", report.identical, count(report.games, "game")),
        ),
    ];
    facts.extend(left_out(report).map(|text| ("left out", text)));
    facts.extend(
        report
            .look_alikes
            .iter()
            .map(|text| ("names", text.clone())),
    );
    facts.extend(report.jail.iter().map(|text| ("jail", text.clone())));
    facts.extend(report.machines.iter().map(|machine| {
        let cores = count(machine.cores as u64, "core");
        let text = format!("{}, {cores}, {}", machine.processor, machine.system);
        ("machine", text)
    }));
    facts.extend(report.crowded.iter().map(|text| ("crowded", text.clone())));
    let WorkerNotes {
        left_out,
        differ,
        played,
    } = &report.workers;
    let workers = left_out.iter().chain(differ).chain(played);
    facts.extend(workers.map(|text| ("worker", text.clone())));
    facts.push(("results", report.results.clone()));
    facts
}

fn faults(report: &MatchReport) -> String {
    if report.faults.is_empty() {
        return "none".to_owned();
    }
    let each = report.faults.iter();
    let each = each.map(|fault_count| {
        format!(
            "{}: {} {}",
            fault_count.bot, fault_count.games, fault_count.fault
        )
    });
    each.collect::<Vec<_>>().join(", ")
}

fn starts(starts: &StartsUsed) -> String {
    let plies = match starts.plies {
        0 => String::new(),
        n => format!(" and {n} random plies"),
    };
    let from = match (starts.from, starts.lines) {
        (_, Some(lines)) => format!("from a book of {}", count(lines as u64, "line")),
        ("deal", None) => "deals".to_owned(),
        _ => "from the default start".to_owned(),
    };
    let passed = match starts.passed_over {
        0 => String::new(),
        n => format!("; {n} that begin alike are passed over"),
    };
    format!("{} different, {from}{plies}{passed}", starts.distinct)
}

fn left_out(report: &MatchReport) -> Option<String> {
    let mut parts = Vec::new();
    if !report.left_out.is_empty() {
        let some = report.left_out.iter().take(NAMED);
        let why: Vec<String> = some.map(|pair| pair.because.clone()).collect();
        let more = if report.left_out.len() > NAMED {
            "; …"
        } else {
            ""
        };
        let pairs = count(report.left_out.len() as u64, "pair");
        parts.push(format!("{pairs} ({}{more})", why.join("; ")));
    }
    if report.beyond > 0 {
        let games = count(report.beyond, "finished game");
        parts.push(format!("{games} behind the last pair that counts"));
    }
    if report.replayed > 0 {
        parts.push(format!(
            "{}, played again",
            count(report.replayed, "void attempt")
        ));
    }
    (!parts.is_empty()).then(|| parts.join("; "))
}

#[expect(clippy::cast_precision_loss, reason = "shown with one digit")]
fn percent(part: u64, whole: u64) -> String {
    format!("{:.1} %", 100.0 * part as f64 / whole.max(1) as f64)
}
