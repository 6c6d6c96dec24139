//! Prints one game: every position and move, its time, and what the bots say besides.

use std::io::{self, Write};

use referee_engine::GameEvent;
use referee_games::Position;
use referee_output::sanitize::plain;
use referee_output::stdout::{self, Stdout};
use referee_output::text_layout::wrap;
use referee_record::{Job, PlyMeasure, Record, Step, Verdict};
use referee_report::chatter;
use referee_report::game_view::farewell;

use crate::display::WaitNotice;
use crate::terminal_play::Look;

/// Prints a game on standard output while it is played.
pub(super) struct GamePrinter<'a> {
    out: Stdout,
    look: Look,
    job: &'a Job,
    /// Says that a bot is slow to start, while it starts.
    notice: Option<WaitNotice>,
}

impl<'a> GamePrinter<'a> {
    /// Returns a printer of this game.
    pub(super) fn new(job: &'a Job) -> GamePrinter<'a> {
        GamePrinter {
            out: stdout::stdout(),
            look: Look::of(false),
            job,
            notice: None,
        }
    }

    /// Prints an event of the game.
    pub(super) fn tell(&mut self, notice: &GameEvent<'_>) -> io::Result<()> {
        self.notice = match notice {
            GameEvent::Starts(seat) => {
                let name = format!("{seat} ({})", bot_of(self.job, *seat));
                Some(WaitNotice::for_ready(&name))
            }
            _ => None,
        };
        tell(&mut self.out, (self.look, self.job), notice)
    }

    /// Prints which bots wrote lines that are no messages.
    pub(super) fn chatter(&mut self, record: &Record) -> io::Result<()> {
        for bot in &record.measured.bots {
            if let Some(chatter) = chatter::of_game(bot) {
                let name = bot_of(self.job, bot.seat);
                let line = format!("{} ({name}) printed {chatter}", bot.seat);
                writeln!(self.out, "{}", wrap(&plain(&line), 2))?;
            }
        }
        self.out.flush()
    }
}

fn tell(out: &mut impl Write, (look, job): (Look, &Job), notice: &GameEvent<'_>) -> io::Result<()> {
    match notice {
        GameEvent::Starts(_) => Ok(()),
        GameEvent::Start(_) => {
            writeln!(out, "{}", job.game)?;
            for seated in &job.seats {
                writeln!(out, "{} is {}", seated.seat, bot_of(job, seated.seat))?;
            }
            writeln!(out)
        }
        GameEvent::Step {
            step,
            before,
            measure,
            ..
        } => tell_step(out, look, step, (*before, *measure)),
        GameEvent::Stderr(seat, text) => {
            for line in text.lines() {
                writeln!(out, "  {seat} stderr: {}", plain(line))?;
            }
            out.flush()
        }
        GameEvent::Fault(evidence, _) => {
            let (seat, reason) = (evidence.seat, &evidence.reason);
            writeln!(
                out,
                "{seat} forfeits, {reason}: {}\n",
                plain(&evidence.sentence)
            )
        }
        GameEvent::End(verdict, position) => {
            draw(out, look, *position)?;
            if let Some(line) = farewell(*position, verdict) {
                writeln!(out, "{line}")?;
            }
            writeln!(out, "{}", result(job, verdict))
        }
    }
}

fn tell_step(
    out: &mut impl Write,
    look: Look,
    step: &Step,
    (before, measure): (&dyn Position, Option<&PlyMeasure>),
) -> io::Result<()> {
    match step {
        Step::Chance { seat, chance } => writeln!(out, "{seat} rolls {chance}"),
        Step::Out { .. } | Step::Adjudicated { .. } => Ok(()),
        Step::Move { seat, word, said } => {
            draw(out, look, before)?;
            for line in before.narrate(said.as_deref().unwrap_or(word)) {
                writeln!(out, "{line}")?;
            }
            let measure = measure.cloned().unwrap_or_default();
            for info in &measure.info {
                writeln!(out, "  {seat} info: {}", plain(info))?;
            }
            if measure.ns > 0 {
                let ms = std::time::Duration::from_nanos(measure.ns).as_secs_f64() * 1000.0;
                writeln!(out, "  {seat} played {word} in {ms:.1} ms")?;
            }
            writeln!(out)?;
            out.flush()
        }
    }
}

fn draw(out: &mut impl Write, look: Look, position: &dyn Position) -> io::Result<()> {
    for line in look.lines(position, false) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

fn bot_of(job: &Job, seat: char) -> &str {
    let seated = job.seats.iter().find(|seated| seated.seat == seat);
    seated.map_or("", |seated| {
        seated
            .bot
            .split_once(':')
            .map_or(&seated.bot, |(_, name)| name)
    })
}

/// Returns the result in one line.
fn result(job: &Job, verdict: &Verdict) -> String {
    let firsts: Vec<_> = verdict
        .seats
        .iter()
        .filter(|seat| seat.place == 1)
        .collect();
    let reason = &verdict.reason;
    match firsts.as_slice() {
        _ if verdict.void.is_some() => format!(
            "The game is void: {}",
            verdict.void.as_deref().unwrap_or("")
        ),
        [] => format!("Everybody loses ({reason})."),
        [winner] => format!(
            "{} ({}) wins ({reason}).",
            winner.seat,
            bot_of(job, winner.seat)
        ),
        several => {
            let seats: Vec<String> = several.iter().map(|seat| seat.seat.to_string()).collect();
            format!("{} share the first place ({reason}).", seats.join(" and "))
        }
    }
}
