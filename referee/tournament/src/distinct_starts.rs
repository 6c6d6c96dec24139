//! The starts of a match of two: which of them begin alike.

use std::collections::HashSet;

use referee_config::Tournament;
use referee_engine::opening;
use referee_games::find;
use referee_schedule::head_to_head::Distinct;
use referee_schedule::{Format, GameConfig, Plan, Starts};
use sha2::{Digest, Sha256};

use super::plan;

/// Pairs that a match without a most of games has starts for; a test of 5 normalized Elo takes a
/// quarter of them.
const PAIRS: u64 = 50_000;

/// Looks at the starts of a match of two, where nobody has before; other formats have none to tell
/// apart. Where they don't suffice for the games that are asked for, the schedule says so.
pub fn look(tournament: &mut Tournament) -> Result<(), String> {
    let (Format::Match { games, .. } | Format::Sprt { games, .. }) = &tournament.format else {
        return Ok(());
    };
    let wanted = games.map_or(PAIRS, |games| games.div_ceil(2));
    if tournament.distinct.is_none() {
        look_at(tournament, wanted)?;
    }
    Ok(())
}

/// Gives the stored plan of a sequential test the most games that it may have now, and the starts that
/// these need: those that it has stay the first ones.
pub fn recap(tournament: &mut Tournament, stored: &mut Plan) -> Result<(), String> {
    let (Format::Sprt { games: now, .. }, Format::Sprt { games, .. }) =
        (&tournament.format, &mut stored.format)
    else {
        return Ok(());
    };
    if games == now {
        return Ok(());
    }
    *games = *now;
    let wanted = now.map_or(PAIRS, |games| games.div_ceil(2));
    let known = stored.setup.distinct.take();
    stored.setup.distinct = match known {
        Some(few) if few.count() < wanted => Some(distinct(&stored.setup, wanted)?),
        enough => enough,
    };
    tournament.distinct.clone_from(&stored.setup.distinct);
    Ok(())
}

/// Looks at so many starts as are wanted.
pub fn look_at(tournament: &mut Tournament, wanted: u64) -> Result<(), String> {
    tournament.distinct = Some(distinct(&plan(tournament).setup, wanted)?);
    Ok(())
}

/// Draws deals until so many begin in a way of their own, or hardly any new one comes.
fn distinct(setup: &GameConfig, wanted: u64) -> Result<Distinct, String> {
    let kind = find(&setup.game).ok_or_else(|| format!("there is no game {:?}", setup.game))?;
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
        // Of a book every line is looked at, whatever came before.
        if !is_book && starts.repeats.len() as u64 > 64 + 3 * starts.count() {
            break;
        }
    }
    Ok(starts)
}

/// Half of a hash: lines needn't be kept to be told apart.
fn print(line: &str) -> [u8; 16] {
    let mut print = [0; 16];
    print.copy_from_slice(&Sha256::digest(line)[..16]);
    print
}
