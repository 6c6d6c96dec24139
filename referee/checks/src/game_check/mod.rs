//! Checks the rules of a game by random play: what every game promises, whoever wrote it.
//!
//! Begin at [`check_game`]. Each of the `laws` is tried in many positions; of one that is broken the shortest game is
//! kept that shows it, as lines for `referee rules`.

mod laws;

use std::collections::BTreeMap;
use std::time::Instant;

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use referee_games::{GameKind, OptionError, Position, Rules, Turn, random};
use referee_output::sanitize::plain;
use referee_output::text_layout::wrap;
use referee_record::Seed;
use serde::Serialize;

use laws::{LAWS, Law, LawTrial};

/// What a check has found.
#[derive(Debug, Serialize)]
pub struct GameCheck {
    /// Name of the game.
    pub game: String,
    /// Games that were played.
    pub games: u64,
    /// Positions in them.
    pub positions: u64,
    /// Positions for each second of a game between bots that need no time.
    pub positions_per_second: u64,
    /// All laws, in the order in which they are told.
    pub laws: Vec<LawResult>,
}

/// Whether a law holds.
#[derive(Debug, Serialize)]
pub struct LawResult {
    /// The law, as a sentence.
    pub law: &'static str,
    /// Whether it was tried: a game may lack what it is about.
    pub tried: bool,
    /// The shortest game that breaks it; `None` if it holds.
    pub broken: Option<BrokenLaw>,
}

/// How a law is broken.
#[derive(Clone, Debug, Serialize)]
pub struct BrokenLaw {
    /// Lines for `referee rules` that lead to the position.
    pub lines: Vec<String>,
    /// What is wrong there, in words.
    pub what: String,
}

impl GameCheck {
    /// Returns true if all laws hold.
    pub fn holds(&self) -> bool {
        self.laws.iter().all(|law| law.broken.is_none())
    }

    /// Returns the findings as lines of at most 80 columns.
    pub fn text(&self) -> String {
        let (game, games, positions) = (&self.game, self.games, self.positions);
        let mut text = format!(
            "{game}: {games} games, {positions} positions, {} a second\n",
            self.positions_per_second
        );
        for LawResult { law, tried, broken } in &self.laws {
            let mark = match broken {
                Some(_) => "✗",
                None if *tried => "✓",
                None => "-",
            };
            text += &format!("  {mark} {law}\n");
            let Some(broken) = broken else { continue };
            for line in &broken.lines {
                text += &format!("      > {}\n", plain(line));
            }
            let what = format!("      {}", plain(&broken.what));
            text += &format!("{}\n", wrap(&what, 6));
        }
        text
    }
}

/// Plays so many random games by rules with these options, and tries all laws in their positions. Returns an error if
/// the options are wrong.
pub fn check_game(
    kind: &dyn GameKind,
    given: &BTreeMap<String, String>,
    games: u64,
) -> Result<GameCheck, OptionError> {
    let rules = kind.rules(given)?;
    let began = Instant::now();
    let mut positions = 0;
    for number in 0..games {
        let mut game = RandomGame::begin(&*rules, number);
        positions += 1;
        while game.step() {
            positions += 1;
        }
    }
    let took = began.elapsed();
    let per_second = u128::from(positions) * 1_000_000 / took.as_micros().max(1);
    let mut trial = LawTrial::new(kind, given)?;
    for number in 0..games {
        let mut game = RandomGame::begin(&*rules, number);
        trial.begin(&game, number);
        let mut ply = 0;
        while trial.look(&game, ply) && game.step() {
            ply += 1;
        }
    }
    let (mut broken, tried) = (trial.broken, trial.tried);
    let laws = LAWS.into_iter().map(|law: Law| LawResult {
        law: law.sentence(),
        tried: tried.contains(&law),
        broken: broken.remove(&law),
    });
    Ok(GameCheck {
        game: kind.name().to_owned(),
        games,
        positions,
        positions_per_second: u64::try_from(per_second).unwrap_or(u64::MAX),
        laws: laws.collect(),
    })
}

/// A game at random, half of them from the default start and half dealt.
struct RandomGame {
    position: Box<dyn Position>,
    rng: ChaCha8Rng,
    /// How it was reached, as lines for `referee rules`.
    lines: Vec<String>,
}

impl RandomGame {
    fn begin(rules: &dyn Rules, number: u64) -> RandomGame {
        let mut rng = ChaCha8Rng::seed_from_u64(number);
        let seed = referee_record::derive(number, "deal", &[]);
        let (position, line) = if number.is_multiple_of(2) {
            (rules.start(), "new".to_owned())
        } else {
            (deal(rules, seed, &mut rng), format!("new seed={number}"))
        };
        RandomGame {
            position,
            rng,
            lines: vec![line],
        }
    }

    /// Goes on by one step; returns false at the end, or where the rules failed.
    fn step(&mut self) -> bool {
        let line = match self.position.turn() {
            Turn::Over(_) | Turn::Failed(_) => return false,
            Turn::Chance(chance) => {
                let outcome = chance.draw(&mut self.rng);
                self.position.cast(outcome);
                format!("chance {outcome}")
            }
            Turn::Forced(_, word) => {
                self.position.play(&word);
                format!("play {word}")
            }
            Turn::Seat(_) => {
                let legal = self.position.legal();
                let word = &legal[random::index(&mut self.rng, legal.len())];
                self.position.play(word);
                format!("play {word}")
            }
        };
        self.lines.push(line);
        true
    }
}

/// Draws a start as `new seed=N` of `referee rules` does.
fn deal(rules: &dyn Rules, seed: Seed, rng: &mut ChaCha8Rng) -> Box<dyn Position> {
    let stream = seed.stream("deal");
    let drawn = rules.deal_from(stream);
    drawn.unwrap_or_else(|| {
        *rng = ChaCha8Rng::from_seed(stream);
        rules.deal(rng)
    })
}
