//! Marks of an exam: points, the score on a scale from 0 to 100, and bands.
//!
//! All comparisons use whole numbers: a bound belongs to the band that begins there, and scores are compared
//! before they are rounded for display. Bounds, marks and points are decimal numbers with three decimals at
//! most, and so are their sums.

use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

/// Bounds are stored in thousandths of a point of the scale.
const PARTS: u32 = 1000;

/// Rounds to a thousandth.
fn thousandth(number: f64) -> f64 {
    (number * f64::from(PARTS)).round() / f64::from(PARTS)
}

/// Returns true for the floating-point number that is nearest to a decimal number with three decimals.
#[expect(clippy::float_cmp, reason = "the nearest one is meant")]
fn is_thousandth(number: f64) -> bool {
    thousandth(number) == number
}

/// Returns an error that names the points, if they are negative or have more than three decimals.
fn check_points(name: &str, points: f64) -> Result<(), String> {
    if points.is_finite() && points >= 0.0 && is_thousandth(points) {
        return Ok(());
    }
    Err(format!(
        "{name} = {points}: expected a number from 0 with three decimals at most"
    ))
}

/// Points for a game, by result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Worth {
    /// Points for a win; the most that a game brings.
    pub win: u32,
    /// Points for a draw.
    pub draw: u32,
    /// Points for a loss.
    pub loss: u32,
}

/// Numbers of games by result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Results {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

/// A mark, and the point on the scale from 0 to 100 at which its band begins.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Band {
    from: u32,
    mark: f64,
}

/// Rules that convert results to marks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Scale {
    worth: Worth,
    /// Bands from the best to the lowest.
    bands: Vec<Band>,
}

/// Score and mark of one student.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Grade {
    /// Points of all games.
    pub score: u64,
    /// The score from 0 to 100, where 100 means that every game was won; None without a game.
    pub normalized: Option<f64>,
    /// The mark of the band.
    pub mark: f64,
}

/// The most points of the stages before the games; 0 unless a tournament file sets some.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct StagePoints {
    /// Points for the basics if all answers are right; each answer is worth the same.
    pub basics: f64,
    /// Points for passing the qualification.
    pub qualification: f64,
}

/// Points of one student in each stage, in thousandths of a point as floating-point numbers: each is the one
/// nearest to a decimal number, so that it is printed as that.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Points {
    /// Points for right answers in the basics.
    pub basics: f64,
    /// Points for the qualification.
    pub qualification: f64,
    /// Points for the games of the main stage: the mark of the band.
    pub games: f64,
}

impl StagePoints {
    /// Creates the points of the stages; returns an error if one is negative or has more than three decimals.
    pub fn new(basics: f64, qualification: f64) -> Result<StagePoints, String> {
        check_points("basics", basics)?;
        check_points("qualification", qualification)?;
        Ok(StagePoints {
            basics,
            qualification,
        })
    }

    /// Returns true if a stage has points.
    pub fn any(self) -> bool {
        self.basics > 0.0 || self.qualification > 0.0
    }

    /// Returns the points for `right` right answers to `asked` questions, rounded to a thousandth; 0 without a
    /// question.
    pub fn of_answers(self, right: u64, asked: u64) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "questions are few")]
        let share = right.min(asked) as f64 / asked.max(1) as f64;
        thousandth(self.basics * share)
    }
}

impl Points {
    /// Returns the sum of the points of all stages.
    pub fn total(self) -> f64 {
        thousandth(self.basics + self.qualification + self.games)
    }
}

impl Default for Worth {
    fn default() -> Worth {
        Worth {
            win: 2,
            draw: 1,
            loss: 0,
        }
    }
}

impl Worth {
    /// Returns the points of a game that is worth 1, ½ or 0 points by its place alone.
    pub fn game(self, points: f64) -> u32 {
        match points {
            1.0.. => self.win,
            0.5.. => self.draw,
            _ => self.loss,
        }
    }

    /// Returns the points of these games; saturates at the largest number.
    pub fn score(self, results: Results) -> u64 {
        let part = |games: u64, worth: u32| games.saturating_mul(worth.into());
        part(results.wins, self.win)
            .saturating_add(part(results.draws, self.draw))
            .saturating_add(part(results.losses, self.loss))
    }
}

impl Results {
    /// One game won.
    pub const WIN: Results = Results::of(1, 0, 0);
    /// One game drawn.
    pub const DRAW: Results = Results::of(0, 1, 0);
    /// One game lost.
    pub const LOSS: Results = Results::of(0, 0, 1);

    /// One game that ended on this place, where so many share the first one.
    pub(crate) fn of_place(place: u8, firsts: usize) -> Results {
        match (place, firsts) {
            (1, 1) => Results::WIN,
            (1, _) => Results::DRAW,
            _ => Results::LOSS,
        }
    }

    const fn of(wins: u64, draws: u64, losses: u64) -> Results {
        Results {
            wins,
            draws,
            losses,
        }
    }

    /// Returns the number of games; saturates at the largest number.
    pub fn games(self) -> u64 {
        self.wins
            .saturating_add(self.draws)
            .saturating_add(self.losses)
    }
}

impl AddAssign for Results {
    fn add_assign(&mut self, other: Results) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }
}

impl Band {
    /// Creates a band that begins at a point from 0 to 100 with at most three decimals; returns an error if
    /// it doesn't, or if the mark is negative or has more than three decimals.
    pub fn new(from: f64, mark: f64) -> Result<Band, String> {
        if !(0.0..=100.0).contains(&from) || !is_thousandth(from) {
            return Err(format!(
                "from = {from}: expected a number from 0 to 100 with three decimals at most"
            ));
        }
        check_points("mark", mark)?;
        let parts = (from * f64::from(PARTS)).round();
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "from 0 to 100 000"
        )]
        let from = parts as u32;
        Ok(Band { from, mark })
    }

    /// Returns the point at which it begins, from 0 to 100.
    pub fn from(&self) -> f64 {
        f64::from(self.from) / f64::from(PARTS)
    }

    /// Returns its mark.
    pub fn mark(&self) -> f64 {
        self.mark
    }

    /// Returns true if `score` out of `most` possible points is in the band or above it.
    fn is_reached(&self, score: u64, most: u128) -> bool {
        u128::from(score) * 100 * u128::from(PARTS) >= u128::from(self.from) * most
    }
}

impl Default for Scale {
    /// Returns the scale of the exam that the format is named after.
    fn default() -> Scale {
        let bands = [
            (80, 20.0),
            (64, 15.0),
            (49, 10.0),
            (42, 7.5),
            (35, 5.0),
            (28, 3.0),
            (20, 2.0),
            (10, 1.0),
            (0, 0.0),
        ];
        let band = |(from, mark): (u32, f64)| Band {
            from: from * PARTS,
            mark,
        };
        Scale {
            worth: Worth::default(),
            bands: bands.map(band).to_vec(),
        }
    }
}

impl Scale {
    /// Creates a scale from bands in any order. Returns an error unless the lowest begins at 0, no two begin
    /// at the same point, and win ≥ draw ≥ loss with a win above 0.
    pub fn new(worth: Worth, mut bands: Vec<Band>) -> Result<Scale, String> {
        let Worth { win, draw, loss } = worth;
        if win == 0 || draw > win || loss > draw {
            return Err(format!(
                "win = {win}, draw = {draw}, loss = {loss}: expected no less for a win than for a \
                 draw, no less for a draw than for a loss, and a win above 0"
            ));
        }
        bands.sort_by_key(|band| std::cmp::Reverse(band.from));
        if let Some(twice) = bands.windows(2).find(|two| two[0].from == two[1].from) {
            return Err(format!("two bands begin at {}", twice[0].from()));
        }
        if bands.last().is_none_or(|lowest| lowest.from > 0) {
            return Err("expected a band from 0: every score needs a mark".to_owned());
        }
        Ok(Scale { worth, bands })
    }

    /// Returns the points for a game.
    pub fn worth(&self) -> Worth {
        self.worth
    }

    /// Returns the bands, from the best to the lowest.
    pub fn bands(&self) -> &[Band] {
        &self.bands
    }

    /// Returns the best mark of all bands.
    pub fn best(&self) -> f64 {
        self.bands.iter().map(Band::mark).fold(0.0, f64::max)
    }

    /// Grades these results; without a game the mark is that of the lowest band.
    pub fn grade(&self, results: Results) -> Grade {
        let score = self.worth.score(results);
        let most = u128::from(results.games()) * u128::from(self.worth.win);
        let reached = |band: &&Band| most > 0 && band.is_reached(score, most);
        let band = self.bands.iter().find(reached).or(self.bands.last());
        #[expect(clippy::cast_precision_loss, reason = "sixteen digits are plenty")]
        let normalized = (most > 0).then(|| 100.0 * score as f64 / most as f64);
        Grade {
            score,
            normalized,
            mark: band.map_or(0.0, Band::mark),
        }
    }
}
