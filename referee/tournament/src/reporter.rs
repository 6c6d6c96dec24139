//! Who follows a run: the run itself draws nothing and serves no pages.

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
    /// The results of a run are open, and no game of this sitting has started. Gives those who watch its
    /// games, if anybody does.
    fn begin(&mut self, run: &RunStart<'_>) -> Result<Option<Arc<dyn GameObservers>>>;
    /// Says a line to whoever started the run.
    fn remark(&mut self, text: &str);
    /// So many games are passed over without being played.
    fn skip(&mut self, games: u64);
    /// Another game counts, of which a power cut takes nothing any more.
    fn step(&mut self, schedule: &dyn Schedule, results: &Writer);
    /// No further game is played in this sitting, however it ended; its cores are free.
    fn end(&mut self);
}

/// A run whose results are open.
pub struct RunStart<'a> {
    /// Where the results are.
    pub path: &'a Path,
    /// What is played.
    pub tournament: &'a Tournament,
    /// How much of a jail its bots are put in.
    pub jail: JailRequest,
    /// What this sitting plays; nothing where every game was played before.
    pub sitting: Option<Sitting<'a>>,
}

/// What a sitting plays, and on what.
#[derive(Clone, Copy)]
pub struct Sitting<'a> {
    /// The jail and the processes of this run.
    pub scope: &'a ProcessScope,
    /// The cores that games are played on.
    pub cores: &'a Cores,
    /// How far the run can go.
    pub extent: RunExtent,
    /// How many games were settled before.
    pub settled: u64,
}

/// How far a run can go.
#[derive(Clone, Copy)]
pub struct RunExtent {
    /// The games of the schedule, where that is known.
    pub games: Option<u64>,
    /// Whether it may end with fewer.
    pub at_most: bool,
    /// When no further game is begun.
    pub until: Option<Instant>,
}
