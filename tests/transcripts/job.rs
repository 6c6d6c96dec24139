//! The games of transcripts as jobs for the referee.

use referee_record::{
    Job, JobId, Limits, Place, Restart, SeatAssignment, Seed, Start, StartFrom, TimeControl, derive,
};

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
    let chair = |seat: char| SeatAssignment {
        seat,
        bot: match seat {
            seat if seat == game.seat => BOT.to_owned(),
            seat => format!("{number}{seat}"),
        },
        seed: seed.small(),
        time: time(game),
        examiner: false,
        limits: None,
        settings: None,
    };
    let job = Job {
        pondering: None,
        id: JobId(Seed([0; 16])),
        number: u64::try_from(number).expect("a small number"),
        place: Place {
            stage: "main".to_owned(),
            round: 1,
            block: Vec::new(),
            deal: 1,
            rotation: 1,
            rotations: 1,
        },
        game: game.name.clone(),
        options: game.options.clone(),
        start: Start {
            from: game
                .state
                .clone()
                .map_or(StartFrom::Default, StartFrom::State),
            plies: 0,
            seed,
        },
        dice: seed,
        seats: position
            .seats()
            .into_iter()
            .map(|seat| chair(seat.letter()))
            .collect(),
        limits: Limits::default(),
        restart: if number == games {
            Restart::Game
        } else {
            Restart::Never
        },
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
