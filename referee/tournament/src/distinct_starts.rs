//! Finds which starts of a match of two bots, or of a gauntlet, are the same.
//!
//! If there are many more starts than a match needs, only the first are drawn before it; the others are drawn when its
//! games come to them.

use referee_config::Tournament;
use referee_engine::opening;
use referee_games::{GameSource, Rules};
use referee_schedule::head_to_head::{Distinct, MOST_FORESEEN};
use referee_schedule::{Format, GameConfig, Plan, RepeatFinder, Starts};
use referee_stats::PrintSet;
use sha2::{Digest, Sha256};

use super::plan;

/// Draws of a program's starts without a repeated one, after which all others count as distinct: each costs some
/// questions.
const UNREPEATED: u32 = 1024;

/// Number of starts that are always drawn before the first game, if so many are wanted.
const FIRST: u32 = 1024;

/// Number of repeats that must be expected of too few starts, so that half of it isn't chance.
const EXPECTED: u64 = 64;

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

/// Draws deals until `wanted` distinct starts are found or foreseen, or new ones have become rare.
fn distinct(games: &GameSource, setup: &GameConfig, wanted: u64) -> Result<Distinct, String> {
    let rules = rules(games, setup)?;
    let lines = match &setup.start {
        Starts::States(lines) => u32::try_from(lines.len()).unwrap_or(u32::MAX),
        Starts::Default | Starts::Deal => u32::MAX,
    };
    let is_book = matches!(setup.start, Starts::States(_));
    let is_program = setup.rules.is_some();
    let mut seen = PrintSet::default();
    let mut starts = Distinct::default();
    while starts.deals < lines && starts.count() < wanted {
        let deal = starts.deals + 1;
        let is_new = seen.insert(print(&*rules, setup, deal)?);
        starts.deals = deal;
        if !is_new {
            starts.repeats.push(deal);
        }
        // In a book every line is looked at, however many repeats came before.
        if is_book {
            continue;
        }
        // A program may fail later, so that its starts aren't left to the games.
        if is_program && deal == UNREPEATED && starts.repeats.is_empty() {
            let wanted = u32::try_from(wanted).unwrap_or(u32::MAX);
            starts.deals = wanted.min(lines).max(deal);
            break;
        }
        if !is_program && is_foreseen(&starts, wanted) {
            starts.foreseen = Some(wanted);
            break;
        }
        if starts.is_exhausted() {
            break;
        }
    }
    Ok(starts)
}

/// Tells if so few of the first deals repeat another that more starts will be found than are wanted.
///
/// Of n deals from s starts that are equally likely, about n²/2s repeat another; if some starts are likelier, more do.
/// So of s = 2 · `wanted` starts as many deals hold enough. If at most half as many of the first deals are repeats as is
/// expected of so many starts, there are more.
fn is_foreseen(starts: &Distinct, wanted: u64) -> bool {
    let deals = u64::from(starts.deals);
    let expected = deals * deals / wanted.saturating_mul(4);
    starts.found() < wanted
        && wanted <= MOST_FORESEEN
        && starts.deals >= FIRST
        && expected >= EXPECTED
        && 2 * starts.repeats.len() as u64 <= expected
}

/// Returns what finds the starts that a plan foresees; `None` if it knows all. Returns an error if there is no such
/// game.
pub(crate) fn finder(
    games: &GameSource,
    setup: &GameConfig,
) -> Result<Option<Box<dyn RepeatFinder>>, String> {
    let known = setup.distinct.as_ref();
    if known.is_none_or(|known| known.foreseen.is_none()) {
        return Ok(None);
    }
    Ok(Some(Box::new(DrawnStarts {
        rules: rules(games, setup)?,
        setup: setup.clone(),
        seen: PrintSet::default(),
        drawn: 0,
    })))
}

/// The starts that were drawn so far.
struct DrawnStarts {
    rules: Box<dyn Rules>,
    setup: GameConfig,
    seen: PrintSet,
    /// Number of deals that were drawn.
    drawn: u32,
}

impl RepeatFinder for DrawnStarts {
    /// Draws the start, and those before it, without which it can't tell that they are repeated. One that can't be
    /// drawn is no repeat: its game says what is wrong.
    fn is_repeat(&mut self, deal: u32) -> bool {
        let mut is_repeat = false;
        while self.drawn < deal {
            self.drawn += 1;
            let print = print(&*self.rules, &self.setup, self.drawn);
            is_repeat = print.is_ok_and(|print| !self.seen.insert(print));
        }
        is_repeat
    }
}

fn rules(games: &GameSource, setup: &GameConfig) -> Result<Box<dyn Rules>, String> {
    let kind = games
        .find_exactly(&setup.game, setup.rules.as_deref())
        .ok_or_else(|| format!("there is no game {:?}", setup.game))?;
    kind.rules(&setup.options).map_err(|e| e.to_string())
}

/// Draws the start of a deal. Returns a part of its SHA-256 hash, so that starts can be told apart without keeping
/// them.
fn print(rules: &dyn Rules, setup: &GameConfig, deal: u32) -> Result<u64, String> {
    let position = opening(rules, &setup.start(deal)).map_err(|e| e.to_string())?;
    let mut print = [0; 8];
    print.copy_from_slice(&Sha256::digest(position.line())[..8]);
    Ok(u64::from_le_bytes(print))
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, HashSet};

    use referee_record::{Adjudication, Limits, Restart};

    use super::*;

    fn setup(start: Starts, openings: u32) -> GameConfig {
        GameConfig {
            master: 11,
            game: "onitama".to_owned(),
            rules: None,
            options: BTreeMap::from([("cards".to_owned(), "published".to_owned())]),
            seats: vec!['A', 'B'],
            start,
            book: None,
            openings,
            distinct: None,
            limits: Limits::default(),
            restart: Restart::Game,
            pondering: None,
            adjudicate: Adjudication::default(),
        }
    }

    fn found(setup: &GameConfig, wanted: u64) -> Distinct {
        distinct(&GameSource::built_in(), setup, wanted).expect("starts")
    }

    #[test]
    fn of_many_starts_few_are_drawn_beforehand() {
        let starts = found(&setup(Starts::Deal, 6), 500_000);
        assert_eq!(starts.count(), 500_000);
        assert!(starts.deals < 12_000, "{}", starts.deals);
        assert!(starts.repeats.len() <= 32, "{:?}", starts.repeats);
    }

    #[test]
    fn too_few_starts_are_known_beforehand() {
        for wanted in [100, 1_000_000] {
            let starts = found(&setup(Starts::Default, 1), wanted);
            assert_eq!(starts.foreseen, None);
            assert!((2..60).contains(&starts.count()), "{starts:?}");
        }
        let games = GameSource::built_in();
        let rules = rules(&games, &setup(Starts::Default, 0)).expect("rules");
        let book = vec![rules.start().line(); 3000];
        let starts = found(&setup(Starts::States(book), 0), 2000);
        assert_eq!((starts.deals, starts.count()), (3000, 1));
    }

    #[test]
    fn short_matches_know_all_of_their_starts() {
        let starts = found(&setup(Starts::Deal, 2), 1000);
        assert_eq!((starts.found(), starts.foreseen), (1000, None));
    }

    #[test]
    fn enough_starts_are_foreseen_from_half_of_the_repeats() {
        let with = |deals, repeats: u32| Distinct {
            deals,
            repeats: (1..=repeats).collect(),
            foreseen: None,
        };
        assert!(is_foreseen(&with(11_314, 32), 500_000));
        assert!(!is_foreseen(&with(11_314, 33), 500_000));
        assert!(!is_foreseen(&with(11_313, 0), 500_000));
        assert!(is_foreseen(&with(22_628, 128), 500_000));
        assert!(!is_foreseen(&with(1023, 0), 1100));
        assert!(!is_foreseen(&with(1024, 0), 1024), "all are found");
        assert!(!is_foreseen(&with(u32::MAX, 0), u64::MAX));
    }

    #[test]
    fn later_starts_are_those_that_all_draws_would_find() {
        let mut setup = setup(Starts::Deal, 0);
        let starts = found(&setup, 4000);
        assert_eq!((starts.deals, starts.foreseen), (FIRST, Some(4000)));
        let games = GameSource::built_in();
        assert!(finder(&games, &setup).expect("a game").is_none());
        setup.distinct = Some(starts.clone());
        let mut finder = finder(&games, &setup).expect("a game").expect("more");
        let rules = rules(&games, &setup).expect("rules");
        let mut seen = HashSet::new();
        let mut repeats = Vec::new();
        for deal in 1..=4200 {
            let position = opening(&*rules, &setup.start(deal)).expect("a start");
            let is_repeat = !seen.insert(position.line());
            assert_eq!(finder.is_repeat(deal), is_repeat, "deal {deal}");
            repeats.extend(is_repeat.then_some(deal));
        }
        let early = repeats.iter().filter(|deal| **deal <= FIRST);
        assert_eq!(early.copied().collect::<Vec<_>>(), starts.repeats);
        assert!(repeats.len() > starts.repeats.len(), "{repeats:?}");
    }
}
