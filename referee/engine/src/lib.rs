//! Runs bot processes, clocks, the match loop and the game runners: takes jobs and returns records.
//!
//! # One core for each game
//!
//! In a turn-based game one process works at a time, so a worker thread and its bots share a core, and no
//! wake-up crosses cores. The thread polls its bots' pipes against one absolute deadline; there is no
//! asynchronous runtime inside a game. It reads before it waits, since the answer is often there when the
//! write returns. A bot's clock starts just before the question is written and stops when the end of the
//! answer's line is read. Messages about the game are written into a suspended bot's pipe before it is
//! resumed, and the question follows when the bot has begun to read them, so that a line that the bot had
//! begun to write before isn't taken for an answer.
//!
//! # Cleaning up after a run
//!
//! A [`ProcessScope`] owns everything that a run starts: a token in the environment of its processes, a
//! temporary folder, and a [watchdog](run_watchdog), which is the same program in its own session at the
//! other end of a pipe that only the referee holds. When the pipe closes, even by `kill -9`, the watchdog
//! kills every process that carries the token and removes the folder. The next run removes what a killed
//! watchdog leaves.
//! The referee is the reaper of all its descendants, and ends orphans that have left their process group,
//! session and environment.
//!
//! # Messages
//!
//! The messages to bots are composed in one place, `session/seat_messages.rs`, which writes to message sinks: those of
//! the match loop are bots, those of a [`SeatTranscript`] write the messages down. A transcript follows from
//! a record alone and is compared with the hash of the sent messages that the record holds; a
//! [`TranscriptReplay`] sends it to a bot again, with the same processes, handshake and questions as in a
//! game. [`GameRunner::ask`] plays a job up to the first answer of a bot. A [`Conversation`] asks one bot outside of a
//! match, by the same code; a [`BotSession`] exchanges raw lines with one, and nothing is judged in it.
//!
//! # Chance
//!
//! A game names its outcomes and their weights; the match loop draws from a named, portable generator with
//! one stream for each seat, so that an extra roll of one seat doesn't shift the dice of the others. Seeds
//! are hashes of the master seed and of their purpose, not of the order in which they are drawn.
//!
//! # Files of strangers
//!
//! A stranger's folder may change at any moment, so the referee opens all files there with [`careful_open`]:
//! only regular files, without following links, not even in a folder on the way.
//!
//! # Where to begin
//!
//! [`LocalExecutor`] takes jobs, and a [`GameRunner`] for each core plays them; `game/match_loop.rs` asks the bots by
//! `session/turn.rs` and applies their moves; [`verdict()`] says who won and why. The rooms, each of which knows only those
//! before it, tests apart: `files` and `machine`; `program` and `process`; `time`; `job`; `session`; `transcript` and
//! `game`. Outside of them lie `game_event`, what observers see, which knows none of them, and `self_test`, the
//! self-test of the jail, which none of them knows. This crate must not know formats, files of settings or the store.

#![allow(unreachable_pub, reason = "not narrowed yet")]
#![cfg_attr(fuzzing, allow(dead_code, reason = "actors stand where processes do"))]

mod files;
mod game;
mod game_event;
mod job;
mod machine;
mod process;
mod program;
#[cfg(all(target_os = "linux", not(fuzzing)))]
mod self_test;
mod session;
mod time;
mod transcript;

pub use files::careful_open;
pub use files::text_file::{read_file, read_text, text_of};
pub use files::tree::remove as remove_tree;
pub use game::executor::{Executor, ExecutorEvent, LocalExecutor};
pub use game::game_runner::GameRunner;
pub use game_event::{GameEvent, GameObserver, GameObservers};
pub use job::audit::{AuditError, audit, audit_evidence};
pub use job::deal::{DealError, JobRules, Opening, opening, rules_of};
pub use job::dice::Dice;
pub use job::replay::{Replay, StepError, replay};
pub use job::verdict::{verdict, verdict_on_job, void_verdict};
pub use job::void_record::{failed_rules, is_failure_of_rules, void_record};
pub use machine::core_claims::Claim;
pub use machine::cores::{AffinityGuard, Cores, beside, stay_beside, stay_on};
pub use machine::descriptors::seal_descriptors;
pub use machine::load_watch::{LoadWatch, OutsideLoad, cpu_quota};
#[cfg(fuzzing)]
pub use process::fuzzing;
pub use process::scope::{ProcessScope, temp_dir};
pub use process::watchdog::run_watchdog;
pub use program::header::is_program;
pub use program::missing::{Advice, TOO_DEEP, missing_path, one_deeper, subfolders};
pub use program::spawn_error::SpawnError;
pub use program::toolchain;
pub use program::{Program, filled, seen};
#[cfg(all(target_os = "linux", not(fuzzing)))]
pub use self_test::{jail_self_test, left_by_self_test};
pub use session::bot_session::{BotSession, Said, Utterance};
pub use session::conversation::{Conversation, NoReply, Reply};
pub use session::engine_context::{EngineContext, EngineError};
pub use session::fault::SeatFault;
pub use session::patience::Reading;
pub use session::probe::{HandshakeResult, greetings};
pub use session::stderr::HeadTail;
pub use session::traffic::{Log, why};
pub use transcript::replay::{
    RehearsalError, Rehearsed, ReplayEvent, ReplayMode, TranscriptReplay,
};
pub use transcript::{Answered, ScriptError, SeatTranscript, TranscriptTurn, said_at_fault};
