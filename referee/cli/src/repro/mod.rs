//! A bot is told again what was told in a recorded game.

mod bot;
mod folder;
mod pack;
mod show;

use std::io::{self, BufRead, Write};

use anyhow::Result;
use referee_arena::{Heard, Rehearsal, RehearsalError, Rehearsed, Script, SpawnError, Way};
use serde_json::{Value, json};

use crate::build::Wishes;
use crate::config::{Builds, Entrant, Places};
use crate::exit::{Exit, bad_input, machine};
use crate::jail::{self, Wanted};
use crate::recorded::{Recorded, title};
use crate::sinks::plain;
use crate::{build, out, run};

pub use bot::known;
pub use folder::write as write_folder;
pub use pack::packed;

/// How a bot is told again.
pub struct Manner {
    /// In step, at the same pace, or at once.
    pub way: Way,
    /// The ply before whose question it waits for somebody at a debugger.
    pub stop_at: Option<usize>,
    /// How much of a jail it is put in.
    pub jail: Wanted,
    /// Whether JSON is printed at the end, and nothing before it.
    pub json: bool,
}

/// Tells it, and shows its answers; the exit code says whether they are those of then.
pub fn repeat(game: &Recorded, script: &Script, bot: Entrant, manner: &Manner) -> Result<Exit> {
    let haven = jail::open(&manner.jail)?;
    let wishes = Wishes::new(Builds::of(Places::at(manner.jail.level())));
    let mut bots = vec![bot];
    let _ = run::runtime()?.block_on(build::build(&mut bots, &haven, &wishes))?;
    let programs = run::programs(&bots);
    let program = programs.values().next();
    let program = program.ok_or_else(|| machine("the bot is gone after its build"))?;
    let record = (&game.record, script);
    let rehearsal = Rehearsal::new(program, &haven, record, manner.way, manner.stop_at);
    let rehearsal = rehearsal.map_err(bad_input)?;
    let mut view = View {
        json: manner.json,
        ..View::default()
    };
    if !manner.json {
        view.say(&begin(game, script));
    }
    let done = rehearsal.run(&mut |heard| view.hear(&heard));
    let done = done.map_err(|error| match error {
        RehearsalError::Spawn(SpawnError::Machine(_)) => machine(error),
        _ => bad_input(error),
    })?;
    if let Some(error) = view.failed {
        return Err(error.into());
    }
    if manner.json {
        out::json(&view.json(script, &done))?;
    } else {
        out::text(&show::end(script, &done, view.different))?;
    }
    Ok(if done.same { Exit::Fine } else { Exit::No })
}

/// What stands above the answers.
fn begin(game: &Recorded, script: &Script) -> String {
    let mut text = title(&game.outcome) + "\n";
    if script.kept {
        text +=
            "The process had played before; here it begins with a `hello` that the game hadn't.\n";
    }
    text + &show::head()
}

/// Whoever watches a rehearsal on the command line.
#[derive(Default)]
struct View {
    json: bool,
    different: usize,
    answers: Vec<Value>,
    failed: Option<io::Error>,
}

impl View {
    fn say(&mut self, text: &str) {
        let mut out = io::stdout().lock();
        let said = writeln!(out, "{text}").and_then(|()| out.flush());
        self.failed = self.failed.take().or(said.err());
    }

    /// Whether to go on.
    fn hear(&mut self, heard: &Heard<'_>) -> bool {
        match heard {
            Heard::Greeted(Err(why)) if !self.json => {
                self.say(&format!("       not ready: {}", plain(why)));
            }
            Heard::Greeted(_) => {}
            Heard::Answered(asked, now, same) => {
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
            Heard::Waits(process, ply) => {
                self.say(&format!(
                    "process {process} waits for the question of ply {ply}; Enter asks it (no limit \
                     of time\nholds from here on), Ctrl-C ends the bot"
                ));
                return self.failed.is_none() && entered();
            }
        }
        self.failed.is_none()
    }

    fn json(&self, script: &Script, done: &Rehearsed) -> Value {
        json!({
            "same": done.same,
            "seat": script.seat,
            "kept": script.kept,
            "told": { "then": script.told, "now": done.told },
            "answers": self.answers,
            "stopped": done.stopped,
            "exit": done.bot.exit,
            "stderr": done.bot.stderr_head.clone() + &done.bot.stderr_tail,
        })
    }
}

/// Waits for Enter; nobody can press it where the input has ended.
fn entered() -> bool {
    let mut line = String::new();
    io::stdin().lock().read_line(&mut line).is_ok_and(|n| n > 0)
}
