//! A transcript file, read.

use std::collections::BTreeMap;

use referee_record::TimeControl;

/// One conversation: all games of one process.
#[derive(Debug)]
pub(super) struct Transcript {
    pub(super) games: Vec<Game>,
}

/// What is played, and what is said meanwhile.
#[derive(Debug, Default)]
pub(super) struct Game {
    pub(super) name: String,
    pub(super) options: BTreeMap<String, String>,
    /// The start position, if it isn't the default.
    pub(super) state: Option<String>,
    /// The seat of the bot whose conversation this is.
    pub(super) seat: char,
    /// What the bots on other seats answer, in order.
    pub(super) opponents: BTreeMap<char, Vec<String>>,
    /// What the dice come from.
    pub(super) seed: u64,
    pub(super) time: TimeControl,
    pub(super) lines: Vec<Line>,
}

/// A line that one side says.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Line {
    Referee(String),
    Bot(String),
}

impl Transcript {
    /// Reads the text of a file.
    pub(super) fn parse(text: &str) -> Result<Transcript, String> {
        let mut games: Vec<Game> = Vec::new();
        for (i, line) in text.lines().enumerate() {
            take(&mut games, line).map_err(|error| format!("line {}: {error}", i + 1))?;
        }
        Ok(Transcript { games })
    }

    /// All lines, over the bounds of games.
    pub(super) fn lines(&self) -> impl Iterator<Item = &Line> {
        self.games.iter().flat_map(|game| &game.lines)
    }

    /// What the referee says.
    pub(super) fn referee_lines(&self) -> Vec<&str> {
        let expected_lines = self.lines().filter_map(|line| match line {
            Line::Referee(text) => Some(text.as_str()),
            Line::Bot(_) => None,
        });
        expected_lines.collect()
    }

    /// What the bot says.
    pub(super) fn said(&self) -> Vec<&str> {
        let said = self.lines().filter_map(|line| match line {
            Line::Bot(text) => Some(text.as_str()),
            Line::Referee(_) => None,
        });
        said.collect()
    }
}

/// Takes in one line of a file.
fn take(games: &mut Vec<Game>, line: &str) -> Result<(), String> {
    if let Some(header) = line.strip_prefix("#! ") {
        let (key, value) = header.split_once(' ').ok_or("a header without a value")?;
        if key == "game" {
            games.push(Game::default());
        }
        let game = games.last_mut().ok_or("a header before `#! game`")?;
        return game.header(key, value);
    }
    if line.is_empty() || line.starts_with('#') {
        return Ok(());
    }
    let game = games.last_mut().ok_or("a line before `#! game`")?;
    game.lines.push(match line.split_once(' ') {
        Some((">", text)) => Line::Referee(text.to_owned()),
        Some(("<", text)) => Line::Bot(text.to_owned()),
        _ => return Err(format!("{line:?} begins with neither > nor < nor #")),
    });
    Ok(())
}

impl Game {
    fn header(&mut self, key: &str, value: &str) -> Result<(), String> {
        let no_seat = || format!("no seat in {value:?}");
        match key {
            "game" => value.clone_into(&mut self.name),
            "option" => self.options.extend(pairs(value)?),
            "state" => self.state = Some(value.to_owned()),
            "seat" => self.seat = value.parse().map_err(|_| no_seat())?,
            "opponent" => {
                let mut words = value.split(' ').map(str::to_owned);
                let seat = words.next().and_then(|text| text.parse().ok());
                self.opponents
                    .insert(seat.ok_or_else(no_seat)?, words.collect());
            }
            "seed" => self.seed = value.parse().map_err(|_| format!("no seed: {value:?}"))?,
            "time" => self.time = time(value)?,
            _ => return Err(format!("there is no header {key:?}")),
        }
        Ok(())
    }
}

fn pairs(text: &str) -> Result<Vec<(String, String)>, String> {
    let pair = |pair_text: &str| match pair_text.split_once('=') {
        Some((key, value)) => Ok((key.to_owned(), value.to_owned())),
        None => Err(format!("{pair_text:?} is no key=value")),
    };
    text.split(' ').map(pair).collect()
}

/// A time control as a tournament file has it: every value is a number.
fn time(text: &str) -> Result<TimeControl, String> {
    let mut table = serde_json::Map::new();
    for (key, value) in pairs(text)? {
        let number: u64 = value.parse().map_err(|_| format!("no number: {value:?}"))?;
        table.insert(key, number.into());
    }
    serde_json::from_value(table.into()).map_err(|error| error.to_string())
}

#[test]
fn what_is_played_and_said_is_read() {
    let text = "#! game ludo\n#! option seats=AC rolls=9\n#! state x y\n#! seat C\n\
                #! opponent A p resign\n#! seed 5\n#! time clock_ms=100 inc_ms=1\n\
                > hello\n< ready fox\n# A remark.\n\n#! game onitama\n#! seat A\n> quit\n";
    let transcript = Transcript::parse(text).expect("a transcript");
    assert_eq!(
        (transcript.referee_lines(), transcript.said()),
        (vec!["hello", "quit"], vec!["ready fox"])
    );
    let [ludo, onitama] = &transcript.games[..] else {
        panic!("two games");
    };
    assert_eq!((ludo.name.as_str(), ludo.seat, ludo.seed), ("ludo", 'C', 5));
    assert_eq!(
        (&*ludo.options["seats"], &*ludo.options["rolls"]),
        ("AC", "9")
    );
    assert_eq!(ludo.state.as_deref(), Some("x y"));
    assert_eq!(ludo.opponents[&'A'], ["p", "resign"]);
    let spelled = serde_json::to_value(ludo.time).expect("a time control");
    assert_eq!(spelled, serde_json::json!({"clock_ms": 100, "inc_ms": 1}));
    assert_eq!(onitama.lines, [Line::Referee("quit".to_owned())]);
    assert!(onitama.state.is_none() && onitama.opponents.is_empty());
}

#[test]
fn what_a_transcript_cannot_mean_is_refused() {
    for text in [
        "> hello",
        "#! seat A",
        "#! game ludo\n#! colour red",
        "#! game ludo\n#! seat AB",
        "#! game ludo\n#! option turns",
        "#! game ludo\n#! time move_ms=soon",
        "#! game ludo\n#! time inc_ms=5",
        "#! game ludo\nhello",
        "#! game ludo\n>hello",
    ] {
        let error = Transcript::parse(text).expect_err(text);
        let last = format!("line {}: ", text.lines().count());
        assert!(error.starts_with(&last), "{text}: {error}");
    }
}
