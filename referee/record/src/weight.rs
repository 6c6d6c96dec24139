//! Estimates the memory of a record, so that a holder of many can tell when they are too many.

use crate::record::{BotMeasure, Evidence, PlyMeasure, Record};

/// Bytes of a string in addition to its text.
const STRING: usize = 56;

impl Record {
    /// Returns roughly the bytes that the record takes in memory. Parts that bots can make large are counted.
    pub fn weight(&self) -> usize {
        let measured = &self.measured;
        let plies: usize = measured.plies.iter().map(ply).sum();
        let bots: usize = measured.bots.iter().map(bot).sum();
        let evidence: usize = measured.evidence.iter().map(fault).sum();
        let steps = self.played.steps.len() * 2 * STRING;
        size_of::<Record>() + steps + plies + bots + evidence
    }
}

fn ply(ply: &PlyMeasure) -> usize {
    let info: usize = ply.info.iter().map(|line| STRING + line.len()).sum();
    size_of::<PlyMeasure>() + info
}

fn bot(bot: &BotMeasure) -> usize {
    size_of::<BotMeasure>() + bot.stderr_head.len() + bot.stderr_tail.len()
}

fn fault(fault: &Evidence) -> usize {
    size_of::<Evidence>() + fault.last_bytes.len() + fault.stderr.len()
}
