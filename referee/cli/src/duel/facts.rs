//! A match of two in facts, each with a name: what the block in the terminal and the table on a page
//! are made of, so that they can't differ.

use referee_stats::{Model, Strength};

use super::always;
use super::model::{Match, StartsUsed, Test};
use crate::layout::count;
use crate::report::{signed, strength};

/// Pairs that are left out, and no more, are named.
const NAMED: usize = 10;

/// Its name, and what it says.
pub type Fact = (&'static str, String);

/// What was asked, and what came of it.
pub fn outcome(found: &Match) -> Vec<Fact> {
    let mut facts = vec![
        ("match", found.bots.join(" against ")),
        ("game", game(found)),
        ("time", time(found)),
    ];
    if let Some(test) = &found.test {
        facts.push(("test", asks(test)));
        facts.push(("LLR", ratio(test)));
    }
    facts.push(("verdict", found.says.clone()));
    facts
}

/// What a report of several matches says of each.
pub fn brief(found: &Match) -> Vec<Fact> {
    let all = outcome(found).into_iter().chain(figures(found));
    let told = |name: &str| ["test", "LLR", "Elo", "pairs"].contains(&name);
    all.filter(|(name, _)| told(name)).collect()
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

/// What a test asks.
pub fn asks(test: &Test) -> String {
    let unit = match test.asks.model {
        Model::Normalized => "normalized Elo",
        Model::Logistic => "logistic Elo",
    };
    let (elo0, elo1) = (test.asks.elo0, test.asks.elo1);
    let (alpha, beta) = (test.asks.alpha, test.asks.beta);
    format!("GSPRT on pairs, {unit}, H0 {elo0}, H1 {elo1}, alpha {alpha}, beta {beta}")
}

/// The ratio of a test with its bounds.
pub fn ratio(test: &Test) -> String {
    format!(
        "{} (bounds {:.2}, {:.2})",
        signed(test.llr, 2),
        test.lower,
        test.upper
    )
}

/// How strong the first bot is, and from how many games that follows.
pub fn figures(found: &Match) -> Vec<Fact> {
    let Some(own) = &found.strength else {
        return vec![("games", "none that count".to_owned())];
    };
    let share = percent(found.draws, found.games);
    let mut facts = vec![("Elo", elo(found, own))];
    if let Some(own) = &found.anytime {
        let told = always::told(own);
        let text = format!("{told} Elo (95 % at every moment: stop when you please)");
        facts.push(("any time", text));
    }
    facts.extend([
        ("nElo", strength::nelo(own, 1)),
        ("LOS", strength::los(own)),
        ("score", strength::percent(own.score)),
        (
            "games",
            format!(
                "{}: {} won, {} lost, {} drawn ({share})",
                found.games, found.wins, found.losses, found.draws
            ),
        ),
        (
            "pairs",
            format!("{:?} with 0, ½, 1, 1½, 2 points", found.pentanomial),
        ),
    ]);
    facts
}

/// The difference of ratings, with what its error means.
pub fn elo(found: &Match, own: &Strength) -> String {
    let sequential = found.test.is_some() || found.precision.is_some();
    let meaning = match own.elo_error {
        None => "",
        Some(_) if sequential => " (95 %, as if its length had been fixed)",
        Some(_) if found.anytime.is_some() => " (95 %, if nobody stops because of a look)",
        Some(_) => " (95 %)",
    };
    format!("{}{meaning}", strength::elo(own, 1))
}

/// What the figures rest on.
pub fn ground(found: &Match) -> Vec<Fact> {
    let mut facts = vec![
        ("faults", faults(found)),
        ("starts", starts(&found.starts)),
        (
            "copies",
            format!("{} of {}", found.identical, count(found.games, "game")),
        ),
    ];
    facts.extend(left_out(found).map(|text| ("left out", text)));
    facts.extend(found.jail.iter().map(|text| ("jail", text.clone())));
    facts.extend(found.machines.iter().map(|own| {
        let cores = count(own.cores as u64, "core");
        let text = format!("{}, {cores}, {}", own.processor, own.system);
        ("machine", text)
    }));
    facts.extend(found.crowded.iter().map(|text| ("crowded", text.clone())));
    facts.push(("results", found.results.clone()));
    facts
}

fn faults(found: &Match) -> String {
    if found.faults.is_empty() {
        return "none".to_owned();
    }
    let each = found.faults.iter();
    let each = each.map(|own| format!("{}: {} {}", own.bot, own.games, own.fault));
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
