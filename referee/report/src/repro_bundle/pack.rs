//! Packs the folder that repeats a game as one `tar.gz` file: every system can unpack it, and it keeps the
//! executable flag.

use anyhow::Result;
use flate2::Compression;
use flate2::write::GzEncoder;
use referee_engine::SeatTranscript;
use tar::{Builder, Header};

use super::folder::parts;
use crate::game_view::RecordedGame;

/// Returns the folder, packed under the name `folder`.
pub fn packed(game: &RecordedGame, script: &SeatTranscript, folder: &str) -> Result<Vec<u8>> {
    let mut archive = Builder::new(GzEncoder::new(Vec::new(), Compression::default()));
    for part in parts(game, script) {
        let mut header = Header::new_ustar();
        header.set_uid(0);
        header.set_gid(0);
        header.set_mode(if part.runs { 0o755 } else { 0o644 });
        header.set_mtime(game.record.measured.began_ms / 1000);
        header.set_size(part.text.len() as u64);
        let path = format!("{folder}/{}", part.name);
        archive.append_data(&mut header, path, part.text.as_bytes())?;
    }
    Ok(archive.into_inner()?.finish()?)
}
