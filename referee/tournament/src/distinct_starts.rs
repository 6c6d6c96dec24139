//! Finds which starts of a match of two bots are the same.

use std::collections::HashSet;

use referee_config::Tournament;
use referee_engine::opening;
use referee_games::GameSource;
use referee_schedule::head_to_head::Distinct;
use referee_schedule::{Format, GameConfig, Plan, Starts};
use sha2::{Digest, Sha256};

use super::plan;

/// Draws of a program's starts without a repeated one, after which all others count as distinct: each costs some
/// questions.
const UNREPEATED: u32 = 1024;

/// Draws the starts of a book, and finds the distinct ones for a match of two bots, if that is not done yet; other
/// formats don't need them. If there are too few for the requested games, the schedule reports it.
pub fn look(tournament: &mut Tournament) -> Result<(), String> {
    let wanted = tournament.wanted_starts();
    let is_match = matches!(
        tournament.format,
        Format::Match { .. } | Format::Sprt { .. }
    );
    if is_match && tournament.distinct.is_none() {
        return look_at(tournament, wanted);
    }
    // The seed may be another one than when the tournament was resolved.
    tournament.draw_lines(wanted)
}

/// Sets the maximum of games in the stored plan of a sequential test to the present one, and adds the
/// starts that these games need. The starts that the plan already has stay the first ones.
pub(crate) fn recap(tournament: &mut Tournament, stored: &mut Plan) -> Result<(), String> {
    let (Format::Sprt { games: now, .. }, Format::Sprt { games, .. }) =
        (&tournament.format, &mut stored.format)
    else {
        return Ok(());
    };
    if games == now {
        return Ok(());
    }
    *games = *now;
    let wanted = tournament.wanted_starts();
    if (1..wanted).contains(&stored.setup.lines()) {
        tournament.draw_lines(wanted)?;
        stored.setup.start = plan(tournament).setup.start;
    }
    let known = stored.setup.distinct.take();
    stored.setup.distinct = match known {
        Some(few) if few.count() < wanted => {
            Some(distinct(&tournament.games, &stored.setup, wanted)?)
        }
        enough => enough,
    };
    tournament.distinct.clone_from(&stored.setup.distinct);
    Ok(())
}

/// Sets the distinct starts of a tournament, as many as are wanted.
pub fn look_at(tournament: &mut Tournament, wanted: u64) -> Result<(), String> {
    tournament.draw_lines(wanted)?;
    tournament.distinct = Some(distinct(
        &tournament.games,
        &plan(tournament).setup,
        wanted,
    )?);
    Ok(())
}

/// Draws deals until `wanted` distinct starts are found, or new ones have become rare.
fn distinct(games: &GameSource, setup: &GameConfig, wanted: u64) -> Result<Distinct, String> {
    let kind = games
        .find_exactly(&setup.game, setup.rules.as_deref())
        .ok_or_else(|| format!("there is no game {:?}", setup.game))?;
    let rules = kind.rules(&setup.options).map_err(|e| e.to_string())?;
    let lines = match &setup.start {
        Starts::States(lines) => u32::try_from(lines.len()).unwrap_or(u32::MAX),
        Starts::Default | Starts::Deal => u32::MAX,
    };
    let is_book = matches!(setup.start, Starts::States(_));
    let mut seen = HashSet::new();
    let mut starts = Distinct::default();
    while starts.deals < lines && starts.count() < wanted {
        let deal = starts.deals + 1;
        let position = opening(&*rules, &setup.start(deal)).map_err(|e| e.to_string())?;
        starts.deals = deal;
        if !seen.insert(print(&position.line())) {
            starts.repeats.push(deal);
        }
        let is_asked = kind.hash().is_some() && !is_book;
        if is_asked && deal == UNREPEATED && starts.repeats.is_empty() {
            let wanted = u32::try_from(wanted).unwrap_or(u32::MAX);
            starts.deals = wanted.min(lines).max(deal);
            break;
        }
        // In a book every line is looked at, however many repeats came before.
        if !is_book && starts.repeats.len() as u64 > 64 + 3 * starts.count() {
            break;
        }
    }
    Ok(starts)
}

/// Returns half of a SHA-256 hash, so that lines can be told apart without keeping them.
fn print(line: &str) -> [u8; 16] {
    let mut print = [0; 16];
    print.copy_from_slice(&Sha256::digest(line)[..16]);
    print
}
