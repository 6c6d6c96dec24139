//! A conversation with the bot as in a game: greeting, questions, farewell.

use std::time::{Duration, Instant};

use referee_engine::{BotSession, SpawnError, Utterance};
use referee_games::Position;
use referee_protocol::{Clock, Encoding, FromBot, GameLine, Ready, ToBot};
use referee_report::Diagnosis;

use super::bot_under_test::BotUnderTest;
use super::hearing::Awaited;
use super::observation::{Observation, shown};

/// Time to wait for an unwanted second answer.
const AFTER_THE_MOVE: Duration = Duration::from_millis(30);

/// A conversation with the bot.
pub(super) struct CheckConversation<'a> {
    pub(super) subject: &'a BotUnderTest,
    pub(super) session: BotSession,
    /// What the bot said in `ready`.
    pub ready: Ready,
    /// Lines that it wrote before `ready`.
    pub banner: Vec<String>,
    /// Lines since then that were no messages.
    pub chatter: Vec<String>,
    /// Time from the start of the process to `ready`.
    pub start: Duration,
    /// Positions of earlier questions.
    pub(super) asked: Vec<Box<dyn Position>>,
}

impl<'a> CheckConversation<'a> {
    /// Starts the bot and greets it. Returns an observation if it doesn't start or doesn't say `ready` in
    /// time.
    pub(super) fn begin(subject: &'a BotUnderTest) -> Result<CheckConversation<'a>, Observation> {
        let start = Instant::now();
        let session = BotSession::start(&subject.program, &subject.limits, &subject.scope)
            .map(BotSession::counting_cpu);
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

    /// Returns the encoding that the bot asked for.
    pub(super) fn encoding(&self) -> Encoding {
        if self.ready.json {
            Encoding::Json
        } else {
            Encoding::Text
        }
    }

    /// Sends a message.
    pub(super) fn tell(&mut self, message: &ToBot<'_>) {
        let mut line = String::new();
        message.write(self.encoding(), &mut line);
        self.session.tell(&line);
    }

    /// Sends lines unchanged.
    pub(super) fn say(&mut self, lines: &str) {
        self.session.tell(lines);
    }

    /// Sends the line that begins a game, and waits until the bot has set up for it, if it says so.
    pub(super) fn game(&mut self, line: &GameLine) -> Result<(), Observation> {
        let legal = line.legal && !self.ready.legal_off;
        let line = GameLine {
            legal,
            ..line.clone()
        };
        if !self.ready.setup {
            self.tell(&ToBot::Game(&line));
            return Ok(());
        }
        let mut message = String::new();
        ToBot::Game(&line).write(self.encoding(), &mut message);
        let start = Duration::from_millis(self.subject.limits.start_ms);
        self.session.ask(&message, start);
        let first = self.ready.clone();
        let waited = self.answer(&Awaited::Ready);
        self.ready = first;
        waited.map(drop)
    }

    /// Returns the lines of a question: `state`, `legal` if wanted, and `go`.
    pub(super) fn question(&self, position: &dyn Position, clock: &Clock) -> String {
        let mut lines = String::new();
        let (line, encoding) = (position.line(), self.encoding());
        let view = self.ready.json.then(|| position.view());
        let state = ToBot::State {
            line: &line,
            view: view.as_ref(),
        };
        state.write(encoding, &mut lines);
        if !self.ready.legal_off {
            ToBot::Legal(&position.legal_line()).write(encoding, &mut lines);
        }
        ToBot::Go(clock).write(encoding, &mut lines);
        lines
    }

    /// Asks for a move in a position; returns it in the notation of the game.
    pub(super) fn ask(&mut self, position: &dyn Position) -> Result<String, Observation> {
        let question = self.question(position, &self.subject.clock());
        let move_text = self.ask_in(&question, position)?;
        self.subject.answered(self.session.own_time());
        Ok(move_text)
    }

    /// Asks for a move with the given lines; returns it in the notation of the game.
    pub(super) fn ask_in(
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

    /// Listens for a second answer, and returns an observation if one comes.
    pub(super) fn no_more_moves(&mut self) -> Result<(), Observation> {
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

    /// Reports an accepted move to the bot.
    pub(super) fn played(&mut self, seat: char, move_text: &str) {
        self.tell(&ToBot::Played {
            seat,
            word: move_text,
            ms: 1,
        });
    }

    /// Ends the conversation, by `quit` or by closing the input; returns how long the bot took to exit.
    pub(super) fn leave(&mut self, quit: bool) -> Result<Duration, Observation> {
        if quit {
            self.tell(&ToBot::Quit);
        }
        let start = Instant::now();
        // A bot that knows `quit` must exit without the end of its input.
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

    /// Creates an observation with the last lines of both sides.
    pub(super) fn seen(&mut self, mistake: Diagnosis, what: impl Into<String>) -> Observation {
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
