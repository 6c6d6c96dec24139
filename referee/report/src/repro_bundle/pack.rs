//! Packs the folder that repeats a game as one `tar.gz` file: every system can unpack it, and it keeps the
//! executable flag.

use std::io::Write;

use crate::game_view::RecordedGame;
use anyhow::Result;
use flate2::Compression;
use flate2::write::GzEncoder;
use referee_engine::SeatTranscript;
use referee_output::failure::machine;

use super::folder::{BundleFile, parts};

/// Size of a tar block, in bytes.
const BLOCK: usize = 512;

/// Returns the folder, packed under the name `folder`.
pub fn packed(game: &RecordedGame, script: &SeatTranscript, folder: &str) -> Result<Vec<u8>> {
    let when = game.record.measured.began_ms / 1000;
    let mut out = GzEncoder::new(Vec::new(), Compression::default());
    for part in parts(game, script) {
        let rest = part.text.len().next_multiple_of(BLOCK) - part.text.len();
        out.write_all(&head(&part, folder, when)?)?;
        out.write_all(part.text.as_bytes())?;
        out.write_all(&[0; BLOCK][..rest])?;
    }
    out.write_all(&[0; 2 * BLOCK])?;
    Ok(out.finish()?)
}

/// Returns the header of a file in the POSIX tar format (ustar).
fn head(part: &BundleFile, folder: &str, when: u64) -> Result<[u8; BLOCK]> {
    let mode = if part.runs { 0o755 } else { 0o644 };
    let number = |value: u64, digits: usize| format!("{value:0digits$o}");
    let fields = [
        (0, 100, format!("{folder}/{}", part.name)),
        (100, 8, number(mode, 7)),
        (108, 8, number(0, 7)),
        (116, 8, number(0, 7)),
        (124, 12, number(part.text.len() as u64, 11)),
        (136, 12, number(when, 11)),
        // The checksum is the sum of all bytes of the header; its own field counts as spaces.
        (148, 8, "        ".to_owned()),
        (156, 1, "0".to_owned()),
        (257, 8, "ustar\u{0}00".to_owned()),
    ];
    let mut head = [0; BLOCK];
    for (at, most, text) in fields {
        if text.len() > most {
            return Err(machine(format!("{text:?} is too long for a packed folder")));
        }
        head[at..at + text.len()].copy_from_slice(text.as_bytes());
    }
    let sum: u64 = head.iter().map(|byte| u64::from(*byte)).sum();
    let sum = format!("{}\u{0} ", number(sum, 6));
    head[148..156].copy_from_slice(sum.as_bytes());
    Ok(head)
}
