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
//! The messages to bots are composed in one place, `seat_messages`, which writes to message sinks: those of
//! the match loop are bots, those of a [`SeatTranscript`] write the messages down. A transcript follows from
//! a record alone and is compared with the hash of the sent messages that the record holds; a
//! [`TranscriptReplay`] sends it to a bot again, with the same processes, handshake and questions as in a
//! game. [`GameRunner::ask`] plays a job up to the first answer of a bot. A [`BotSession`] exchanges lines
//! with one bot, and nothing is judged in it.
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
//! [`LocalExecutor`] takes jobs, and a [`GameRunner`] for each core plays them; `game` asks the bots by `turn` and
//! applies their moves; [`verdict()`] says who won and why. This crate must not know formats, files of settings or the
//! store.

#![allow(unreachable_pub, reason = "not narrowed yet")]
#![cfg_attr(fuzzing, allow(dead_code, reason = "actors stand where processes do"))]

mod adjudicator;
mod affinity;
mod audit;
mod backend;
#[cfg(target_os = "linux")]
mod bot_family;
mod bot_session;
mod bot_start;
mod clock;
mod core_claims;
mod cores;
mod counters;
mod deal;
mod descriptors;
mod dice;
mod engine_context;
mod executor;
mod fault;
#[cfg(fuzzing)]
pub mod fuzzing;
mod game;
mod game_event;
mod handshake;
mod missing;
mod others;
mod past_attempts;
mod patience;
mod plain_process;
mod player;
mod probe;
#[cfg(not(fuzzing))]
mod process;
mod process_scope;
mod process_status;
mod turn_account;
mod void_record;
mod watchdog;
/// Actors instead of processes.
#[cfg(fuzzing)]
mod process {
    pub use crate::fuzzing::ActorProcess as BotProcess;
}
pub mod careful_open;
mod game_runner;
mod idle_stop;
mod interference;
mod load_watch;
mod orphans;
mod poll;
mod program;
mod program_header;
mod replay;
#[cfg_attr(
    not(target_os = "linux"),
    expect(dead_code, reason = "only the jail sets variables")
)]
mod runtimes;
mod seat_messages;
mod seat_start;
#[cfg(all(target_os = "linux", not(fuzzing)))]
mod self_test;
mod spawn_error;
mod standstill;
mod stderr;
mod stopwatch;
mod suspension;
mod text_file;
pub mod toolchain;
mod traffic;
mod transcript;
mod transcript_hash;
mod transcript_replay;
mod tree;
mod turn;
mod turn_answer;
mod turn_log;
mod verdict;

pub use affinity::{AffinityGuard, stay_beside};
pub use audit::{AuditError, audit, audit_evidence};
pub use bot_session::{BotSession, Said, Utterance};
pub use core_claims::Claim;
pub use cores::{Cores, beside, stay_on};
pub use deal::{DealError, JobRules, Opening, opening, rules_of};
pub use descriptors::seal_descriptors;
pub use dice::Dice;
pub use engine_context::{EngineContext, EngineError};
pub use executor::{Executor, ExecutorEvent, LocalExecutor};
pub use fault::SeatFault;
pub use game_event::{GameEvent, GameObserver, GameObservers};
pub use game_runner::GameRunner;
pub use load_watch::{LoadWatch, OutsideLoad, cpu_quota};
pub use missing::{Advice, TOO_DEEP, missing_path, one_deeper, subfolders};
pub use patience::Reading;
pub use probe::{HandshakeResult, greetings};
pub use process_scope::{ProcessScope, temp_dir};
pub use program::{Program, filled, seen};
pub use program_header::is_program;
pub use replay::{Replay, StepError, replay};
#[cfg(all(target_os = "linux", not(fuzzing)))]
pub use self_test::{jail_self_test, left_by_self_test};
pub use spawn_error::SpawnError;
pub use stderr::HeadTail;
pub use text_file::{read_file, read_text, text_of};
pub use traffic::{Log, why};
pub use transcript::{Answered, ScriptError, SeatTranscript, TranscriptTurn, said_at_fault};
pub use transcript_replay::{RehearsalError, Rehearsed, ReplayEvent, ReplayMode, TranscriptReplay};
pub use tree::remove as remove_tree;
pub use verdict::{verdict, verdict_on_job, void_verdict};
pub use void_record::{failed_rules, is_failure_of_rules, void_record};
pub use watchdog::run_watchdog;
