//! A conversation with the bot: greeted, asked, and taken leave of, as in a game.

use std::time::{Duration, Instant};

use referee_arena::{Interview, Utterance, missing_path};
use referee_games::Position;
use referee_protocol::{Clock, Encoding, FromBot, GameLine, Ready, ToBot};

use super::mistake::Mistake;
use super::seen::{Seen, of_end, shown, spelled_otherwise, whose};
use super::subject::Subject;

/// How long an answer may come after the end of the input.
const AFTER_THE_END: Duration = Duration::from_secs(2);
/// More lines than that are a flood.
const MOST_LINES: usize = 1000;

/// A conversation.
pub struct Talk<'a> {
    subject: &'a Subject,
    interview: Interview,
    /// What the bot said of itself.
    pub ready: Ready,
    /// What it wrote before `ready`.
    pub banner: Vec<String>,
    /// Other lines than messages since.
    pub chatter: Vec<String>,
    /// From the start of the process to `ready`.
    pub start: Duration,
    /// The positions of earlier questions.
    asked: Vec<Box<dyn Position>>,
}

/// What is waited for.
enum Awaited<'p> {
    Ready,
    Move(&'p dyn Position),
}

impl<'a> Talk<'a> {
    /// Starts the bot and greets it.
    pub fn begin(subject: &'a Subject) -> Result<Talk<'a>, Seen> {
        let start = Instant::now();
        let interview = Interview::start(&subject.program, &subject.limits, &subject.haven);
        let interview = interview.map_err(|error| Seen {
            mistake: Mistake::NotStarted,
            what: error.explained(&subject.program),
            sent: Vec::new(),
            came: Vec::new(),
            stderr: String::new(),
        })?;
        let mut talk = Talk {
            subject,
            interview,
            ready: Ready::default(),
            banner: Vec::new(),
            chatter: Vec::new(),
            start: Duration::ZERO,
            asked: Vec::new(),
        };
        talk.tell(&ToBot::Hello);
        let until = start + Duration::from_millis(subject.limits.start_ms);
        talk.answer(&Awaited::Ready, until)?;
        talk.start = start.elapsed();
        talk.banner = std::mem::take(&mut talk.chatter);
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
        self.interview.tell(&line);
    }

    /// Sends lines as they are.
    pub fn say(&mut self, lines: &str) {
        self.interview.tell(lines);
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
    pub fn ask(&mut self, position: &dyn Position) -> Result<String, Seen> {
        let question = self.question(position, &self.subject.clock());
        self.ask_in(&question, position)
    }

    /// The same by lines that are given.
    pub fn ask_in(&mut self, question: &str, position: &dyn Position) -> Result<String, Seen> {
        self.interview.tell(question);
        let until = Instant::now() + self.subject.patience();
        let word = self.answer(&Awaited::Move(position), until)?;
        let mut after = position.boxed();
        let word = after.play(&word).unwrap_or(word);
        self.asked.push(position.boxed());
        Ok(word)
    }

    /// Tells of a move that was accepted.
    pub fn played(&mut self, seat: char, word: &str) {
        self.tell(&ToBot::Played { seat, word, ms: 1 });
    }

    /// Says `quit`, if it is to be said, ends the input, and gives how long the bot took to leave.
    pub fn leave(&mut self, quit: bool) -> Result<Duration, Seen> {
        if quit {
            self.tell(&ToBot::Quit);
        }
        let start = Instant::now();
        // A bot that knows `quit` must not need the end of its input to go.
        let grace = Duration::from_millis(self.subject.limits.grace_ms);
        let until = start + grace;
        if !quit {
            self.interview.end_input(until);
        }
        if self.interview.leaves(until) {
            return Ok(start.elapsed());
        }
        let what = format!("it still ran {} ms later", grace.as_millis());
        Err(self.seen(Mistake::IgnoresQuit, what))
    }

    /// What went wrong, with the last lines of both.
    pub fn seen(&mut self, mistake: Mistake, what: impl Into<String>) -> Seen {
        let (sent, came) = shown(self.interview.lines());
        let stderr = self.interview.stderr();
        Seen {
            mistake,
            what: what.into(),
            sent,
            came,
            stderr: self.subject.program.at_home(&stderr),
        }
    }

    /// Hears lines until the awaited one has come.
    fn answer(&mut self, awaited: &Awaited<'_>, until: Instant) -> Result<String, Seen> {
        let mut others: Vec<String> = Vec::new();
        loop {
            let heard = self.interview.hear(until);
            let line = match heard {
                Utterance::Line(line) => line,
                other => return Err(self.failed(awaited, other, &others)),
            };
            match (FromBot::parse(line.as_bytes()), awaited) {
                (FromBot::Ready(ready), Awaited::Ready) => {
                    self.ready = ready;
                    self.chatter.append(&mut others);
                    return Ok(String::new());
                }
                (FromBot::Move(word), Awaited::Move(position)) => {
                    self.chatter.append(&mut others);
                    return self.judge(word.into_owned(), *position);
                }
                (FromBot::Resign, Awaited::Move(_)) => {
                    return Err(self.seen(Mistake::Resigns, "the bot gave up"));
                }
                (FromBot::Info(_), Awaited::Move(_)) => {}
                _ => others.push(line),
            }
            if others.len() > MOST_LINES {
                return Err(self.failed(awaited, Utterance::TooMuch, &others));
            }
        }
    }

    fn judge(&mut self, word: String, position: &dyn Position) -> Result<String, Seen> {
        let Some(why) = position.explain(&word) else {
            return Ok(word);
        };
        let earlier = self.asked.iter().map(|asked| asked.boxed());
        let mistake = whose(&word, position, earlier);
        Err(self.seen(mistake, format!("{word:?}: {why}")))
    }

    /// Why the awaited line didn't come.
    fn failed(&mut self, awaited: &Awaited<'_>, heard: Utterance, others: &[String]) -> Seen {
        let (mistake, what) = match heard {
            Utterance::End(fault) => {
                let stderr = self.interview.stderr();
                let advice = missing_path(&stderr, None, &self.subject.program);
                let (mistake, sentence) = (of_end(&fault), fault.sentence);
                match advice {
                    Some(advice) => (Mistake::NotStarted, format!("{sentence}; {advice}")),
                    None => (mistake, sentence),
                }
            }
            Utterance::Broken(why) => (Mistake::Crash, why),
            Utterance::TooMuch => {
                let what = "more output than is forgiven, or a line of more than 64 KiB";
                (Mistake::Flood, what.to_owned())
            }
            Utterance::Silence(Some(begun)) => {
                let mut seen = self.seen(Mistake::NoNewline, "the last line has no newline");
                seen.came.push(begun);
                return seen;
            }
            Utterance::Silence(None) | Utterance::Line(_) => match others.last() {
                Some(_) => other_lines(awaited, others),
                None => return self.silent(),
            },
        };
        self.seen(mistake, what)
    }

    /// Nothing came: does it come when the input ends?
    fn silent(&mut self) -> Seen {
        let until = Instant::now() + AFTER_THE_END;
        let mut seen = self.seen(Mistake::Silent, "no byte came in time");
        self.interview.end_input(until);
        match self.interview.hear(until) {
            Utterance::Line(line) => {
                "nothing came until the input was ended; then it came at once"
                    .clone_into(&mut seen.what);
                seen.mistake = Mistake::NotFlushed;
                seen.came.push(line);
            }
            Utterance::Silence(Some(begun)) => {
                seen.mistake = Mistake::NotFlushed;
                seen.came.push(begun);
            }
            _ => {}
        }
        seen.stderr = self.interview.stderr();
        seen
    }
}

/// What lines may mean that aren't the awaited one.
fn other_lines(awaited: &Awaited<'_>, others: &[String]) -> (Mistake, String) {
    let quoted = |line: &String| format!("{line:?}");
    let last = others.last().map(quoted).unwrap_or_default();
    let Awaited::Move(position) = awaited else {
        let spelled = others.iter().any(|line| {
            let word = line.split([' ', ':']).next().unwrap_or_default();
            word.eq_ignore_ascii_case("ready")
        });
        let mistake = if spelled {
            Mistake::Spelling
        } else {
            Mistake::Chatter
        };
        return (
            mistake,
            format!("it wrote lines, but no `ready`; the last one was {last}"),
        );
    };
    let bare = |line: &&String| position.explain(line.trim()).is_none();
    if let Some(line) = others.iter().find(bare) {
        let what = format!("the line {line:?} is a legal move, but `move` is missing before it");
        return (Mistake::NoMoveWord, what);
    }
    if let Some(line) = others.iter().find(|line| spelled_otherwise(line)) {
        return (Mistake::Spelling, format!("the line {line:?} is no `move`"));
    }
    let what = format!("it wrote lines, but no `move`; the last one was {last}");
    (Mistake::Chatter, what)
}

impl Drop for Talk<'_> {
    fn drop(&mut self) {
        self.subject.heard(&self.chatter);
    }
}
