//! The block that a match ends with, made to be pasted into a pull request.

use referee_stats::Model;

use super::model::{Match, StartsUsed, Test};
use crate::layout::{count, wrap};
use crate::report::{signed, strength};
use crate::sinks::plain;

/// Columns of the names.
const INDENT: usize = 13;
/// Pairs that are left out, and no more, are named.
const NAMED: usize = 10;

/// The whole block.
pub fn block(found: &Match) -> String {
    let mut lines = vec![
        line("match", &found.bots.join(" against ")),
        line("game", &game(found)),
        line("time", &time(found)),
    ];
    if let Some(test) = &found.test {
        lines.push(line("test", &asks(test)));
        lines.push(line("LLR", &ratio(test)));
    }
    lines.push(line("verdict", &found.says));
    if !found.warnings.is_empty() {
        lines.push(String::new());
        lines.extend(
            found
                .warnings
                .iter()
                .map(|warning| wrap(&plain(warning), 0)),
        );
        lines.push(String::new());
    }
    lines.extend(figures(found));
    lines.extend(rest(found));
    lines.join("\n") + "\n"
}

fn line(name: &str, text: &str) -> String {
    let name = format!("{name:<width$}", width = INDENT);
    wrap(&format!("{name}{}", plain(text)), INDENT)
}

fn game(found: &Match) -> String {
    let options = found
        .options
        .iter()
        .map(|(key, value)| format!(", {key} {value}"));
    format!(
        "{}{}, seed {}",
        found.game,
        options.collect::<String>(),
        found.seed
    )
}

fn time(found: &Match) -> String {
    let [first, second] = &found.time;
    if first == second {
        return first.clone();
    }
    let [one, two] = &found.bots;
    format!("{one} {first}, {two} {second}")
}

fn asks(test: &Test) -> String {
    let unit = match test.asks.model {
        Model::Normalized => "normalized Elo",
        Model::Logistic => "logistic Elo",
    };
    let (elo0, elo1) = (test.asks.elo0, test.asks.elo1);
    let (alpha, beta) = (test.asks.alpha, test.asks.beta);
    format!("GSPRT on pairs, {unit}, H0 {elo0}, H1 {elo1}, alpha {alpha}, beta {beta}")
}

fn ratio(test: &Test) -> String {
    format!(
        "{} (bounds {:.2}, {:.2})",
        signed(test.llr, 2),
        test.lower,
        test.upper
    )
}

fn figures(found: &Match) -> Vec<String> {
    let Some(own) = &found.strength else {
        return vec![line("games", "none that count")];
    };
    let sequential = found.test.is_some() || found.precision.is_some();
    let error = if sequential {
        "95 %, as if its length had been fixed"
    } else {
        "95 %"
    };
    let share = percent(found.draws, found.games);
    vec![
        line("Elo", &format!("{} ({error})", strength::elo(own, 1))),
        line("nElo", &strength::nelo(own, 1)),
        line("LOS", &strength::los(own)),
        line(
            "games",
            &format!(
                "{}: {} won, {} lost, {} drawn ({share})",
                found.games, found.wins, found.losses, found.draws
            ),
        ),
        line(
            "pairs",
            &format!("{:?} with 0, ½, 1, 1½, 2 points", found.pentanomial),
        ),
    ]
}

fn rest(found: &Match) -> Vec<String> {
    let faults: Vec<String> = found
        .faults
        .iter()
        .map(|own| format!("{}: {} {}", own.bot, own.games, own.fault))
        .collect();
    let faults = if faults.is_empty() {
        "none".to_owned()
    } else {
        faults.join(", ")
    };
    let mut lines = vec![
        line("faults", &faults),
        line("starts", &starts(&found.starts)),
        line(
            "copies",
            &format!("{} of {}", found.identical, count(found.games, "game")),
        ),
    ];
    lines.extend(left_out(found).map(|text| line("left out", &text)));
    lines.extend(found.jail.iter().map(|text| line("jail", text)));
    lines.extend(found.machines.iter().map(|own| {
        let cores = count(own.cores as u64, "core");
        line(
            "machine",
            &format!("{}, {cores}, {}", own.processor, own.system),
        )
    }));
    lines.extend(found.crowded.iter().map(|text| line("crowded", text)));
    lines.push(line("results", &found.results));
    lines
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

fn left_out(found: &Match) -> Option<String> {
    let mut parts = Vec::new();
    if !found.left_out.is_empty() {
        let some = found.left_out.iter().take(NAMED);
        let why: Vec<String> = some.map(|pair| pair.because.clone()).collect();
        let more = if found.left_out.len() > NAMED {
            "; …"
        } else {
            ""
        };
        let pairs = count(found.left_out.len() as u64, "pair");
        parts.push(format!("{pairs} ({}{more})", why.join("; ")));
    }
    if found.beyond > 0 {
        let games = count(found.beyond, "finished game");
        parts.push(format!("{games} behind the last pair that counts"));
    }
    if found.replayed > 0 {
        parts.push(format!(
            "{}, played again",
            count(found.replayed, "void attempt")
        ));
    }
    (!parts.is_empty()).then(|| parts.join("; "))
}

#[expect(clippy::cast_precision_loss, reason = "shown with one digit")]
fn percent(part: u64, whole: u64) -> String {
    format!("{:.1} %", 100.0 * part as f64 / whole.max(1) as f64)
}
