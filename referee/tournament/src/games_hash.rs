//! Hash of the games of a run without their times: two runs of one configuration and seed whose bots repeat their
//! moves have the same, wherever they were played.

use referee_record::Played;
use sha2::{Digest, Sha256};

/// Collects the games of a run, in any order.
#[derive(Default)]
pub(crate) struct GamesHash {
    games: Vec<(u64, [u8; 32])>,
}

impl GamesHash {
    /// Adds a game. A void one isn't among the games: it was void by the machine that played it.
    pub(crate) fn add(&mut self, played: &Played) -> serde_json::Result<()> {
        if played.verdict.void.is_none() {
            let digest = Sha256::digest(serde_json::to_vec(played)?);
            self.games.push((played.job.number, digest.into()));
        }
        Ok(())
    }

    /// Computes SHA-256 over the SHA-256 of each game's `played` as JSON, in the order of the games' numbers;
    /// returns it in hexadecimal digits.
    pub(crate) fn finish(mut self) -> String {
        self.games.sort_unstable();
        let mut sum = Sha256::new();
        for (_, digest) in &self.games {
            sum.update(digest);
        }
        let digits = sum.finalize();
        let digits = digits.iter().map(|byte| format!("{byte:02x}"));
        digits.collect()
    }
}
