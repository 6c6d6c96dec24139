//! Composes all messages to the bots of a game: for the match loop while a game is played, and for the
//! transcript of a recorded one.

use referee_games::{Position, Rules};
use referee_protocol::{Clock, Encoding, GameLine, Ready, SeatOutcome, ToBot};
use referee_record::{Evidence, Job, SeatAssignment, SeatResult, Verdict};

use crate::time::clock::SeatClock;

/// Receiver of a seat's messages.
pub(crate) trait MessageSink {
    /// Returns the bot's `ready` message, which decides the format of messages to it.
    fn ready(&self) -> &Ready;
    /// Returns the messages still to be sent.
    fn outbox(&mut self) -> &mut String;
    /// Sends the outbox; a transcript keeps it.
    fn send(&mut self) {}

    /// Tells if the bot is sent events at once.
    fn ponders(&self) -> bool {
        false
    }

    /// Tells if the bot uses JSON, and so gets the structured state as well.
    fn wants_view(&self) -> bool {
        self.ready().json
    }

    /// Puts a message into the outbox.
    fn tell(&mut self, message: &ToBot<'_>) {
        let encoding = if self.ready().json {
            Encoding::Json
        } else {
            Encoding::Text
        };
        message.write(encoding, self.outbox());
    }
}

/// A seat of a game.
pub(crate) struct SeatState<E> {
    pub(crate) seat: char,
    pub(crate) clock: SeatClock,
    /// The bot, or what is left of one that has forfeited.
    pub(crate) player: Option<E>,
    /// True if its handshake was successful.
    pub(crate) greeted: bool,
    /// True until the seat forfeits.
    pub(crate) playing: bool,
}

impl<E> SeatState<E> {
    /// Creates a seat that takes part in a game from its beginning.
    pub(crate) fn new(seated: &SeatAssignment, player: Option<E>) -> SeatState<E> {
        SeatState {
            seat: seated.seat,
            clock: SeatClock::new(seated.time),
            player,
            greeted: true,
            playing: true,
        }
    }

    /// Returns the receiver of messages, as long as the seat takes part.
    fn hearer(&mut self) -> Option<&mut E> {
        let hears = self.greeted && self.playing;
        self.player.as_mut().filter(|_| hears)
    }
}

/// Sends the game, its options and the time control to every bot that is ready.
pub(crate) fn tell_game(seats: &mut [SeatState<impl MessageSink>], job: &Job, rules: &dyn Rules) {
    let letters: String = job.seats.iter().map(|seated| seated.seat).collect();
    let owned_pair = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
    let options: Vec<_> = rules.options().iter().map(owned_pair).collect();
    for (i, (seated, told)) in seats.iter_mut().zip(&job.seats).enumerate() {
        let (seat, clock) = (seated.seat, seated.clock.to_protocol());
        let Some(player) = seated.hearer() else {
            continue;
        };
        player.tell(&ToBot::Game(&GameLine {
            game: job.game.clone(),
            seat,
            seats: letters.clone(),
            id: job.number,
            seed: told.seed,
            clock,
            legal: job.limits_of(i).legal && !player.ready().legal_off,
            options: options.clone(),
        }));
        player.send();
    }
}

/// Sends a question to a seat: the position in this `line`, the legal moves, its time.
pub(crate) fn tell_question(
    seats: &mut [SeatState<impl MessageSink>],
    i: usize,
    job: &Job,
    (position, line): (&dyn Position, &str),
) {
    let clock = clock_told(seats, i);
    let Some(player) = &mut seats[i].player else {
        return;
    };
    let view = player.wants_view().then(|| position.view());
    player.tell(&ToBot::State {
        line,
        view: view.as_ref(),
    });
    if job.limits_of(i).legal && !player.ready().legal_off {
        player.tell(&ToBot::Legal(&position.legal_line()));
    }
    player.tell(&ToBot::Go(&clock));
}

/// Sends an event to all seats that still play.
pub(crate) fn tell_all(seats: &mut [SeatState<impl MessageSink>], message: &ToBot<'_>) {
    for player in seats.iter_mut().filter_map(SeatState::hearer) {
        player.tell(message);
        if player.ponders() {
            player.send();
        }
    }
}

/// Sends a move and its charged time to all seats that still play.
pub(crate) fn tell_played(
    seats: &mut [SeatState<impl MessageSink>],
    seat: char,
    move_text: &str,
    ns: u64,
) {
    let ms = ns / 1_000_000;
    tell_all(
        seats,
        &ToBot::Played {
            seat,
            word: move_text,
            ms,
        },
    );
}

/// Sends a bot its own fault and result. A bot that never was ready isn't sent them, nor one whose fault was
/// the end of its process or of its output, as it can't read them.
pub(crate) fn tell_fault(
    seated: &mut SeatState<impl MessageSink>,
    evidence: &Evidence,
    place: u8,
    position: &dyn Position,
) {
    let Some(player) = seated.player.as_mut().filter(|_| seated.greeted) else {
        return;
    };
    if evidence.reason.is_end() {
        return;
    }
    player.tell(&ToBot::Error {
        reason: evidence.reason.text(),
        text: &evidence.sentence,
    });
    let view = player.wants_view().then(|| position.view());
    player.tell(&ToBot::State {
        line: &evidence.state,
        view: view.as_ref(),
    });
    player.tell(&ToBot::Result {
        outcome: SeatOutcome::Loss,
        place: Some(place),
        reason: evidence.reason.text(),
        score: &[],
    });
    player.send();
}

/// Sends the last position and the result to all seats that still play.
pub(crate) fn tell_results(
    seats: &mut [SeatState<impl MessageSink>],
    verdict: &Verdict,
    position: &dyn Position,
) {
    let line = position.line();
    let points = |s: &SeatResult| Some((s.seat, s.score?));
    let score: Vec<_> = verdict.seats.iter().filter_map(points).collect();
    let firsts = verdict.seats.iter().filter(|s| s.place == 1).count();
    let void = verdict.void.is_some();
    for seated in seats {
        let seat_result = verdict.seat(seated.seat);
        let (Some(player), Some(own)) = (seated.hearer(), seat_result) else {
            continue;
        };
        let view = player.wants_view().then(|| position.view());
        player.tell(&ToBot::State {
            line: &line,
            view: view.as_ref(),
        });
        player.tell(&ToBot::Result {
            outcome: match (own.place, firsts) {
                _ if void => SeatOutcome::Void,
                (1, 1) => SeatOutcome::Win,
                (1, _) => SeatOutcome::Draw,
                _ => SeatOutcome::Loss,
            },
            place: (!void).then_some(own.place),
            reason: &verdict.reason,
            score: &score,
        });
        player.send();
    }
}

/// Returns the place of a seat that forfeits now: behind all that still play.
pub(crate) fn place_of_forfeit<E>(seats: &[SeatState<E>]) -> u8 {
    let all = seats.len();
    let absent = seats.iter().filter(|seated| !seated.greeted).count();
    let outs = seats.iter().filter(|seated| !seated.playing).count();
    let place = match absent {
        _ if outs >= absent => all - outs,
        _ if absent == all => all,
        _ => all + 1 - absent,
    };
    u8::try_from(place).unwrap_or(u8::MAX)
}

fn clock_told<E>(seats: &[SeatState<E>], i: usize) -> Clock {
    let mut clock = seats[i].clock.to_protocol();
    if clock.clock_ms.is_some() {
        let others = seats.iter().enumerate();
        let others = others.filter(|(j, c)| *j != i && c.playing);
        clock.others = others
            .filter_map(|(_, c)| Some((c.seat, c.clock.left_ms()?)))
            .collect();
    }
    clock
}
