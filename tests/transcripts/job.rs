//! The games of transcripts as jobs for the referee.

use referee_record::{Job, Restart, SeatAssignment, Start, StartFrom, TimeControl, derive};

use super::transcript::{Game, Line};

/// The bot whose conversation a transcript is.
pub(super) const BOT: &str = "bot";

/// Granted beyond deadlines that are to be met, however busy the machine is.
const MARGIN_MS: u64 = 30_000;

/// A game of a transcript as a job. The process of the last of them is told to quit.
pub(super) fn job(game: &Game, number: usize, games: usize) -> Job {
    let kind = referee_games::find(&game.name).expect("a game that there is");
    let rules = kind.rules(&game.options).expect("options of the game");
    let position = match &game.state {
        Some(line) => rules.read(line).expect("a state line"),
        None => rules.start(),
    };
    let seed = derive(game.seed, "dice", &[]);
    let seated = |seat: referee_games::Seat| {
        let letter = seat.letter();
        let other = format!("{number}{letter}");
        let bot = if letter == game.seat { BOT } else { &other };
        SeatAssignment::new(letter, bot, seed.small(), time(game))
    };
    let from = game.state.clone();
    let start = Start::new(from.map_or(StartFrom::Default, StartFrom::State), seed);
    let seats = position.seats().into_iter().map(seated);
    let job = Job {
        number: u64::try_from(number).expect("a small number"),
        options: game.options.clone(),
        restart: if number == games {
            Restart::Game
        } else {
            Restart::Never
        },
        ..Job::single("main", &game.name, start, seed, seats.collect())
    };
    job.identify()
}

/// The time of all seats; a deadline that isn't to be met gets no margin.
fn time(game: &Game) -> TimeControl {
    let late =
        |line: &Line| matches!(line, Line::Referee(text) if text.starts_with("error timeout"));
    TimeControl {
        margin_ms: if game.lines.iter().any(late) {
            0
        } else {
            MARGIN_MS
        },
        ..game.time
    }
}
