//! Counts and hashes the bytes that a bot is sent, with XXH64: to take them one by one would be a tenth of the time that the
//! referee needs for a ply.

use std::hash::Hasher;

use referee_record::TranscriptHash;
use twox_hash::XxHash64;

/// The count and the hash of the bytes so far; it doesn't matter in which pieces they come.
#[derive(Clone)]
pub(crate) struct TranscriptHasher {
    bytes: u64,
    state: XxHash64,
}

impl TranscriptHasher {
    /// Creates the hasher of no bytes.
    pub(crate) fn new() -> TranscriptHasher {
        TranscriptHasher {
            bytes: 0,
            state: XxHash64::with_seed(0),
        }
    }

    /// Adds the next bytes.
    pub(crate) fn add(&mut self, bytes: &[u8]) {
        self.bytes += bytes.len() as u64;
        self.state.write(bytes);
    }

    /// Returns the count and the hash.
    pub(crate) fn finish(&self) -> TranscriptHash {
        TranscriptHash {
            bytes: self.bytes,
            xxh64: self.state.finish(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_the_published_one_however_it_is_cut() {
        for (text, xxh64) in [
            ("", 0xef46_db37_51d8_e999),
            ("a", 0xd24e_c4f1_a98c_6e5b),
            ("abc", 0x44bc_2cf5_ad77_0999),
            (
                "Nobody inspects the spammish repetition",
                0xfbce_a83c_8a37_8bf1,
            ),
        ] {
            for piece in [1, 3, 100] {
                let mut hasher = TranscriptHasher::new();
                for bytes in text.as_bytes().chunks(piece) {
                    hasher.add(bytes);
                }
                let told = hasher.finish();
                assert_eq!(
                    (told.bytes, told.xxh64),
                    (text.len() as u64, xxh64),
                    "{text}"
                );
            }
        }
    }
}
