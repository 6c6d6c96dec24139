//! `referee run --dry-run`: what a tournament is, and what it will take.

use std::path::Path;

use referee_schedule::Schedule;

use super::{absent, repeats};
use crate::build::Wishes;
use crate::config::{Entrant, Tournament};
use crate::exit::{Exit, bad_input};
use crate::jail::{self, Wanted};
use crate::{layout, octave, out, run};

/// Builds the bots, greets them, and tells; nothing is played.
pub async fn run(
    file: &Path,
    mut tournament: Tournament,
    wishes: &Wishes,
    jail: &Wanted,
) -> anyhow::Result<Exit> {
    let schedule = |tournament: &Tournament| {
        let schedule = run::plan(tournament).schedule();
        schedule.map_err(|why| bad_input(format!("{}: {why}", file.display())))
    };
    run::check(&tournament)?;
    run::look_at_starts(&mut tournament).map_err(bad_input)?;
    schedule(&tournament)?;
    let haven = jail::open(jail)?;
    run::check_needs(&tournament, &haven)?;
    let mut signals = run::Signals::catch()?;
    let preparing = run::prepare(&mut tournament, &haven, wishes);
    let prepared = signals.unless_they_come(&haven, preparing).await?;
    let lacks = octave::lacks(&tournament.bots, &haven, wishes).await;
    let mut schedule = schedule(&tournament).inspect_err(|_| run::tell_refused(&tournament))?;
    let mut text = run::summary(&tournament)?;
    let (games, told) = games(&tournament, &*schedule);
    text += &format!("games           {told}\n");
    let jobs = run::jobs(&mut *schedule, &tournament.format);
    text += &run::forecast(&tournament, &jobs, games)?;
    if !jobs.is_empty()
        && let Some(warning) = repeats::warning(&tournament, jobs.into_iter())?
    {
        let warning = layout::wrap(&format!("repeats         {warning}"), 16);
        text += &format!("{warning}\n");
    }
    text += &lacks.unwrap_or_default();
    drop(haven);
    text += &absent::text(&tournament.refused, &prepared.silent);
    out::text(&text)?;
    Ok(if prepared.silent.is_empty() {
        Exit::Fine
    } else {
        Exit::No
    })
}

/// How many games there are at most, if anything is known of that, and in words.
fn games(tournament: &Tournament, schedule: &dyn Schedule) -> (Option<u64>, String) {
    if let Some(own) = &tournament.exam {
        let staff = |bot: &&Entrant| !own.exam.is_staff(&bot.name);
        let students = tournament.bots.iter().filter(staff).count() as u64;
        let most = own.exam.most_games(students);
        return (
            Some(most),
            format!("at most {most}, if everybody is eligible"),
        );
    }
    let told = match (schedule.size(), schedule.most()) {
        (Some(games), _) => games.to_string(),
        (None, Some(most)) => format!("at most {most}; results decide how many"),
        (None, None) => "as many as it takes; results decide".to_owned(),
    };
    (schedule.most(), told)
}
