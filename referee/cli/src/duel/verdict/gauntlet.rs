//! A gauntlet for machines: a case and a row for each opponent.

use std::time::Duration;

use anyhow::Result;
use referee_schedule::duel::Fault;
use referee_store::Run;

use super::faults::first;
use super::{cases, metrics};
use crate::duel::field::{self, Gauntlet, Opponent};
use crate::exit::Exit;
use crate::layout::count;
use crate::outputs::{Case, Outcome, Suite, Table, Verdict};
use crate::report::{Sheet, sentences, standings, strength};

/// The command.
const COMMAND: &str = "gauntlet";

/// What a gauntlet came to, that ends with this code.
pub fn of_gauntlet(run: &Run, found: &Gauntlet, exit: Exit, took: Duration) -> Result<Verdict> {
    let faults = found.faults();
    let total: u64 = faults.iter().map(|own| own.games).sum();
    let told = first(run, total, u64::MAX)?;
    let name = format!("{} against all", found.newcomer);
    let word = field::against_all(found);
    let mut own: Vec<Case> = found
        .opponents
        .iter()
        .map(|one| against(found, one))
        .collect();
    own.extend(found.report.standings.iter().map(|one| {
        let row = &one.row;
        let of_bot = faults.iter().filter(|fault| fault.bot == row.bot);
        let words = of_bot
            .map(|fault| (fault.fault.clone(), fault.games))
            .collect();
        cases::of_bot(&row.bot, words, row.games, found.fails(&row.bot), &told)
    }));
    let mut rows = Sheet::new(&field::HEAD);
    rows.rows = field::rows(found);
    let mut facts = found.warnings.clone();
    facts.push(field::LEGEND.to_owned());
    facts.extend(sentences(&found.report));
    let table = |title: &str, sheet| Table {
        title: title.to_owned(),
        sheet,
    };
    Ok(Verdict {
        command: COMMAND,
        word: format!(
            "Elo {word}, opponents rated 0; {}",
            count(found.report.games, "game")
        ),
        exit,
        took,
        sentences: facts,
        tables: vec![
            table("", rows),
            table("Standings", standings(&found.report)),
        ],
        course: String::new(),
        more: usize::try_from(total)
            .unwrap_or(usize::MAX)
            .saturating_sub(told.len()),
        faults: told.into_iter().map(|own| own.fault).collect(),
        suites: vec![Suite {
            name: COMMAND.to_owned(),
            cases: own,
        }],
        metrics: numbers(found, &faults, &name),
        name,
    })
}

/// An opponent as a case: it passes as soon as something is known.
fn against(found: &Gauntlet, own: &Opponent) -> Case {
    let told = own.strength.as_ref().map(|own| strength::elo(own, 1));
    let pairs = format!("{:?} pairs with 0, ½, 1, 1½, 2 points", own.pairs);
    let (outcome, text) = told.map_or_else(
        || {
            let message = "no pair is finished".to_owned();
            (Outcome::Skipped { message }, String::new())
        },
        |elo| (Outcome::Passed, format!("Elo {elo}\n{pairs}")),
    );
    Case {
        name: format!("{} is measured against {}", found.newcomer, own.bot),
        took: Duration::ZERO,
        outcome,
        text,
    }
}

fn numbers(found: &Gauntlet, faults: &[Fault], name: &str) -> Vec<crate::outputs::Metric> {
    let own = |more: Vec<(&'static str, String)>| [vec![("name", name.to_owned())], more].concat();
    let against = |bot: &str| own(vec![("against", bot.to_owned())]);
    let pairs = found
        .opponents
        .iter()
        .flat_map(|one| metrics::pairs(&one.pairs, &|more| [against(&one.bot), more].concat()));
    let mut all = vec![
        metrics::counter(
            "pairs",
            "Complete pairs, each once, by the newcomer's points",
            pairs.collect(),
        ),
        metrics::faults(faults, &own),
    ];
    let strengths = found.opponents.iter();
    let strengths = strengths.filter_map(|one| Some((against(&one.bot), one.strength.as_ref()?)));
    let whole = found.all.iter().map(|all| (against("*"), all));
    all.extend(metrics::of_strength(
        &strengths.chain(whole).collect::<Vec<_>>(),
    ));
    all.retain(|metric| !metric.samples.is_empty());
    all
}
