//! Warns before a run if games are likely to repeat others move by move.
//!
//! Whether a bot varies its play can't be known in advance. The check is therefore whether the same bots have
//! the same seats, and start from the same position with the same dice.

use std::collections::HashSet;

use anyhow::Result;
use referee_checks::book::has_dice;
use referee_config::{StartSource, Tournament};
use referee_engine::{JobRules, opening};
use referee_output::failure::bad_input;
use referee_record::Job;
use referee_schedule::Format;

/// Maximum number of games that are examined.
const LOOKED_AT: usize = 10_000;

/// Returns a warning if some of the first games are likely to be equal. Returns an error if a start is
/// invalid.
pub fn warning(tournament: &Tournament, jobs: impl Iterator<Item = Job>) -> Result<Option<String>> {
    let mut seen = HashSet::new();
    let (mut games, mut alike, mut dice) = (0, 0, false);
    let mut rules_of = JobRules::new(tournament.games.clone());
    for job in jobs.take(LOOKED_AT) {
        let rules = rules_of.of(&job).map_err(bad_input)?;
        let position = opening(&*rules, &job.start).map_err(bad_input)?;
        games += 1;
        dice = dice || has_dice(&*position);
        let mut line = String::new();
        position.write(&mut line);
        let bots: Vec<String> = job.seats.iter().map(|seated| seated.bot.clone()).collect();
        let cast = dice.then(|| format!("{:?}", job.dice));
        alike += usize::from(!seen.insert((bots, line, cast)));
    }
    let observation = if alike > 0 {
        let first = if games == LOOKED_AT { "first " } else { "" };
        format!("{alike} of the {first}{games} games have bots, seats and start of an earlier one")
    } else if !dice && meets_again(&tournament.format) && starts_alike(tournament) {
        "all games start alike, and bots may meet more than once".to_owned()
    } else {
        return Ok(None);
    };
    Ok(Some(format!(
        "{observation}. Bots that don't vary play them alike to the move, which says nothing new; \
         start = \"deal\", more openings or fewer games avoid that"
    )))
}

/// Returns true if the format may pair the same bots again depending on results.
fn meets_again(format: &Format) -> bool {
    match format {
        Format::Knockout { .. }
        | Format::Ladder { .. }
        | Format::Adaptive { .. }
        | Format::Standing { .. } => true,
        Format::RoundRobin { .. }
        | Format::Gauntlet { .. }
        | Format::Swiss { .. }
        | Format::Match { .. }
        | Format::Sprt { .. }
        | Format::Tune(_)
        | Format::Exam(_) => false,
    }
}

fn starts_alike(tournament: &Tournament) -> bool {
    let is_one = match &tournament.starts {
        StartSource::Default => true,
        StartSource::Deal => false,
        StartSource::Book(_) => tournament.lines.len() == 1,
    };
    tournament.openings == 0 && is_one
}
