//! The bare duel: the same two processes over the same kind of pipes, driven by a loop that only copies
//! lines of the same length. It is the upper bound that the referee is measured against.

use std::io::{Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{Context, Result, anyhow, bail};
use referee_engine::Program;

use crate::game::BenchGame;

/// The two bots of a bare duel.
pub(crate) struct BareLoop {
    bots: [BareBot; 2],
}

/// A process that is written to and read from.
pub(crate) struct BareBot {
    child: Child,
    stdin: ChildStdin,
    stdout: ChildStdout,
    buffer: Vec<u8>,
}

impl BareLoop {
    /// Starts both bots and sends `hello` to each. Returns an error if one can't be started or doesn't
    /// answer.
    pub(crate) fn start(programs: &[Program; 2]) -> Result<BareLoop> {
        let [left, right] = programs;
        let command = |program: &Program| {
            let mut command = Command::new(&program.executable);
            command.args(&program.args);
            command
        };
        let mut bots = [
            BareBot::start(command(left))?,
            BareBot::start(command(right))?,
        ];
        for bot in &mut bots {
            bot.ask("hello referee 1\n")?;
        }
        Ok(BareLoop { bots })
    }

    /// Plays the game once, and returns the number of its plies.
    pub(crate) fn play(&mut self, game: &BenchGame) -> Result<usize> {
        for (bot, seat) in self.bots.iter_mut().zip(['A', 'B']) {
            bot.tell(&format!("game {} seat={seat} seats=AB\n", game.job.game))?;
        }
        for (ply, text) in game.sent.iter().enumerate() {
            self.bots[ply % 2].ask(text)?;
        }
        Ok(game.sent.len())
    }

    /// Closes the input of both bots, and waits until they exit.
    pub(crate) fn close(self) {
        self.bots.into_iter().for_each(BareBot::close);
    }
}

impl BareBot {
    pub(crate) fn start(mut command: Command) -> Result<BareBot> {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("{} could not be started", command.get_program().display()))?;
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            bail!("a process was started without pipes");
        };
        Ok(BareBot {
            child,
            stdin,
            stdout,
            buffer: vec![0; 4096],
        })
    }

    pub(crate) fn tell(&mut self, text: &str) -> Result<()> {
        let written = self.stdin.write_all(text.as_bytes());
        written.map_err(|error| anyhow!("a bot of the bare duel doesn't listen: {error}"))
    }

    /// Closes its input, and waits until it exits.
    pub(crate) fn close(self) {
        let BareBot {
            mut child, stdin, ..
        } = self;
        drop(stdin);
        let _ = child.wait();
    }

    /// Sends a text and reads up to the end of a line.
    pub(crate) fn ask(&mut self, text: &str) -> Result<()> {
        self.tell(text)?;
        loop {
            match self.stdout.read(&mut self.buffer)? {
                0 => bail!("a bot of the bare duel has ended"),
                n if self.buffer[n - 1] == b'\n' => return Ok(()),
                _ => {}
            }
        }
    }
}
