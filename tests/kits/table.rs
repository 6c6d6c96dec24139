//! The table of languages and games: faults, and games a second.

use std::fmt;

use referee_record::Record;

/// How a kit fared in a game.
pub struct Cell {
    game: &'static str,
    faults: usize,
    rate: f64,
    wrong: Option<String>,
}

impl Cell {
    /// What came of some games.
    pub fn of(game: &'static str, played: Result<(Vec<Record>, f64), String>) -> Cell {
        let (records, rate) = match played {
            Ok(played) => played,
            Err(why) => {
                return Cell {
                    game,
                    faults: 0,
                    rate: 0.0,
                    wrong: Some(why),
                };
            }
        };
        let sentences: Vec<String> = records
            .iter()
            .flat_map(|record| &record.measured.evidence)
            .map(|evidence| {
                format!(
                    "{}: {} {}",
                    evidence.reason, evidence.sentence, evidence.stderr
                )
            })
            .collect();
        let voids = records.iter().filter_map(|r| r.played.verdict.void.clone());
        let problems: Vec<String> = sentences.into_iter().chain(voids).collect();
        Cell {
            game,
            faults: problems.len(),
            rate,
            wrong: problems.into_iter().next(),
        }
    }
}

/// All kits.
pub struct Table {
    head: String,
    rows: Vec<(&'static str, Vec<Cell>)>,
    wrong: Vec<String>,
}

impl Table {
    /// An empty table of who plays in which jail.
    pub fn new(who: &str, level: &str) -> Table {
        Table {
            head: format!("{who}, {level}: faults, and games a second"),
            rows: Vec::new(),
            wrong: Vec::new(),
        }
    }

    /// Adds what came of a game.
    pub fn add(&mut self, kit: &'static str, cell: Cell) {
        if let Some(wrong) = &cell.wrong {
            self.wrong.push(format!("{kit}, {}: {wrong}", cell.game));
        }
        match self.rows.iter_mut().find(|(name, _)| *name == kit) {
            Some((_, cells)) => cells.push(cell),
            None => self.rows.push((kit, vec![cell])),
        }
    }

    /// Notes what must be.
    pub fn check(&mut self, right: bool, why: impl Fn() -> String) {
        if !right {
            self.wrong.push(why());
        }
    }

    /// Whether nothing went wrong.
    pub fn is_clean(&self) -> bool {
        self.wrong.is_empty()
    }

    /// What went wrong.
    pub fn failures(&self) -> String {
        self.wrong.join("\n")
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.head)?;
        for (i, (kit, cells)) in self.rows.iter().enumerate() {
            if i == 0 {
                write!(f, "{:11}", "")?;
                for cell in cells {
                    write!(f, "{:>15}", cell.game)?;
                }
                writeln!(f)?;
            }
            write!(f, "{kit:11}")?;
            for cell in cells {
                write!(f, "{:>8} {:6.1}", cell.faults, cell.rate)?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
