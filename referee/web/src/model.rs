//! What pages show, as finished data: whoever fills it in has rounded all numbers and chosen all names.

mod rounds;
mod table;

use serde::Serialize;

use crate::board::Packer;

pub use rounds::{RoundSide, RoundView, Rounds, Tie};
pub use table::{TableCell, TableView};

/// Sentences that belong together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct NoteBlock {
    /// What they are about.
    pub title: Option<String>,
    /// A sentence each.
    pub lines: Vec<String>,
}

/// A part of a page: tables, and what is said below them.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Section {
    /// Its name in links: letters and hyphens.
    pub id: &'static str,
    /// Its heading.
    pub title: String,
    /// Its tables.
    pub tables: Vec<TableView>,
    /// Its rounds.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rounds: Vec<Rounds>,
    /// What is said below them.
    pub blocks: Vec<NoteBlock>,
}

/// A bot in the plot of ratings.
#[derive(Clone, Debug)]
pub struct Rated {
    /// Its name.
    pub bot: String,
    /// On the scale of Elo.
    pub rating: f64,
    /// Half of the 95 % interval.
    pub error: f64,
    /// Both, as they stand in the table.
    pub shown: String,
}

/// Shares or counts with their names, drawn as bars.
#[derive(Clone, Debug, Default)]
pub struct Bars {
    /// What they are.
    pub title: String,
    /// Name, length, and the length as it is shown.
    pub bars: Vec<(String, f64, String)>,
}

/// A seat of a game and who sat in it.
#[derive(Clone, Debug)]
pub struct GameSeat {
    /// The seat's letter.
    pub seat: char,
    /// The bot.
    pub bot: String,
    /// Its place, from 1.
    pub place: u8,
    /// The word of a fault of its own.
    pub fault: Option<String>,
}

/// A game.
#[derive(Clone, Debug)]
pub struct GameSummary {
    /// Its number.
    pub number: u64,
    /// Where it stands in the run: stage, round, deal.
    pub place: String,
    /// Who played.
    pub chairs: Vec<GameSeat>,
    /// The verdict word.
    pub reason: String,
    /// Why it doesn't count, if it doesn't.
    pub void: Option<String>,
    /// How it ended in the game's own words, where they are known.
    pub farewell: Option<String>,
    /// Moves and dice.
    pub steps: u32,
    /// Whether it can be replayed.
    pub replay: bool,
    /// Whether its record, and what repeats it, may be taken along.
    pub files: bool,
    /// The faults that are explained.
    pub faults: Vec<FaultView>,
}

/// A fault with its evidence.
#[derive(Clone, Debug, Default)]
pub struct FaultView {
    /// The verdict in a sentence.
    pub heading: String,
    /// The position, as text.
    pub picture: String,
    /// What is known, by name.
    pub facts: Vec<(String, String)>,
    /// The bot's last bytes.
    pub bytes: String,
    /// The end of its stderr.
    pub stderr: String,
    /// What to try.
    pub advice: Vec<String>,
    /// Commands that show more, or repeat it.
    pub commands: Vec<String>,
    /// All that the bot was told, where it is given.
    pub script: Option<String>,
}

/// A run, or a bot's part of it.
#[derive(Default)]
pub struct RunSummary {
    /// What it is called.
    pub title: String,
    /// In a sentence.
    pub lead: String,
    /// What was played, by name.
    pub facts: Vec<(String, String)>,
    /// Standings, crosstable, what is left out.
    pub sections: Vec<Section>,
    /// The ratings, the best first.
    pub ratings: Vec<Rated>,
    /// Plots of shares and counts.
    pub bars: Vec<Bars>,
    /// Plots of curves.
    pub curves: Vec<Curves>,
    /// The games, by number.
    pub games: Vec<GameSummary>,
    /// The pictures of those that can be replayed.
    pub reels: Packer,
    /// Which games aren't among them, and which can't be replayed.
    pub without: Vec<String>,
}

/// Curves over one axis.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Curves {
    /// The name of their place in the page.
    pub id: String,
    /// What they show.
    #[serde(skip)]
    pub title: String,
    /// What goes across.
    pub across: String,
    /// What goes upwards.
    pub y: String,
    /// Whether they are drawn as bars.
    pub bars: bool,
    /// Where values are.
    pub x: Vec<u64>,
    /// A curve each.
    pub series: Vec<Series>,
    /// What stands below each x instead of a number, where that has a name.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
    /// How far up and down each value of the first curve may be off; then these are points, and no curve.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<f64>,
}

/// A curve.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Series {
    /// Whose it is.
    pub name: String,
    /// A value for each x, where there is one.
    pub values: Vec<Option<f64>>,
}

impl GameSummary {
    /// Who played, in a line.
    pub fn title(&self) -> String {
        let chairs = self.chairs.iter();
        let chairs: Vec<String> = chairs
            .map(|chair| format!("{} {}", chair.seat, chair.bot))
            .collect();
        format!("Game {}: {}", self.number, chairs.join(" – "))
    }

    /// How it ended, in a line.
    pub fn ended(&self) -> String {
        let places = self.chairs.iter().map(|chair| {
            let fault = chair.fault.as_ref();
            let fault = fault.map_or(String::new(), |fault_name| format!(" ({fault_name})"));
            format!("{} {}{fault}", chair.seat, chair.place)
        });
        let places = places.collect::<Vec<_>>().join(", ");
        let ended = match (&self.void, self.winner()) {
            (Some(why), _) => format!("ended: {}, void: {why}", self.reason),
            (None, Some(own)) => format!("{} {} wins: {}", own.seat, own.bot, self.reason),
            (None, None) => format!("ended: {}", self.reason),
        };
        format!("{ended}; places: {places}; {}", self.place)
    }

    /// Who is first alone.
    fn winner(&self) -> Option<&GameSeat> {
        let mut firsts = self.chairs.iter().filter(|seat| seat.place == 1);
        let first = firsts.next()?;
        firsts.next().is_none().then_some(first)
    }
}
