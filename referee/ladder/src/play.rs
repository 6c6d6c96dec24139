//! Plays a ladder for ever: takes bots in, checks them, and plays games until others have come.
//!
//! Nothing is built or checked while games are played, so that no bot's time is taken by what another one's author sent.
//! After a check that took long, games are played for as long at least.

use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

use anyhow::Result;
use referee_build::jail::{self, JailRequest};
use referee_build::{GameBuild, bring};
use referee_config::{ChangedBots, Tournament};
use referee_engine::ProcessScope;
use referee_games::GameSource;
use referee_output::remarks;
use referee_output::sanitize::plain;
use referee_tournament::{
    DispatchEnd, Reporter, RunSettings, Signals, jail_of, no_thread, now_ms, run,
};
use tokio::sync::Notify;

use crate::bots_folder::BotsWatch;
use crate::check::{CheckResult, check_version};
use crate::intake::{Intake, Receipt};
use crate::ladder_file::LadderFile;
use crate::version::{BotVersion, VersionState};

/// Time between two looks at the operator's bots and at what waits.
const LOOK: Duration = Duration::from_secs(2);
/// Longest time of checks before games go on, unless one check alone takes longer.
const CHECKS: Duration = Duration::from_secs(30);
/// Attempts at a check on a busy machine, after which a version is taken as it is: its games tell.
const TRIES: u32 = 3;

/// A ladder that is played.
pub struct Ladder {
    intake: Arc<Intake>,
    file: LadderFile,
    games: GameSource,
    request: JailRequest,
    /// Notified when a version waits.
    news: Arc<Notify>,
}

impl Ladder {
    /// Makes the game of a ladder ready. Returns an error if its file isn't that of a ladder.
    pub async fn open(
        intake: Arc<Intake>,
        file: LadderFile,
        request: JailRequest,
    ) -> Result<Ladder> {
        let settings = file.settings(intake.folder(), request.said())?;
        let how = GameBuild {
            builds: settings.builds(),
            fetch: false,
            anew: false,
        };
        let request = request.or(settings.jail());
        let games = bring(settings.program(), &request, how).await?;
        let ladder = Ladder {
            intake,
            file,
            games,
            request,
            news: Arc::default(),
        };
        ladder.tournament()?;
        Ok(ladder)
    }

    /// Plays until a signal comes, or an error that doesn't pass by itself.
    pub async fn play(&self, reporter: &mut dyn Reporter) -> Result<()> {
        let _watch = IntakeWatch::start(Arc::clone(&self.intake), Arc::clone(&self.news))?;
        loop {
            let Some(took) = self.check_waiting().await? else {
                return Ok(());
            };
            self.retire()?;
            if self.session(took, reporter).await? == DispatchEnd::Interrupted {
                return Ok(());
            }
        }
    }

    /// Returns the tournament as it is now.
    fn tournament(&self) -> Result<Tournament> {
        let versions = self.intake.versions();
        let (mut playing, _) = versions.playing_and_retiring(self.intake.settings().keep);
        playing.sort_by_key(|version| version.checked_ms);
        let how = (self.games.clone(), self.request.said());
        self.file
            .with(self.intake.folder(), (&versions, playing.into_iter()), how)
    }

    /// Checks versions that wait, for a while; returns how long that took, or `None` if a signal came.
    async fn check_waiting(&self) -> Result<Option<Duration>> {
        let began = Instant::now();
        if self.intake.versions().waiting().next().is_none() {
            return Ok(Some(Duration::ZERO));
        }
        let mut signals = Signals::catch()?;
        let scope = jail::open(&jail_of(&self.request, &self.tournament()?))?;
        while began.elapsed() < CHECKS {
            let next = self.intake.versions().next_to_check().cloned();
            let Some(version) = next else { break };
            remarks::lines(&format!("checking {}", plain(&version.name())));
            let state = tokio::select! {
                state = self.check(&version, &scope) => state?,
                () = signals.come() => {
                    scope.kill_all();
                    return Ok(None);
                }
            };
            let said = match &state {
                VersionState::Refused(why) => format!("refused: {why}"),
                _ => state.word().to_owned(),
            };
            remarks::lines(&format!("{}: {}", plain(&version.name()), plain(&said)));
            self.mark(&version, state)?;
        }
        Ok(Some(began.elapsed()))
    }

    async fn check(&self, version: &BotVersion, scope: &ProcessScope) -> Result<VersionState> {
        for _ in 0..TRIES {
            let (tournament, place) = {
                let versions = self.intake.versions();
                let files = versions.files(version);
                let how = (self.games.clone(), self.request.said());
                let folder = self.intake.folder();
                let tournament = self.file.of_one(folder, (version, &files), how)?;
                (tournament, versions.place(version))
            };
            match check_version(tournament, scope, &self.request, &place).await? {
                CheckResult::Passed => return Ok(VersionState::Accepted),
                CheckResult::Failed(why) => return Ok(VersionState::Refused(why)),
                CheckResult::Undecided => {}
            }
        }
        Ok(VersionState::Accepted)
    }

    /// Lets versions retire that newer ones of their bots replace.
    fn retire(&self) -> Result<()> {
        let retiring: Vec<BotVersion> = {
            let versions = self.intake.versions();
            let (_, retiring) = versions.playing_and_retiring(self.intake.settings().keep);
            retiring.into_iter().cloned().collect()
        };
        for version in retiring {
            self.mark(&version, VersionState::Retired)?;
        }
        Ok(())
    }

    fn mark(&self, version: &BotVersion, state: VersionState) -> Result<()> {
        let mut versions = self.intake.versions();
        versions.mark(&version.bot, version.number, state, now_ms())
    }

    /// Plays games until a version waits, for at least this time.
    async fn session(&self, least: Duration, reporter: &mut dyn Reporter) -> Result<DispatchEnd> {
        let mut tournament = self.tournament()?;
        let no_more = Arc::new(Notify::new());
        let settings = RunSettings {
            file: self.intake.folder().settings_file(),
            out: self.intake.folder().results(),
            log: None,
            new: false,
            extend: Some(true),
            changed: Some(ChangedBots::Keep),
            fetch: false,
            anew: false,
            jail: self.request.clone(),
            games_per_minute: self.intake.settings().games_per_minute,
            no_more: Arc::clone(&no_more),
            remote: None,
        };
        let ended = {
            let session = run(&mut tournament, settings, reporter);
            let mut session = std::pin::pin!(session);
            let news = async {
                tokio::time::sleep(least).await;
                self.news.notified().await;
                no_more.notify_one();
            };
            tokio::select! {
                ended = &mut session => ended,
                () = news => session.await,
            }
        };
        let refused = self.refuse(&tournament)?;
        match ended {
            // Without those bots it can go on.
            Err(why) if refused => {
                remarks::lines(&format!("referee: {why}"));
                Ok(DispatchEnd::TimeUp)
            }
            ended => Ok(ended?.closed),
        }
    }

    /// Refuses the versions that a run had to leave out; returns whether there are any.
    fn refuse(&self, tournament: &Tournament) -> Result<bool> {
        let mut any = false;
        for rejected in &tournament.refused {
            let version = {
                let versions = self.intake.versions();
                let mut all = versions.all();
                all.find(|version| version.name() == rejected.name).cloned()
            };
            if let Some(version) = version {
                any = true;
                self.mark(&version, VersionState::Refused(plain(&rejected.why)))?;
            }
        }
        Ok(any)
    }
}

/// A thread that takes the operator's bots in, and tells of versions that wait.
struct IntakeWatch {
    end: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl IntakeWatch {
    fn start(intake: Arc<Intake>, news: Arc<Notify>) -> Result<IntakeWatch> {
        let (end, ended) = channel::<()>();
        let mut watch = BotsWatch::default();
        let look = move || {
            loop {
                match watch.look(&intake, now_ms()) {
                    Ok(taken) => taken
                        .into_iter()
                        .for_each(|(bot, result)| tell(&bot, result)),
                    Err(why) => remarks::lines(&format!("referee: the folder of bots: {why}")),
                }
                if intake.versions().waiting().next().is_some() {
                    news.notify_one();
                }
                if ended.recv_timeout(LOOK) != Err(RecvTimeoutError::Timeout) {
                    return;
                }
            }
        };
        let thread = Builder::new().name("intake".to_owned()).spawn(look);
        Ok(IntakeWatch {
            end: Some(end),
            thread: Some(thread.map_err(|e| no_thread(&e))?),
        })
    }
}

impl Drop for IntakeWatch {
    fn drop(&mut self) {
        self.end = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Tells the operator what came of a bot of the folder.
fn tell(bot: &str, result: Result<Receipt, crate::UploadError>) {
    let said = match result {
        Ok(Receipt::New(version)) => format!("{} came in", version.name()),
        Ok(Receipt::Same(_)) => return,
        Err(why) => format!("{bot}: not taken in: {why}"),
    };
    remarks::lines(&plain(&said));
}
