//! Where the server gets the data of a run from.

use std::sync::Arc;

use crate::board::ReplayFrames;
use crate::model::{GameList, GameQuery, GameSummary, LastGame, RunStatus, RunSummary};

/// Source of the data of a run, restricted to what its readers may see.
pub trait RunData: Send + Sync {
    /// Returns a number that changes whenever stored data of the run changes.
    fn mark(&self) -> u64;
    /// Returns the displayed name of a bot.
    fn name(&self, bot: &str) -> String;
    /// Returns the status of the run.
    fn standing(&self) -> Result<RunStatus, String>;
    /// Returns the recorded games that match a query.
    fn games(&self, wanted: &GameQuery) -> Result<GameList, String>;
    /// Returns a game, if it is recorded and may be seen.
    fn game(&self, number: u64) -> Result<Option<(GameSummary, ReplayFrames)>, String>;
    /// Returns the record of a game as JSON, if readers may have it.
    fn record(&self, number: u64) -> Result<Option<String>, String>;
    /// Returns the nearest games before and after this one that can be shown.
    fn beside(&self, number: u64) -> Result<[Option<u64>; 2], String>;
    /// Returns the end of the last game that can be shown.
    fn latest(&self) -> Result<Option<Arc<LastGame>>, String>;
    /// Returns a folder packed as `tar.gz`, which repeats the input of a seat for a bot, if readers may have
    /// it.
    fn repro(&self, number: u64, seat: char) -> Result<Option<Vec<u8>>, String>;
    /// Returns the statistics over all games. It may take a while.
    fn analysis(&self) -> Result<Arc<RunSummary>, String>;
}
