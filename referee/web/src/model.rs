//! The data that pages show, in final form: all numbers are rounded and all names chosen.

mod game_query;
mod run_status;

use referee_games::scene::Scene;
use referee_report::document::Section;
use serde::Serialize;

use crate::board::Packer;

pub use game_query::{GameList, GameQuery};
pub use run_status::{RankedBot, RunProgress, RunStatus};

/// The end of a game.
#[derive(Clone, Debug, Serialize)]
pub struct LastGame {
    /// Its number.
    pub number: u64,
    /// Its seats in order, each with its bot and whether it won alone.
    pub seats: Vec<(char, String, bool)>,
    /// The picture of its last position.
    pub scene: Scene,
}

/// A bot in the plot of ratings.
#[derive(Clone, Debug)]
pub struct Rated {
    /// Its name.
    pub bot: String,
    /// Rating on the Elo scale.
    pub rating: f64,
    /// Half of the 95 % interval, in Elo.
    pub error: f64,
    /// Rating and error as the table shows them.
    pub shown: String,
}

/// Shares or counts with their names, drawn as bars.
#[derive(Clone, Debug, Default)]
pub struct Bars {
    /// The title.
    pub title: String,
    /// Name and length of each bar, and the length as it is shown.
    pub bars: Vec<(String, f64, String)>,
}

/// A seat of a game and its bot.
#[derive(Clone, Debug)]
pub struct GameSeat {
    /// The seat's letter.
    pub seat: char,
    /// The bot.
    pub bot: String,
    /// Its place, from 1.
    pub place: u8,
    /// The word of its own fault, if it had one.
    pub fault: Option<String>,
}

/// A game.
#[derive(Clone, Debug)]
pub struct GameSummary {
    /// Its number.
    pub number: u64,
    /// Its place in the run: stage, round, deal.
    pub place: String,
    /// Its seats with their bots.
    pub seats: Vec<GameSeat>,
    /// The reason of its end.
    pub reason: String,
    /// The reason why it doesn't count, if it doesn't.
    pub void: Option<String>,
    /// Number of moves and dice.
    pub steps: u32,
    /// It can be replayed.
    pub replay: bool,
    /// Its record and its repro bundle may be downloaded.
    pub files: bool,
    /// The explained faults.
    pub faults: Vec<FaultView>,
}

/// A fault with its evidence.
#[derive(Clone, Debug, Default)]
pub struct FaultView {
    /// The verdict in a sentence.
    pub heading: String,
    /// The position, as text.
    pub picture: String,
    /// Facts with their names.
    pub facts: Vec<(String, String)>,
    /// The bot's last bytes.
    pub bytes: String,
    /// The end of its stderr.
    pub stderr: String,
    /// The advice.
    pub advice: Vec<String>,
    /// Commands that show more, or repeat the game.
    pub commands: Vec<String>,
    /// The bot's whole input, if it may be shown.
    pub script: Option<String>,
}

/// A run, or a bot's part of it.
#[derive(Default)]
pub struct RunSummary {
    /// The title.
    pub title: String,
    /// A summary in a sentence.
    pub lead: String,
    /// Facts about the run, with their names.
    pub facts: Vec<(String, String)>,
    /// The sections: standings, crosstable, left-out games.
    pub sections: Vec<Section>,
    /// The ratings, the best first.
    pub ratings: Vec<Rated>,
    /// Plots of shares and counts.
    pub bars: Vec<Bars>,
    /// Plots of curves.
    pub curves: Vec<Curves>,
    /// The games, by number.
    pub games: Vec<GameSummary>,
    /// The packed pictures of the games that can be replayed.
    pub reels: Packer,
    /// Remarks on games that are missing, and on those that can't be replayed.
    pub without: Vec<String>,
}

/// Curves over a common x axis.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Curves {
    /// Id of the element in the page that holds them.
    pub id: String,
    /// The title.
    #[serde(skip)]
    pub title: String,
    /// Label of the x axis.
    pub across: String,
    /// Label of the y axis.
    pub y: String,
    /// They are drawn as bars.
    pub bars: bool,
    /// The x values.
    pub x: Vec<u64>,
    /// The curves.
    pub series: Vec<Series>,
}

/// A curve.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Series {
    /// Its name.
    pub name: String,
    /// A value for each x, where there is one.
    pub values: Vec<Option<f64>>,
}

impl GameSummary {
    /// Returns the seats and bots, in a line.
    pub fn title(&self) -> String {
        let seats = self.seats.iter();
        let seats: Vec<String> = seats
            .map(|seated| format!("{} {}", seated.seat, seated.bot))
            .collect();
        format!("Game {}: {}", self.number, seats.join(" – "))
    }

    /// Returns the end of the game, in a line.
    pub fn ended(&self) -> String {
        let places = self.seats.iter().map(|seated| {
            let fault = seated.fault.as_ref();
            let fault = fault.map_or(String::new(), |fault_name| format!(" ({fault_name})"));
            format!("{} {}{fault}", seated.seat, seated.place)
        });
        let places = places.collect::<Vec<_>>().join(", ");
        let ended = match (&self.void, self.winner()) {
            (Some(why), _) => format!("ended: {}, void: {why}", self.reason),
            (None, Some(own)) => format!("{} {} wins: {}", own.seat, own.bot, self.reason),
            (None, None) if self.is_level() => format!("a draw: {}", self.reason),
            (None, None) => format!("ended: {}", self.reason),
        };
        // Of two, the winner or the draw says it all.
        if self.seats.len() == 2 && (self.winner().is_some() || self.is_level()) {
            return format!("{ended}; {}", self.place);
        }
        format!("{ended}; places: {places}; {}", self.place)
    }

    /// Returns the text of its row in the list of games.
    pub fn row(&self) -> String {
        let mut row = self.number.to_string();
        for seat in &self.seats {
            row += &format!(" {} ({})", seat.bot, seat.place);
            row += &seat
                .fault
                .as_ref()
                .map_or(String::new(), |fault| format!(" {fault}"));
        }
        let void = if self.void.is_some() { " void" } else { "" };
        format!("{row} {}{void} {}", self.reason, self.place)
    }

    /// Returns whether all seats share the first place of a game that counts.
    pub fn is_level(&self) -> bool {
        self.void.is_none() && self.seats.iter().all(|seat| seat.place == 1)
    }

    /// Returns the only seat on the first place of a game that counts, if there is just one.
    pub fn winner(&self) -> Option<&GameSeat> {
        if self.void.is_some() {
            return None;
        }
        let mut firsts = self.seats.iter().filter(|seat| seat.place == 1);
        let first = firsts.next()?;
        firsts.next().is_none().then_some(first)
    }
}
