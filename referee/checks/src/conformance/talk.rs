//! A conversation with the bot: greeted, asked, and taken leave of, as in a game.

use std::time::{Duration, Instant};

use referee_engine::{BotSession, SpawnError, Utterance};
use referee_games::Position;
use referee_protocol::{Clock, Encoding, FromBot, GameLine, Ready, ToBot};
use referee_report::diagnosis::Diagnosis;

use super::bot_under_test::BotUnderTest;
use super::hearing::Awaited;
use super::observation::{Observation, shown};

/// How long a second answer is listened for.
const AFTER_THE_MOVE: Duration = Duration::from_millis(30);

/// A conversation.
pub struct CheckConversation<'a> {
    pub(super) subject: &'a BotUnderTest,
    pub(super) session: BotSession,
    /// What the bot said of itself.
    pub ready: Ready,
    /// What it wrote before `ready`.
    pub banner: Vec<String>,
    /// Other lines than messages since.
    pub chatter: Vec<String>,
    /// From the start of the process to `ready`.
    pub start: Duration,
    /// The positions of earlier questions.
    pub(super) asked: Vec<Box<dyn Position>>,
}

impl<'a> CheckConversation<'a> {
    /// Starts the bot and greets it.
    pub fn begin(subject: &'a BotUnderTest) -> Result<CheckConversation<'a>, Observation> {
        let start = Instant::now();
        let session = BotSession::start(&subject.program, &subject.limits, &subject.scope);
        let session = session.map_err(|error| {
            let mistake = match &error {
                SpawnError::Bot { .. } => Diagnosis::NotStarted,
                SpawnError::Machine(_) => Diagnosis::Machine,
            };
            Observation::new(mistake, error.explained(&subject.program))
        })?;
        let mut talk = CheckConversation {
            subject,
            session,
            ready: Ready::default(),
            banner: Vec::new(),
            chatter: Vec::new(),
            start: Duration::ZERO,
            asked: Vec::new(),
        };
        let mut hello = String::new();
        ToBot::Hello.write(Encoding::Text, &mut hello);
        let limit = Duration::from_millis(subject.limits.start_ms);
        let left = limit.saturating_sub(start.elapsed());
        talk.session.ask(&hello, left);
        talk.answer(&Awaited::Ready)
            .map_err(Observation::before_ready)?;
        talk.start = start.elapsed();
        talk.banner = std::mem::take(&mut talk.chatter);
        subject.greeted(talk.banner.len());
        Ok(talk)
    }

    /// The encoding that the bot asked for.
    pub fn encoding(&self) -> Encoding {
        if self.ready.json {
            Encoding::Json
        } else {
            Encoding::Text
        }
    }

    /// Sends a message.
    pub fn tell(&mut self, message: &ToBot<'_>) {
        let mut line = String::new();
        message.write(self.encoding(), &mut line);
        self.session.tell(&line);
    }

    /// Sends lines as they are.
    pub fn say(&mut self, lines: &str) {
        self.session.tell(lines);
    }

    /// The line that begins a game.
    pub fn game(&mut self, line: &GameLine) {
        let legal = line.legal && !self.ready.legal_off;
        let line = GameLine {
            legal,
            ..line.clone()
        };
        self.tell(&ToBot::Game(&line));
    }

    /// The lines of a question, `go` without its end.
    pub fn question(&self, position: &dyn Position, clock: &Clock) -> String {
        let mut lines = String::new();
        let (line, encoding) = (position.line(), self.encoding());
        let view = self.ready.json.then(|| position.view());
        let state = ToBot::State {
            line: &line,
            view: view.as_ref(),
        };
        state.write(encoding, &mut lines);
        if !self.ready.legal_off {
            ToBot::Legal(&position.legal()).write(encoding, &mut lines);
        }
        ToBot::Go(clock).write(encoding, &mut lines);
        lines
    }

    /// Asks for a move in a position; gives it in the notation of the game.
    pub fn ask(&mut self, position: &dyn Position) -> Result<String, Observation> {
        let question = self.question(position, &self.subject.clock());
        self.ask_in(&question, position)
    }

    /// The same by lines that are given.
    pub fn ask_in(
        &mut self,
        question: &str,
        position: &dyn Position,
    ) -> Result<String, Observation> {
        self.session.ask(question, self.subject.patience());
        let move_text = self.answer(&Awaited::Move(position))?;
        let mut after = position.boxed();
        let move_text = after.play(&move_text).unwrap_or(move_text);
        self.asked.push(position.boxed());
        Ok(move_text)
    }

    /// Listens whether an answer is given again.
    pub fn no_more_moves(&mut self) -> Result<(), Observation> {
        let until = Instant::now() + AFTER_THE_MOVE;
        while let Utterance::Line(line) = self.session.hear(until) {
            match FromBot::parse(&line) {
                FromBot::Move(_) | FromBot::Resign => {
                    return Err(self.seen(Diagnosis::Twice, "a second answer came after the first"));
                }
                FromBot::Info(_) => {}
                _ => self
                    .chatter
                    .push(String::from_utf8_lossy(&line).into_owned()),
            }
        }
        Ok(())
    }

    /// Tells of a move that was accepted.
    pub fn played(&mut self, seat: char, move_text: &str) {
        self.tell(&ToBot::Played {
            seat,
            word: move_text,
            ms: 1,
        });
    }

    /// Says `quit`, if it is to be said, ends the input, and gives how long the bot took to leave.
    pub fn leave(&mut self, quit: bool) -> Result<Duration, Observation> {
        if quit {
            self.tell(&ToBot::Quit);
        }
        let start = Instant::now();
        // A bot that knows `quit` must not need the end of its input to go.
        let grace = Duration::from_millis(self.subject.limits.grace_ms);
        if !quit {
            self.session.end_input(start + grace);
        }
        match self.session.leaves(grace) {
            Ok(true) => Ok(start.elapsed()),
            Ok(false) => {
                let what = format!("it still ran {} ms later", grace.as_millis());
                Err(self.seen(Diagnosis::IgnoresQuit, what))
            }
            Err(why) => Err(self.seen(Diagnosis::Busy, why)),
        }
    }

    /// What went wrong, with the last lines of both.
    pub fn seen(&mut self, mistake: Diagnosis, what: impl Into<String>) -> Observation {
        let (sent, came) = shown(self.session.lines());
        let stderr = self.session.stderr();
        Observation {
            sent,
            came,
            stderr: self.subject.program.at_home(&stderr),
            ..Observation::new(mistake, what)
        }
    }
}

impl Drop for CheckConversation<'_> {
    fn drop(&mut self) {
        self.subject.heard(&self.chatter);
    }
}
