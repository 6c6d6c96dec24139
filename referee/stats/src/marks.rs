//! Marks of an exam: points, the score on a scale from 0 to 100, and bands.
//!
//! Everything is compared as whole numbers: a bound belongs to the band that begins there, and what
//! is shown rounded was compared before.

use serde::{Deserialize, Serialize};

/// What a bound is kept in: thousandths of a point of the scale.
const PARTS: u32 = 1000;

/// What a game is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Worth {
    /// A game won; the most that a game brings.
    pub win: u32,
    /// A game drawn.
    pub draw: u32,
    /// A game lost.
    pub loss: u32,
}

/// Games by how they ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Results {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

/// A mark, and where on the scale from 0 to 100 it begins.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Band {
    from: u32,
    mark: f64,
}

/// How results become marks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Scale {
    worth: Worth,
    /// From the best to the lowest.
    bands: Vec<Band>,
}

/// What somebody gets.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Grade {
    /// Points of all games.
    pub score: u64,
    /// The score from 0 to 100, where 100 is won by winning every game; without a game there is none.
    pub normalized: Option<f64>,
    /// The mark of the band.
    pub mark: f64,
}

/// The most points of the stages before the games; none unless a tournament file gives some.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct StagePoints {
    /// For the basics, all answers right; each answer is worth the same.
    pub basics: f64,
    /// For a qualification that was passed.
    pub qualification: f64,
}

/// What somebody gets in each stage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Points {
    /// For right answers in the basics.
    pub basics: f64,
    /// For the qualification.
    pub qualification: f64,
    /// For the games of the main stage: the mark of the band.
    pub games: f64,
}

impl StagePoints {
    /// Points from 0 on.
    pub fn new(basics: f64, qualification: f64) -> Result<StagePoints, String> {
        for (name, points) in [("basics", basics), ("qualification", qualification)] {
            if !points.is_finite() || points < 0.0 {
                return Err(format!("{name} = {points}: expected a number from 0"));
            }
        }
        Ok(StagePoints {
            basics,
            qualification,
        })
    }

    /// Whether there are any.
    pub fn any(self) -> bool {
        self.basics > 0.0 || self.qualification > 0.0
    }

    /// The points of so many right answers among so many questions; without a question none.
    pub fn of_answers(self, right: u64, asked: u64) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "questions are few")]
        let share = right.min(asked) as f64 / asked.max(1) as f64;
        self.basics * share
    }
}

impl Points {
    /// The points of all stages.
    pub fn total(self) -> f64 {
        self.basics + self.qualification + self.games
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
    /// The points of these games; more than can be counted stays at the highest number.
    pub fn score(self, results: Results) -> u64 {
        let part = |games: u64, worth: u32| games.saturating_mul(worth.into());
        part(results.wins, self.win)
            .saturating_add(part(results.draws, self.draw))
            .saturating_add(part(results.losses, self.loss))
    }
}

impl Results {
    /// How many games there are.
    pub fn games(self) -> u64 {
        self.wins
            .saturating_add(self.draws)
            .saturating_add(self.losses)
    }
}

impl Band {
    /// A band that begins at a point from 0 to 100 with three decimals at most.
    pub fn new(from: f64, mark: f64) -> Result<Band, String> {
        let parts = (from * f64::from(PARTS)).round();
        if !(0.0..=100.0).contains(&from) || (parts - from * f64::from(PARTS)).abs() > 1e-6 {
            return Err(format!(
                "from = {from}: expected a number from 0 to 100 with three decimals at most"
            ));
        }
        if !mark.is_finite() || mark < 0.0 {
            return Err(format!("mark = {mark}: expected a number from 0"));
        }
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "from 0 to 100 000"
        )]
        let from = parts as u32;
        Ok(Band { from, mark })
    }

    /// Where it begins, from 0 to 100.
    pub fn from(&self) -> f64 {
        f64::from(self.from) / f64::from(PARTS)
    }

    /// Its mark.
    pub fn mark(&self) -> f64 {
        self.mark
    }

    /// Whether so many points of so many that could be had are in it or above.
    fn is_reached(&self, score: u64, most: u128) -> bool {
        u128::from(score) * 100 * u128::from(PARTS) >= u128::from(self.from) * most
    }
}

impl Default for Scale {
    /// The scale of the exam that the format is named after.
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
    /// A scale of one's own: bands in any order, the lowest of them from 0.
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

    /// What a game is worth.
    pub fn worth(&self) -> Worth {
        self.worth
    }

    /// The bands, from the best to the lowest.
    pub fn bands(&self) -> &[Band] {
        &self.bands
    }

    /// The best mark of all bands.
    pub fn best(&self) -> f64 {
        self.bands.iter().map(Band::mark).fold(0.0, f64::max)
    }

    /// What these results bring; without a game it is the mark of the lowest band.
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
