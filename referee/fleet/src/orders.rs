//! What the run and the thread that carries it tell each other.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

use referee_engine::ExecutorEvent;
use referee_games::GameSource;
use referee_record::{Job, Lateness};
use tokio::sync::mpsc;

use crate::key::PublicKey;
use crate::messages::RunManifest;
use crate::messages::TaskKey;

/// What the run asks of the link.
pub(crate) enum Command {
    /// Have a game played, as this attempt, after these latenesses.
    Play(Box<Job>, u32, Vec<Lateness>),
    /// The record of a game is kept.
    Kept(TaskKey),
    /// Give up what is out.
    Stop,
    /// Nothing more comes; give up what is out if nobody plays.
    NoMore,
}

/// A run that begins.
pub(crate) struct LinkStart {
    pub(crate) run: String,
    pub(crate) session: usize,
    pub(crate) manifest: RunManifest,
    /// The games of the run.
    pub(crate) games: GameSource,
    /// When the run began, in milliseconds since 1970.
    pub(crate) began_ms: u64,
    /// Keys of the workers; `None` where anybody can be one.
    pub(crate) keys: Option<BTreeMap<String, PublicKey>>,
    /// Words that a worker needs.
    pub(crate) tags: Vec<String>,
    /// Name of its results, without an ending.
    pub(crate) title: String,
    /// Address of the server, for messages.
    pub(crate) server: String,
    pub(crate) orders: mpsc::UnboundedReceiver<Command>,
    pub(crate) outbox: mpsc::UnboundedSender<ExecutorEvent>,
    /// Games that may be out, as the link decides.
    pub(crate) window: Arc<AtomicUsize>,
}
