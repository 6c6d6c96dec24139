//! Interface for following a run: the run itself draws nothing and serves no pages.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use anyhow::Result;
use referee_build::jail::JailRequest;
use referee_config::Tournament;
use referee_engine::{Cores, GameObservers, ProcessScope};
use referee_schedule::Schedule;
use referee_store::Writer;

/// Follows a run while it is played.
pub trait Reporter {
    /// Called when the results of a run are open and no game of this session has started. Returns observers
    /// of its games, if there are any.
    fn begin(&mut self, run: &RunStart<'_>) -> Result<Option<Arc<dyn GameObservers>>>;
    /// Prints a line for the user who started the run.
    fn remark(&mut self, text: &str);
    /// Called with true while nothing is played since void games wait for a quiet machine, and with false else.
    fn waits(&mut self, waits: bool);
    /// Called when games are skipped without being played.
    fn skip(&mut self, games: u64);
    /// Called when another game counts and is committed, so that it survives a power cut.
    fn step(&mut self, schedule: &dyn Schedule, results: &Writer);
    /// Called when the last game of this session is stored, or the session has failed; not called if no game
    /// could start.
    fn played(&mut self);
    /// Called after [`Reporter::played`], when the processes of this session have ended and its cores are free.
    fn end(&mut self);
}

/// A run whose results are open.
pub struct RunStart<'a> {
    /// Database with the results.
    pub path: &'a Path,
    /// Tournament that is played.
    pub tournament: &'a Tournament,
    /// The requested jail.
    pub jail: JailRequest,
    /// This session of the run; `None` if every game was already played before.
    pub session: Option<PlayedSession<'a>>,
}

/// One session of a run: what it plays, and on what.
#[derive(Clone, Copy)]
pub struct PlayedSession<'a> {
    /// Jail and processes of this run.
    pub scope: &'a ProcessScope,
    /// Cores that games are played on.
    pub cores: &'a Cores,
    /// Extent of the run.
    pub extent: RunExtent,
    /// What was played before this session.
    pub schedule: &'a dyn Schedule,
    /// Games that were settled before this session.
    pub settled: u64,
}

/// Extent of a run.
#[derive(Clone, Copy)]
pub struct RunExtent {
    /// Games of the schedule, where their number is known.
    pub games: Option<u64>,
    /// Whether the run may end with fewer games.
    pub at_most: bool,
    /// Time after which no new game begins.
    pub until: Option<Instant>,
}
