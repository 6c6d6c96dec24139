//! A gauntlet's end: how strong the newcomer is against opponents whose ratings are fixed.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use anyhow::Result;
use referee_schedule::Format;
use referee_stats::{Counts, MAIN, Strength, UnitRow};
use referee_store::Run;
use serde::Serialize;

use crate::exit::{Exit, bad_input};
use crate::layout::table;
use crate::report::{Report, signed, strength};
use crate::results::plan;

/// The newcomer's figures.
#[derive(Debug, Serialize)]
struct Gauntlet {
    newcomer: String,
    /// Against all opponents together, each rated 0.
    all: Option<Strength>,
    opponents: Vec<Opponent>,
    #[serde(flatten)]
    report: Report,
}

#[derive(Debug, Serialize)]
struct Opponent {
    bot: String,
    /// Complete pairs by the newcomer's points: 0, ½, 1, 1½, 2.
    pairs: [u64; 5],
    strength: Option<Strength>,
}

/// What a gauntlet came to, as text or JSON.
pub fn told(run: &Run, json: bool) -> Result<(Exit, String)> {
    let plan = plan(run)?;
    let newcomer = match &plan.format {
        Format::Gauntlet { newcomers, .. } => newcomers.first().cloned(),
        _ => None,
    };
    let newcomer = newcomer.ok_or_else(|| bad_input("this run is no gauntlet"))?;
    let report = Report::of(run, MAIN)?;
    let units = run.tallies().map_err(crate::results::unreadable)?;
    let units = units.main().units();
    let mut by_bot: BTreeMap<&str, [u64; 5]> = BTreeMap::new();
    for unit in &units {
        let other = unit.result.block.iter().find(|bot| **bot != newcomer);
        if let (Some(other), Some(halves)) = (other, halves(unit, &newcomer)) {
            by_bot.entry(other).or_default()[halves] += unit.distinct;
        }
    }
    let mut all = [0; 5];
    let mut opponents = Vec::new();
    for bot in plan.bots.iter().filter(|bot| bot.name != newcomer) {
        let pairs = by_bot.get(&*bot.name).copied().unwrap_or_default();
        for (sum, n) in all.iter_mut().zip(pairs) {
            *sum += n;
        }
        opponents.push(Opponent {
            bot: bot.name.clone(),
            pairs,
            strength: Strength::of(&Counts::Pairs(pairs)).ok(),
        });
    }
    let parked = !report.left_out.parked.is_empty();
    let exit = if parked { Exit::Parked } else { Exit::Fine };
    let found = Gauntlet {
        newcomer,
        all: Strength::of(&Counts::Pairs(all)).ok(),
        opponents,
        report,
    };
    let told = if json {
        serde_json::to_string_pretty(&found)?
    } else {
        text(&found)
    };
    Ok((exit, told))
}

fn text(found: &Gauntlet) -> String {
    let head = ["", "against", "Elo", "±", "pairs 0 ½ 1 1½ 2"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for (number, own) in (1..).zip(&found.opponents) {
        let elo = |own: &Strength| match own.bound {
            Some(_) => format!("bound {}", signed(own.elo, 0)),
            None => signed(own.elo, 0),
        };
        let error = own.strength.and_then(|own| own.elo_error);
        rows.push(vec![
            number.to_string(),
            own.bot.clone(),
            own.strength.as_ref().map_or("–".to_owned(), elo),
            error.map_or("–".to_owned(), |e| format!("{e:.0}")),
            own.pairs.map(|n| n.to_string()).join(" "),
        ]);
    }
    let mut text = format!("{}\n{}\n", found.newcomer, table(&rows));
    let all = found.all.as_ref();
    let all = all.map_or("no pair is finished".to_owned(), |all| {
        strength::elo(all, 1)
    });
    let _ = writeln!(
        text,
        "against all, each rated 0: {all}\n\nComplete pairs, each once; ± is half of the 95 % interval.\n"
    );
    text + &crate::report::text::whole(&found.report, false)
}

/// The newcomer's points in a pair, in halves.
fn halves(unit: &UnitRow, newcomer: &str) -> Option<usize> {
    let games = &unit.result.games;
    if games.len() != 2 || unit.result.block.len() != 2 {
        return None;
    }
    let points = games.iter().map(|game| {
        let own = usize::from(unit.result.seated(game).first() != Some(&newcomer));
        match game.places.get(own).cmp(&game.places.get(1 - own)) {
            std::cmp::Ordering::Less => 2,
            std::cmp::Ordering::Equal => 1,
            std::cmp::Ordering::Greater => 0,
        }
    });
    Some(points.sum())
}
