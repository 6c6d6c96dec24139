//! Derives seeds from one master seed by hashing, independent of order and threads.

use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// A seed of 16 bytes, written as 32 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Seed(pub [u8; 16]);

/// Derives a seed from the master seed, a word for its purpose, and the parts on which it depends.
///
/// It is the first half of a SHA-256 hash. Each text is hashed after its length, so that different lists of
/// parts are different inputs of the hash.
pub fn derive(master: u64, purpose: &str, parts: &[&str]) -> Seed {
    let mut hash = Sha256::new();
    hash.update(master.to_le_bytes());
    for part in std::iter::once(&purpose).chain(parts) {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part.as_bytes());
    }
    Seed::of(hash)
}

impl Seed {
    /// Returns the first half of a SHA-256 hash.
    pub(crate) fn of(hash: Sha256) -> Seed {
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&hash.finalize()[..16]);
        Seed(bytes)
    }

    /// Returns 32 bytes for a generator: the SHA-256 hash of the seed and the name. Each stream of one seed
    /// is independent of the others.
    pub fn stream(&self, name: &str) -> [u8; 32] {
        let mut hash = Sha256::new();
        hash.update(self.0);
        hash.update(name.as_bytes());
        hash.finalize().into()
    }

    /// Returns a positive number of 31 bits, which every language can hold as an integer.
    pub fn small(&self) -> u32 {
        let [a, b, c, d, ..] = self.0;
        (u32::from_le_bytes([a, b, c, d]) >> 1).max(1)
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl From<Seed> for String {
    fn from(seed: Seed) -> String {
        seed.to_string()
    }
}

impl TryFrom<String> for Seed {
    type Error = String;

    fn try_from(text: String) -> Result<Seed, String> {
        let refused = || format!("expected 32 hexadecimal digits, found {text:?}");
        if text.len() != 32 || !text.bytes().all(|b| b.is_ascii_hexdigit()) {
            return Err(refused());
        }
        let mut bytes = [0; 16];
        for (i, byte) in bytes.iter_mut().enumerate() {
            *byte = u8::from_str_radix(&text[2 * i..2 * i + 2], 16).map_err(|_| refused())?;
        }
        Ok(Seed(bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_kept_apart() {
        assert_ne!(
            derive(1, "dice", &["ab", "c"]),
            derive(1, "dice", &["a", "bc"])
        );
        assert_ne!(derive(1, "dice", &["a"]), derive(2, "dice", &["a"]));
        assert_ne!(derive(1, "dice", &[]), derive(1, "deal", &[]));
    }

    #[test]
    fn text_round_trips() {
        let seed = derive(7, "deal", &["0"]);
        assert_eq!(Seed::try_from(seed.to_string()), Ok(seed));
        assert!(Seed::try_from("é".repeat(16)).is_err());
        assert!(seed.small() < 1 << 31);
    }
}
