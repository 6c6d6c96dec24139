//! The start of a seat in a game: a bot that is ready, or the fault by which it isn't.

use referee_record::Job;

use crate::clock::SeatClock;
use crate::fault::SeatFault;
use crate::player::Player;
use crate::seat_messages::SeatState;

/// The start of a seat: a bot that may play, or why it may not.
pub(crate) enum SeatStart {
    /// The bot has finished its handshake.
    Ready(Player),
    /// The bot failed to start; holds what is left of it.
    Failed(Option<Player>, SeatFault),
}

impl SeatStart {
    /// Suspends the bot until its turn, if the game is played that way.
    pub(crate) fn suspend(&mut self) {
        if let SeatStart::Ready(player) = self {
            player.suspend();
        }
    }
}

/// Seats the bots of a game. Returns the seats, and the faults of those that didn't start, by the index of the seat.
pub(crate) fn seat_all(
    job: &Job,
    arrivals: Vec<SeatStart>,
) -> (Vec<SeatState<Player>>, Vec<(usize, SeatFault)>) {
    let mut faults = Vec::new();
    let mut seats = Vec::new();
    for (i, (seated, arrival)) in job.seats.iter().zip(arrivals).enumerate() {
        let player = match arrival {
            SeatStart::Ready(player) => Some(player),
            SeatStart::Failed(player, fault) => {
                faults.push((i, fault));
                player
            }
        };
        seats.push(SeatState {
            seat: seated.seat,
            clock: SeatClock::new(seated.time),
            player,
            greeted: faults.last().is_none_or(|(absent, _)| *absent != i),
            playing: true,
        });
    }
    (seats, faults)
}
