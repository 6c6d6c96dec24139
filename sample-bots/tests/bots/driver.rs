//! A minimal referee for tests. It asks its bots in turn, and expects legal moves.

use std::collections::BTreeMap;
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::thread::{self, JoinHandle};

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use referee_bots::house;
use referee_games::{Ending, Rules, Seat, Turn};
use referee_protocol::{Clock, Encoding, FromBot, GameLine, Ready, SeatOutcome, ToBot};

/// A bot after the handshake.
pub(crate) struct Guest {
    to: Option<Box<dyn Write>>,
    from: Box<dyn BufRead>,
    leave: JoinHandle<bool>,
    /// The bot's `ready` message.
    pub(crate) ready: Ready,
}

/// A question to a bot, and its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ply {
    pub(crate) seat: Seat,
    pub(crate) notation: String,
    pub(crate) info: Option<String>,
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PlayedGame {
    pub(crate) plies: Vec<Ply>,
    pub(crate) ending: Ending,
}

/// Returns the rules of a game with some options.
pub(crate) fn rules(game: &str, options: &[(&str, &str)]) -> Box<dyn Rules> {
    let options = options
        .iter()
        .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
        .collect::<BTreeMap<_, _>>();
    let kind = referee_games::find(game).expect(game);
    kind.rules(&options).expect("options in range")
}

impl Guest {
    /// Starts a house bot in a thread.
    pub(crate) fn house(spec: &str) -> Guest {
        let (input, to) = io::pipe().expect("a pipe");
        let (from, mut output) = io::pipe().expect("a pipe");
        let spec = spec.to_owned();
        let leave = thread::spawn(move || {
            let play = house::start(&spec).expect(&spec);
            play(&mut BufReader::new(input), &mut output).is_ok()
        });
        Guest::greet(Box::new(to), Box::new(BufReader::new(from)), leave)
    }

    /// Starts a program.
    pub(crate) fn program(command: &mut Command) -> io::Result<Guest> {
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn()?;
        let to = child.stdin.take().expect("a pipe");
        let from = child.stdout.take().expect("a pipe");
        let leave = thread::spawn(move || child.wait().is_ok_and(|status| status.success()));
        Ok(Guest::greet(
            Box::new(to),
            Box::new(BufReader::new(from)),
            leave,
        ))
    }

    fn greet(to: Box<dyn Write>, from: Box<dyn BufRead>, leave: JoinHandle<bool>) -> Guest {
        let mut guest = Guest {
            to: Some(to),
            from,
            leave,
            ready: Ready::default(),
        };
        guest.tell(&ToBot::Hello);
        let line = guest.listen();
        let FromBot::Ready(ready) = FromBot::parse(line.as_bytes()) else {
            panic!("instead of ready it said {line:?}");
        };
        guest.ready = ready;
        guest
    }

    fn tell(&mut self, message: &ToBot) {
        let mut line = String::new();
        message.write(Encoding::Text, &mut line);
        let to = self.to.as_mut().expect("it is still here");
        to.write_all(line.as_bytes()).expect("it listens");
        to.flush().expect("it listens");
    }

    fn listen(&mut self) -> String {
        let mut line = String::new();
        self.from.read_line(&mut line).expect("it speaks text");
        line
    }

    /// Reads the answer to `go`: the move, and the remark before it.
    fn answer(&mut self) -> (String, Option<String>) {
        let mut info = None;
        loop {
            let line = self.listen();
            match FromBot::parse(line.as_bytes()) {
                FromBot::Move(word) => return (word.into_owned(), info),
                FromBot::Info(text) => info = Some(text.into_owned()),
                _ => panic!("instead of a move it said {line:?} after {info:?}"),
            }
        }
    }

    /// Ends the bot by `quit` or by closing its input; returns true if it exits without an error.
    pub(crate) fn dismiss(mut self, politely: bool) -> bool {
        if politely {
            self.tell(&ToBot::Quit);
        }
        self.to = None;
        self.leave.join().expect("it doesn't panic")
    }
}

/// Plays a game whose start is drawn with the seed.
pub(crate) fn play(
    rules: &dyn Rules,
    guests: &mut [Guest],
    clock: &Clock,
    seed: u32,
) -> PlayedGame {
    let mut rng = ChaCha8Rng::seed_from_u64(seed.into());
    let mut position = rules.deal(&mut rng);
    let seats = position.seats();
    for (guest, seat) in guests.iter_mut().zip(&seats) {
        let legal = sends_legal(guest, seed);
        guest.tell(&ToBot::Game(&GameLine {
            game: rules.name().to_owned(),
            seat: seat.letter(),
            seats: seats.iter().map(|seat| seat.letter()).collect(),
            id: seed.into(),
            seed,
            clock: clock.clone(),
            legal,
            options: rules
                .options()
                .iter()
                .map(|(k, v)| (k.into(), v.into()))
                .collect(),
        }));
    }
    let mut plies = Vec::new();
    loop {
        match position.turn() {
            Turn::Over(ending) => {
                tell_result(guests, &ending);
                return PlayedGame { plies, ending };
            }
            Turn::Failed(why) => panic!("{why}"),
            Turn::Chance(chance) => {
                let outcome = chance.draw(&mut rng);
                assert!(position.cast(outcome));
                let seat = chance.seat.letter();
                for guest in &mut *guests {
                    guest.tell(&ToBot::Chance { seat, outcome });
                }
            }
            Turn::Forced(seat, word) => {
                position.play(&word);
                tell_move(guests, seat, &word);
            }
            Turn::Seat(seat) => {
                let place = seats
                    .iter()
                    .position(|s| *s == seat)
                    .expect("a seat that plays");
                let guest = &mut guests[place];
                let state = position.line();
                guest.tell(&ToBot::State {
                    line: &state,
                    view: None,
                });
                if sends_legal(guest, seed) {
                    guest.tell(&ToBot::Legal(&position.legal_line()));
                }
                guest.tell(&ToBot::Go(clock));
                let (notation, info) = guest.answer();
                assert!(
                    position.play(&notation).is_some(),
                    "{:?}",
                    position.explain(&notation)
                );
                tell_move(guests, seat, &notation);
                plies.push(Ply {
                    seat,
                    notation,
                    info,
                });
            }
        }
    }
}

/// Returns true if the legal moves are sent: in games with an even seed, unless the bot declines
/// them.
fn sends_legal(guest: &Guest, seed: u32) -> bool {
    seed.is_multiple_of(2) && !guest.ready.legal_off
}

fn tell_move(guests: &mut [Guest], seat: Seat, notation: &str) {
    let seat = seat.letter();
    for guest in guests {
        guest.tell(&ToBot::Played {
            seat,
            word: notation,
            ms: 0,
        });
    }
}

fn tell_result(guests: &mut [Guest], ending: &Ending) {
    for (guest, (_, place)) in guests.iter_mut().zip(&ending.places) {
        guest.tell(&ToBot::Result {
            outcome: if *place == 1 {
                SeatOutcome::Win
            } else {
                SeatOutcome::Loss
            },
            place: Some(*place),
            reason: &ending.reason,
            score: &[],
        });
    }
}
