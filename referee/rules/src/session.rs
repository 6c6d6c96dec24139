//! One conversation with the program that holds the rules.
//!
//! The session knows in which position the program stands, and sends the state line only where another one is asked
//! about: a program that is sent it with each move does twice the work. After a failure the process is ended, and the
//! next request starts another one.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use referee_engine::{BotSession, ProcessScope, Program, Utterance};
use referee_games::text::quote;
use referee_record::Limits;

use crate::GameDescription;
use crate::answer::{self, PositionAnswer};

/// Returns why a line refuses what was asked, if it does; it may give no reason.
fn refusal(line: &str) -> Option<&str> {
    if line == "error" {
        return Some("");
    }
    line.strip_prefix("error ")
}

/// Most lines of a counted answer.
const MAX_LINES: usize = 64;

/// Times that a program has to answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RequestLimits {
    /// Time for the first answer, the start of the process included.
    pub start: Duration,
    /// Time for each other answer.
    pub request: Duration,
}

impl Default for RequestLimits {
    fn default() -> RequestLimits {
        RequestLimits {
            start: Duration::from_secs(10),
            request: Duration::from_secs(1),
        }
    }
}

/// What a program says to a request for a position.
pub(crate) enum RulesAnswer {
    /// The position.
    Position(PositionAnswer),
    /// It refuses, for this reason.
    Refused(String),
}

/// The program of a game, and the process that it runs in, which others may ask afterwards.
pub(crate) struct ProgramSession {
    pub(crate) game: GameDescription,
    pub(crate) program: Program,
    pub(crate) scope: ProcessScope,
    pub(crate) limits: Limits,
    pub(crate) times: RequestLimits,
    /// Options as `KEY=VALUE`, each after a blank.
    pub(crate) options: String,
    pub(crate) process: Option<RulesProcess>,
    /// Processes that nobody asks at present.
    pub(crate) idle: IdleProcesses,
    /// Failures so far, and after how many nothing is asked any more.
    pub(crate) failures: Arc<Mutex<Failures>>,
    pub(crate) most_failures: Option<u32>,
    /// Optional words at which it failed, so that it isn't asked them again.
    pub(crate) unable: Arc<Mutex<BTreeSet<String>>>,
    /// Why a question failed that isn't part of a game's course, since the last start.
    pub(crate) broken: Option<String>,
}

/// Processes that have said `ready` and wait, with the options that they were told.
#[derive(Clone, Default)]
pub(crate) struct IdleProcesses(Arc<Mutex<Vec<(String, RulesProcess)>>>);

/// Most processes that wait.
const MOST_IDLE: usize = 2;

/// A process that has said `ready`.
pub(crate) struct RulesProcess {
    talk: BotSession,
    /// The optional words that it can answer.
    able: Vec<String>,
    /// The position in which it stands.
    at: String,
}

/// Failures of a program, until a minute has passed without one.
#[derive(Default)]
pub(crate) struct Failures {
    count: u32,
    last: Option<Instant>,
}

/// Time without a failure after which a program may be asked again.
const FORGOTTEN: Duration = Duration::from_mins(1);

impl Failures {
    fn note(&mut self) {
        self.count = self.lately() + 1;
        self.last = Some(Instant::now());
    }

    fn lately(&mut self) -> u32 {
        if self.last.is_some_and(|last| last.elapsed() > FORGOTTEN) {
            self.count = 0;
        }
        self.count
    }
}

impl IdleProcesses {
    fn take(&self, options: &str) -> Option<RulesProcess> {
        let mut idle = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        idle.retain_mut(|(_, process)| process.talk.rests());
        let found = idle.iter().position(|(known, _)| known == options)?;
        Some(idle.remove(found).1)
    }

    fn put(&self, options: &str, process: RulesProcess) {
        let mut idle = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        idle.push((options.to_owned(), process));
        if idle.len() > MOST_IDLE {
            idle.remove(0);
        }
    }
}

impl Drop for ProgramSession {
    fn drop(&mut self) {
        if let Some(process) = self.process.take() {
            self.idle.put(&self.options, process);
        }
    }
}

impl ProgramSession {
    /// Returns whether the program can answer an optional word. Returns an error if it fails.
    pub(crate) fn is_able(&mut self, word: &str) -> Result<bool, String> {
        if self.unable().contains(word) {
            return Ok(false);
        }
        Ok(self.process()?.able.iter().any(|able| able == word))
    }

    /// Notes that the program failed at an optional word.
    pub(crate) fn note_unable(&mut self, word: &str) {
        self.unable().insert(word.to_owned());
    }

    fn failures(&self) -> MutexGuard<'_, Failures> {
        self.failures.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn unable(&self) -> MutexGuard<'_, BTreeSet<String>> {
        self.unable.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks for the position behind a command in the position `from`; without one, wherever it stands.
    /// Returns an error in words if the program fails.
    pub(crate) fn position(
        &mut self,
        from: Option<&str>,
        command: &str,
    ) -> Result<RulesAnswer, String> {
        self.request(from, command, ProgramSession::whole)
    }

    /// Asks a question about the position `from`, which is answered by one line that begins with the same
    /// word; returns the rest of that line, `None` if the program refuses. Returns an error if it fails.
    pub(crate) fn question(
        &mut self,
        from: &str,
        question: &str,
    ) -> Result<Option<String>, String> {
        let word = question.split(' ').next().unwrap_or_default().to_owned();
        self.request(Some(from), question, |session| {
            let line = session.line()?;
            if refusal(&line).is_some() {
                return Ok(None);
            }
            match line
                .strip_prefix(&word)
                .and_then(|rest| rest.strip_prefix(' '))
            {
                Some(rest) => Ok(Some(rest.to_owned())),
                None => Err(format!("{}; expected a line `{word} …`", quote(&line))),
            }
        })
    }

    /// Asks a question that is answered by a number of lines, and returns these.
    pub(crate) fn listed(&mut self, from: &str, word: &str) -> Result<Vec<String>, String> {
        self.request(Some(from), word, |session| {
            let head = session.line()?;
            let count = head
                .strip_prefix(word)
                .and_then(|rest| rest.trim().parse().ok());
            let count = count.filter(|count| *count <= MAX_LINES).ok_or_else(|| {
                format!(
                    "{}; expected `{word} N` with at most {MAX_LINES} lines",
                    quote(&head)
                )
            })?;
            (0..count).map(|_| session.line()).collect()
        })
    }

    /// Sends a request in one piece, with the position if the program stands in another one, and reads the answer.
    fn request<T>(
        &mut self,
        from: Option<&str>,
        command: &str,
        answer: impl FnOnce(&mut ProgramSession) -> Result<T, String>,
    ) -> Result<T, String> {
        let times = self.times;
        let process = self.process()?;
        if let Some(line) = process.talk.unread() {
            let why = format!(
                "it wrote {} and nothing was asked; what it prints for people belongs on stderr",
                quote(&line)
            );
            return Err(self.failed(command, &why));
        }
        let elsewhere = from.filter(|from| *from != process.at).map(str::to_owned);
        let text = match &elsewhere {
            Some(line) => format!("state {line}\n{command}\n"),
            None => format!("{command}\n"),
        };
        process.talk.ask(&text, times.request);
        let answered = match &elsewhere {
            Some(line) => self.moved_to(line).and_then(|()| answer(self)),
            None => answer(self),
        };
        answered.map_err(|why| self.failed(command, &why))
    }

    /// Reads the answer to `state LINE`.
    fn moved_to(&mut self, line: &str) -> Result<(), String> {
        match self.whole()? {
            RulesAnswer::Position(position) if position.line == line => Ok(()),
            RulesAnswer::Position(position) => Err(format!(
                "state {} is read as {}",
                quote(line),
                quote(&position.line)
            )),
            RulesAnswer::Refused(why) => {
                Err(format!("its own state {} is refused: {why}", quote(line)))
            }
        }
    }

    /// Reads a whole position, or a refusal.
    fn whole(&mut self) -> Result<RulesAnswer, String> {
        let first = self.line()?;
        if let Some(why) = refusal(&first) {
            return Ok(RulesAnswer::Refused(quote(why)));
        }
        let mut lines = vec![first];
        while lines.last().is_some_and(|line| !line.starts_with("turn ")) && lines.len() < 3 {
            lines.push(self.line()?);
        }
        if lines.last().is_some_and(|line| answer::chooses(line)) {
            lines.push(self.line()?);
        }
        let position = answer::read(&self.game, &lines)?;
        if let Some(process) = &mut self.process {
            process.at.clone_from(&position.line);
        }
        Ok(RulesAnswer::Position(position))
    }

    /// Reads a line of the answer.
    fn line(&mut self) -> Result<String, String> {
        let Some(process) = &mut self.process else {
            return Err("it has ended".to_owned());
        };
        match process.talk.answer() {
            Utterance::Line(bytes) => {
                String::from_utf8(bytes).map_err(|_| "a line that isn't UTF-8".to_owned())
            }
            Utterance::TooMuch => Err("more output than an answer may have".to_owned()),
            Utterance::Silence(None) => {
                Err("no answer in time; is each answer flushed?".to_owned())
            }
            Utterance::Silence(Some(begun)) => {
                Err(format!("no whole line in time, only {}", quote(&begun)))
            }
            Utterance::End(fault) => Err(fault.sentence.replacen("the bot", "it", 1)),
            Utterance::Crowded(why) | Utterance::Broken(why) => Err(why),
        }
    }

    /// Ends the process, and says in a sentence what it was asked, where, and what is wrong.
    fn failed(&mut self, command: &str, why: &str) -> String {
        let (mut at, mut stderr) = (String::new(), String::new());
        if let Some(mut process) = self.process.take() {
            at = process.at;
            stderr = process.talk.stderr();
        }
        self.failures().note();
        let last = stderr.lines().rfind(|line| !line.trim().is_empty());
        let last = last.map_or(String::new(), |last| {
            format!("; its stderr ends {}", quote(last))
        });
        let (name, command, at) = (&self.game.name, quote(command), quote(&at));
        format!("the program of {name}, asked {command} in {at}: {why}{last}")
    }

    /// Returns the process; starts it where there is none.
    fn process(&mut self) -> Result<&mut RulesProcess, String> {
        if self.process.is_none() {
            self.process = self.idle.take(&self.options);
        }
        if self.process.is_none() {
            let failures = self.failures().lately();
            if self.most_failures.is_some_and(|most| failures >= most) {
                let name = &self.game.name;
                return Err(format!(
                    "the program of {name} has failed {failures} times, and isn't asked for a minute"
                ));
            }
            let hello = "hello rules 1";
            let talk = BotSession::start(&self.program, &self.limits, &self.scope);
            let talk = talk.map_err(|error| {
                format!("the program of {} doesn't start: {error}", self.game.name)
            })?;
            let process = self.process.insert(RulesProcess {
                talk,
                able: Vec::new(),
                at: String::new(),
            });
            let text = format!("{hello}\nnew{}\n", self.options);
            process.talk.ask(&text, self.times.start);
            self.greeted().map_err(|why| self.failed(hello, &why))?;
        }
        self.process
            .as_mut()
            .ok_or_else(|| "it has ended".to_owned())
    }

    /// Reads the answers to the greeting and to the options.
    fn greeted(&mut self) -> Result<(), String> {
        let ready = self.line()?;
        let mut words = ready.split(' ');
        if words.next() != Some("ready") {
            return Err(format!(
                "{}; expected `ready` and its optional words",
                quote(&ready)
            ));
        }
        let able = words.map(str::to_owned).collect();
        match self.whole()? {
            RulesAnswer::Position(_) => {}
            RulesAnswer::Refused(why) => return Err(format!("its options are refused: {why}")),
        }
        if let Some(process) = &mut self.process {
            process.able = able;
        }
        Ok(())
    }
}
