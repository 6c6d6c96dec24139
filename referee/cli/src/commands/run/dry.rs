//! `referee run --dry-run`: describes a tournament, estimates its duration, and lists who would not play.

use std::path::Path;
use std::thread::Builder;

use referee_build::BuildOptions;
use referee_build::jail::{self, JailRequest};
use referee_checks::octave::{self, MissingFunctions};
use referee_config::{RejectedBot, Tournament};
use referee_output::failure::{bad_input, machine};
use referee_output::sanitize::plain;
use referee_output::{Exit, remarks, stdout, text_layout};
use referee_schedule::Schedule;
use referee_tournament::{self as run, TimeForecast, TournamentSummary};
use serde::Serialize;
use tokio::sync::oneshot;

use super::{absent, repeats};

/// What a dry run finds out.
#[derive(Serialize)]
struct DryRun {
    tournament: TournamentSummary,
    /// Bots that people may confuse by their names, a sentence for each pair.
    look_alikes: Vec<String>,
    /// What lies beside the submissions and isn't one.
    strays: Vec<String>,
    /// What would be played; none if nothing can be.
    #[serde(flatten)]
    games: Option<GameForecast>,
    /// Functions that bots in Octave call and don't have.
    missing: Option<MissingFunctions>,
    /// Bots that are left out.
    would_not_play: Vec<RejectedBot>,
    /// Bots that take part and can't be started: they lose their games.
    unable_to_start: Vec<RejectedBot>,
    /// Why nothing can be played.
    error: Option<String>,
}

/// The games that would be played.
#[derive(Serialize)]
struct GameForecast {
    /// Their largest number, where it is known.
    games: Option<u64>,
    /// Whether there may be fewer.
    at_most: bool,
    time: Option<TimeForecast>,
    /// A warning that games are likely to repeat others.
    repeats: Option<String>,
}

/// Builds and starts the bots, and prints what it finds out, as text or as JSON; no game is played.
pub async fn run(
    file: &Path,
    mut tournament: Tournament,
    options: &BuildOptions,
    jail: &JailRequest,
    json: bool,
) -> anyhow::Result<Exit> {
    run::check_concurrency(&tournament)?;
    run::look_at_starts(&mut tournament).map_err(bad_input)?;
    // Where there are too few bots, the others are built and started too, so that the list is complete.
    if tournament.check_bots().is_ok() {
        schedule(file, &tournament)?;
    }
    let preview = run::Preview::begin(Some(&run::cores(&tournament)));
    let scope = jail::open(jail)?;
    run::check_needs(&tournament, &scope)?;
    run::tell_strays(&tournament);
    run::tell_look_alikes(&tournament);
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
    let (silent, broken, missing) = signals.unless_they_come(&scope, preparing).await?;
    if let Some(warning) = preview.end(&tournament) {
        remarks::sentences(&format!("referee: warning: {}", plain(&warning)));
    }
    let file = file.to_owned();
    let telling = detached(move || {
        let games = run::playable(&broken).and_then(|()| GameForecast::of(&file, &tournament));
        let mut would_not_play = tournament.refused.clone();
        would_not_play.extend(absent::without_folder(&tournament)?);
        let (games, failed) = match games {
            Ok(games) => (Some(games), None),
            Err(why) => (None, Some(why)),
        };
        let found = DryRun {
            tournament: TournamentSummary::of(&tournament),
            look_alikes: tournament.look_alikes(),
            strays: tournament.stray_names(),
            games,
            missing,
            would_not_play,
            unable_to_start: silent,
            error: failed.as_ref().map(ToString::to_string),
        };
        if json {
            stdout::json(&found)?;
        } else {
            found.print(tournament.exam.is_some())?;
        }
        match failed {
            Some(why) => Err(why),
            None if found.unable_to_start.is_empty() => Ok(Exit::Fine),
            None => Ok(Exit::No),
        }
    });
    signals.unless_they_come(&scope, telling).await
}

fn schedule(file: &Path, tournament: &Tournament) -> anyhow::Result<Box<dyn Schedule>> {
    let refuse = |why: String| bad_input(format!("{}: {why}", file.display()));
    tournament.check_bots().map_err(refuse)?;
    let schedule = run::plan(tournament).schedule();
    schedule.map_err(|why| refuse(why.to_string()))
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

impl GameForecast {
    /// Looks at the games of a tournament. Returns an error if it can't be played.
    fn of(file: &Path, tournament: &Tournament) -> anyhow::Result<GameForecast> {
        let mut schedule = schedule(file, tournament)?;
        let (games, at_most) = (schedule.most(), schedule.size().is_none());
        let jobs = run::jobs(&mut *schedule, &tournament.format);
        Ok(GameForecast {
            games,
            at_most,
            time: TimeForecast::of(tournament, &jobs, games)?,
            repeats: repeats::warning(tournament, jobs.into_iter())?,
        })
    }

    fn text(&self, exam: bool) -> String {
        let games = match self.games {
            Some(most) if exam => format!("at most {most}, if everybody is eligible"),
            Some(most) if self.at_most => format!("at most {most}; results decide how many"),
            Some(games) => games.to_string(),
            None => "as many as it takes; results decide".to_owned(),
        };
        let mut text = format!("games           {games}\n");
        text += &self
            .time
            .as_ref()
            .map_or_else(String::new, TimeForecast::text);
        if let Some(warning) = &self.repeats {
            let warning = text_layout::wrap(&format!("repeats         {warning}"), 16);
            text += &format!("{warning}\n");
        }
        text
    }
}

impl DryRun {
    /// Prints everything; where nothing can be played, only the bots that are the reason.
    fn print(&self, exam: bool) -> anyhow::Result<()> {
        let (left_out, silent) = (&self.would_not_play, &self.unable_to_start);
        let Some(games) = &self.games else {
            let list = absent::list(left_out, silent);
            if !list.is_empty() {
                stdout::text(&list)?;
            }
            return Ok(());
        };
        let mut text = self.tournament.text()?;
        text += &games.text(exam);
        text += &(self.missing.as_ref()).map_or_else(String::new, MissingFunctions::text);
        text += &absent::text(left_out, silent);
        Ok(stdout::text(&text)?)
    }
}
