//! `referee run --dry-run`: describes a tournament and estimates its duration.

use std::path::Path;
use std::thread::Builder;

use referee_build::BuildOptions;
use referee_build::jail::{self, JailRequest};
use referee_checks::octave;
use referee_config::Tournament;
use referee_output::failure::{bad_input, machine};
use referee_output::{Exit, stdout, text_layout};
use referee_schedule::Schedule;
use referee_tournament as run;
use tokio::sync::oneshot;

use super::{absent, repeats};

/// Builds and starts the bots, and prints the summary; no game is played.
pub async fn run(
    file: &Path,
    mut tournament: Tournament,
    options: &BuildOptions,
    jail: &JailRequest,
) -> anyhow::Result<Exit> {
    run::check_concurrency(&tournament)?;
    run::look_at_starts(&mut tournament).map_err(bad_input)?;
    schedule(file, &tournament)?;
    let scope = jail::open(jail)?;
    run::check_needs(&tournament, &scope)?;
    let mut signals = run::Signals::catch()?;
    let preparing = async {
        let prepared = run::inspect(&mut tournament, &scope, options).await?;
        let lacks = match prepared.broken.as_slice() {
            [] => octave::lacks(&tournament.bots, &scope, options).await,
            _ => None,
        };
        anyhow::Ok((prepared.silent, prepared.broken, lacks))
    };
    let preparing = Box::pin(preparing);
    let (silent, broken, lacks) = signals.unless_they_come(&scope, preparing).await?;
    let file = file.to_owned();
    let telling = detached(move || {
        if let Err(why) = run::playable(&broken) {
            let absent = absent::list(&tournament.refused, &silent);
            if !absent.is_empty() {
                stdout::text(&absent)?;
            }
            return Err(why);
        }
        let schedule =
            schedule(&file, &tournament).inspect_err(|_| run::tell_refused(&tournament))?;
        let mut text = summary(&tournament, schedule)?;
        text += &lacks.unwrap_or_default();
        let mut left_out = tournament.refused.clone();
        left_out.extend(absent::without_folder(&tournament)?);
        text += &absent::text(&left_out, &silent);
        stdout::text(&text)?;
        Ok(if silent.is_empty() {
            Exit::Fine
        } else {
            Exit::No
        })
    });
    signals.unless_they_come(&scope, telling).await
}

fn schedule(file: &Path, tournament: &Tournament) -> anyhow::Result<Box<dyn Schedule>> {
    let schedule = run::plan(tournament).schedule();
    schedule.map_err(|why| bad_input(format!("{}: {why}", file.display())))
}

/// Runs work that needs no bot on a separate thread. The thread ends with the process, so that a signal
/// needn't wait for it.
async fn detached<T: Send + 'static>(
    work: impl FnOnce() -> anyhow::Result<T> + Send + 'static,
) -> anyhow::Result<T> {
    let (tell, interrupted) = oneshot::channel();
    let thread = Builder::new().name("dry run".to_owned());
    let started = thread.spawn(move || drop(tell.send(work())));
    started.map_err(|e| run::no_thread(&e))?;
    interrupted.await.map_err(machine)?
}

/// Returns a summary of the tournament: its settings, its number of games, and their estimated duration.
fn summary(tournament: &Tournament, mut schedule: Box<dyn Schedule>) -> anyhow::Result<String> {
    let mut text = run::summary(tournament)?;
    let (games, games_text) = games(tournament, &*schedule);
    text += &format!("games           {games_text}\n");
    let jobs = run::jobs(&mut *schedule, &tournament.format);
    text += &run::forecast(tournament, &jobs, games)?;
    if !jobs.is_empty()
        && let Some(warning) = repeats::warning(tournament, jobs.into_iter())?
    {
        let warning = text_layout::wrap(&format!("repeats         {warning}"), 16);
        text += &format!("{warning}\n");
    }
    Ok(text)
}

/// Returns the maximum number of games, if it is known, and the number in words.
fn games(tournament: &Tournament, schedule: &dyn Schedule) -> (Option<u64>, String) {
    let games_text = match (schedule.size(), schedule.most()) {
        (_, Some(most)) if tournament.exam.is_some() => {
            format!("at most {most}, if everybody is eligible")
        }
        (Some(games), _) => games.to_string(),
        (None, Some(most)) => format!("at most {most}; results decide how many"),
        (None, None) => "as many as it takes; results decide".to_owned(),
    };
    (schedule.most(), games_text)
}
