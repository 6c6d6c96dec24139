//! Follows a recorded game and writes down what one seat is told.

use std::time::Duration;

use referee_games::{Rules, Turn};
use referee_protocol::{Ready, ToBot};
use referee_record::{FaultKind, Record, SeatAssignment, Step, TranscriptHash};

use super::answer::Answered;
use super::{ScriptError, SeatTranscript, TranscriptTurn};
use crate::job::replay::ReplayCursor;
use crate::session::seat_messages::{
    MessageSink, SeatState, place_of_forfeit, tell_all, tell_fault, tell_game, tell_played,
    tell_question, tell_results,
};

/// Receives the messages of a seat, and writes them down.
#[derive(Default)]
struct Ledger {
    ready: Ready,
    text: String,
}

impl MessageSink for Ledger {
    fn ready(&self) -> &Ready {
        &self.ready
    }

    fn outbox(&mut self) -> &mut String {
        &mut self.text
    }
}

/// A recorded game that is followed for one seat.
struct TranscriptBuilder<'a> {
    record: &'a Record,
    seats: Vec<SeatState<Ledger>>,
    seat_index: usize,
    course: ReplayCursor,
    ply: usize,
    /// Charged time of the others since the last question.
    before: Duration,
    questions: Vec<TranscriptTurn>,
}

/// Writes the transcript of the seat with this index.
pub(super) fn write(
    rules: &dyn Rules,
    record: &Record,
    seat_index: usize,
) -> Result<SeatTranscript, ScriptError> {
    let played = &record.played;
    let mut hello = Ledger::default();
    hello.tell(&ToBot::Hello);
    let mut builder = TranscriptBuilder {
        record,
        seats: seats(record, seat_index),
        seat_index,
        course: ReplayCursor::new(rules.read(&played.start)?),
        ply: 1,
        before: Duration::ZERO,
        questions: Vec::new(),
    };
    let measure = record.measured.bots.get(seat_index);
    let kept =
        measure.is_some_and(|bot| bot.start_us.is_none()) && builder.seats[seat_index].greeted;
    tell_game(&mut builder.seats, &played.job, rules);
    let game = builder.heard();
    for step in &played.steps {
        builder.follow(step)?;
    }
    let position = builder.course.position();
    tell_results(&mut builder.seats, &played.verdict, position);
    let mut script = SeatTranscript {
        seat: builder.seats[seat_index].seat,
        hello: hello.text,
        kept,
        game,
        end: builder.heard(),
        questions: builder.questions,
        hash: TranscriptHash::default(),
    };
    script.count();
    Ok(script)
}

/// Creates the seats of the game; only the followed one has a receiver.
fn seats(record: &Record, seat_index: usize) -> Vec<SeatState<Ledger>> {
    let absent = absent(record);
    let seats = record.played.job.seats.iter().enumerate();
    let seated = |(i, seated): (usize, &SeatAssignment)| {
        let ledger = || {
            let measure = record.measured.bots.get(i);
            let ready = measure.map(|bot| Ready {
                json: bot.json,
                legal_off: bot.legal_off,
                ..Ready::default()
            });
            Ledger {
                ready: ready.unwrap_or_default(),
                text: String::new(),
            }
        };
        SeatState {
            greeted: !absent.contains(&seated.seat),
            ..SeatState::new(seated, (i == seat_index).then(ledger))
        }
    };
    seats.map(seated).collect()
}

/// Returns the seats whose handshake failed: they leave before the first move, by the reasons for that, and
/// without having been asked.
fn absent(record: &Record) -> Vec<char> {
    let evidence = &record.measured.evidence;
    let asked = |seat: char| evidence.iter().any(|e| e.seat == seat && e.allowed_ns > 0);
    let absent = |step: &Step| match step {
        Step::Out { out, reason } if reason.fails_handshake() => {
            Some(*out).filter(|seat| !asked(*seat))
        }
        _ => None,
    };
    record.played.steps.iter().map_while(absent).collect()
}

impl TranscriptBuilder<'_> {
    fn follow(&mut self, step: &Step) -> Result<(), ScriptError> {
        match step {
            Step::Move { seat, word, said } => {
                let measures = &self.record.measured.plies;
                let ns = measures.get(self.ply - 1).map_or(0, |ply| ply.ns);
                let asked = matches!(self.course.turn(), Some(Turn::Seat(_)));
                if let Some(i) = self.seated(*seat).filter(|_| asked) {
                    let said_move = said.as_ref().unwrap_or(word).clone();
                    self.ask(
                        i,
                        Answered::Move {
                            move_text: said_move,
                            ns,
                        },
                    );
                    self.seats[i].clock.charge(Duration::from_nanos(ns));
                }
                self.course.follow(step)?;
                tell_played(&mut self.seats, *seat, word, if asked { ns } else { 0 });
                self.ply += 1;
            }
            Step::Chance { seat, chance } => {
                let (seat, outcome) = (*seat, chance.as_str());
                self.course.follow(step)?;
                tell_all(&mut self.seats, &ToBot::Chance { seat, outcome });
            }
            Step::Out { out, reason } => self.leave(*out, *reason, step)?,
            Step::Adjudicated { .. } => self.course.follow(step)?,
        }
        Ok(())
    }

    fn leave(&mut self, seat: char, reason: FaultKind, step: &Step) -> Result<(), ScriptError> {
        let mut evidence = self.record.measured.evidence.iter();
        let evidence = evidence.find(|evidence| evidence.seat == seat);
        if let (Some(i), Some(evidence)) = (self.seated(seat), evidence) {
            if self.seats[i].greeted {
                self.ask(i, Answered::fault(evidence));
            }
            let place = place_of_forfeit(&self.seats);
            self.seats[i].playing = false;
            let position = self.course.position();
            tell_fault(&mut self.seats[i], evidence, place, position);
        }
        self.course.follow(step)?;
        if !self.course.is_over() {
            tell_all(
                &mut self.seats,
                &ToBot::Out {
                    seat,
                    reason: reason.text(),
                },
            );
        }
        Ok(())
    }

    /// Asks a seat; the question is written down only for the seat that is followed.
    fn ask(&mut self, i: usize, answer: Answered) {
        let line = self.course.position().line();
        if i != self.seat_index {
            self.before += answer.charged();
            return;
        }
        let position_and_line = (self.course.position(), line.as_str());
        tell_question(
            &mut self.seats,
            i,
            &self.record.played.job,
            position_and_line,
        );
        let clock = self.seats[i].clock.clone();
        let asked = TranscriptTurn {
            ply: self.ply,
            messages: self.heard(),
            state: line,
            allowed: clock.allowed() + clock.margin(),
            before: std::mem::take(&mut self.before),
            answer,
            clock,
        };
        self.questions.push(asked);
    }

    fn heard(&mut self) -> String {
        let ledger = &mut self.seats[self.seat_index].player;
        ledger
            .as_mut()
            .map_or_else(String::new, |ledger| std::mem::take(&mut ledger.text))
    }

    fn seated(&self, seat: char) -> Option<usize> {
        self.seats.iter().position(|seated| seated.seat == seat)
    }
}
