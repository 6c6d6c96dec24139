//! Repeats to a bot the messages that a bot was sent in a recorded game.

mod bot;
mod show;

use std::io::{self, BufRead, Write};

use anyhow::Result;
use referee_build::jail::{self, JailRequest};
use referee_build::{self as build, BuildOptions};
use referee_config::{Builds, ConfiguredBot, ProgramLookup};
use referee_engine::{
    RehearsalError, Rehearsed, ReplayEvent, ReplayMode, SeatTranscript, SpawnError,
    TranscriptReplay,
};
use referee_games::Rules;
use referee_output::failure::{bad_input, machine};
use referee_output::sanitize::plain;
use referee_output::{Exit, stdout};
use referee_report::game_view::{RecordedGame, title};
use referee_tournament as run;
use serde_json::{Value, json};

pub use bot::known;

/// Settings of a repetition.
pub struct Manner {
    /// Mode: in step, at the same pace, or at once.
    pub way: ReplayMode,
    /// Ply before whose question the bot waits, so that the user can attach a debugger.
    pub stop_at: Option<usize>,
    /// The requested jail.
    pub jail: JailRequest,
    /// Whether to print only JSON, at the end.
    pub json: bool,
}

/// Repeats a game that was played by these rules, and shows the bot's answers; the exit code says whether they are the
/// recorded ones.
pub fn repeat(
    rules: &dyn Rules,
    game: &RecordedGame,
    script: &SeatTranscript,
    bot: ConfiguredBot,
    manner: &Manner,
) -> Result<Exit> {
    let scope = jail::open(&manner.jail)?;
    let options = BuildOptions::new(
        Builds::of(ProgramLookup::at(manner.jail.level())),
        &manner.jail,
    );
    let mut bots = vec![bot];
    let context = run::runtime()?.block_on(build::ready(&mut bots, &scope, &options))?;
    let program = context.programs.values().next();
    let program = program.ok_or_else(|| machine("the bot is gone after its build"))?;
    let record = (&game.record, script);
    let replay = TranscriptReplay::new(program, &scope, rules, record, manner.way, manner.stop_at);
    let mut view = ReplayPrinter {
        json: manner.json,
        ..ReplayPrinter::default()
    };
    if !manner.json {
        view.say(&begin(game, script));
    }
    let done = replay.run(&mut |heard| view.hear(&heard));
    let done = done.map_err(|error| match error {
        RehearsalError::Spawn(SpawnError::Machine(_)) => machine(error),
        _ => bad_input(error),
    })?;
    if let Some(error) = view.failed {
        return Err(error.into());
    }
    stdout::show(manner.json, &view.json(script, &done), || {
        show::end(script, &done, view.different)
    })?;
    Ok(if done.same { Exit::Fine } else { Exit::No })
}

/// Returns the text above the answers.
fn begin(game: &RecordedGame, script: &SeatTranscript) -> String {
    let mut text = title(&game.outcome) + "\n";
    if script.kept {
        text +=
            "The process had played before; here it begins with a `hello` that the game hadn't.\n";
    }
    text + &show::head()
}

/// Prints a repetition on the command line.
#[derive(Default)]
struct ReplayPrinter {
    json: bool,
    different: usize,
    answers: Vec<Value>,
    failed: Option<io::Error>,
}

impl ReplayPrinter {
    fn say(&mut self, text: &str) {
        let mut out = io::stdout().lock();
        let said = writeln!(out, "{text}").and_then(|()| out.flush());
        self.failed = self.failed.take().or(said.err());
    }

    /// Prints an event; returns whether to continue.
    fn hear(&mut self, heard: &ReplayEvent<'_>) -> bool {
        match heard {
            ReplayEvent::Greeted(Err(why)) if !self.json => {
                self.say(&format!("       not ready: {}", plain(why)));
            }
            ReplayEvent::Greeted(_) => {}
            ReplayEvent::Answered(asked, now, same) => {
                self.different += usize::from(!same);
                if self.json {
                    let (then, now) = (show::answer(&asked.answer), show::answer(now));
                    let ply = asked.ply;
                    let answer = json!({ "ply": ply, "then": then, "now": now, "same": same });
                    self.answers.push(answer);
                } else {
                    self.say(&show::line(asked, now, *same));
                }
            }
            ReplayEvent::Waits(process, ply) => {
                self.say(&format!(
                    "process {process} waits for the question of ply {ply}; Enter asks it (no limit \
                     of time\nholds from here on), Ctrl-C ends the bot"
                ));
                return self.failed.is_none() && entered();
            }
        }
        self.failed.is_none()
    }

    fn json(&self, script: &SeatTranscript, done: &Rehearsed) -> Value {
        json!({
            "same": done.same,
            "seat": script.seat,
            "kept": script.kept,
            "told": { "then": script.hash, "now": done.hash },
            "answers": self.answers,
            "stopped": done.stopped,
            "exit": done.bot.exit,
            "stderr": done.bot.stderr_head.clone() + &done.bot.stderr_tail,
        })
    }
}

/// Waits for Enter; returns false if the input has ended.
fn entered() -> bool {
    let mut line = String::new();
    io::stdin().lock().read_line(&mut line).is_ok_and(|n| n > 0)
}
