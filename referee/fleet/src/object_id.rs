//! Names of objects that a coordinator gives to workers: by what they are and the hash of what they hold.

use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// What an object is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum ObjectContents {
    /// The files of a bot.
    Bot,
    /// What a worker needs to know of a run.
    Manifest,
}

/// All kinds, with their words.
const KINDS: [(ObjectContents, &str); 2] = [
    (ObjectContents::Bot, "bot"),
    (ObjectContents::Manifest, "manifest"),
];

/// The name of an object, as text `KIND-HASH` with 64 hexadecimal digits. It can also be the name of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub(crate) struct ObjectId {
    kind: ObjectContents,
    /// SHA-256 of the contents.
    hash: [u8; 32],
}

impl ObjectId {
    /// Returns the name of an object with these contents.
    pub(crate) fn of(kind: ObjectContents, bytes: &[u8]) -> ObjectId {
        ObjectId {
            kind,
            hash: Sha256::digest(bytes).into(),
        }
    }

    /// Tells if these bytes are what the object holds.
    pub(crate) fn holds(&self, bytes: &[u8]) -> bool {
        *self == ObjectId::of(self.kind, bytes)
    }
}

impl Display for ObjectId {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let word = KINDS.iter().find(|(kind, _)| *kind == self.kind);
        write!(f, "{}-", word.map_or("", |(_, word)| word))?;
        self.hash
            .iter()
            .try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl FromStr for ObjectId {
    type Err = String;

    fn from_str(text: &str) -> Result<ObjectId, String> {
        let parse = || {
            let (word, digits) = text.split_once('-')?;
            let (kind, _) = KINDS.iter().find(|(_, known)| *known == word)?;
            let plain = |digit: &u8| matches!(digit, b'0'..=b'9' | b'a'..=b'f');
            if digits.len() != 64 || !digits.as_bytes().iter().all(plain) {
                return None;
            }
            let mut hash = [0; 32];
            for (i, byte) in hash.iter_mut().enumerate() {
                *byte = u8::from_str_radix(&digits[2 * i..2 * i + 2], 16).ok()?;
            }
            Some(ObjectId { kind: *kind, hash })
        };
        parse().ok_or_else(|| "expected an object's kind and its hash".to_owned())
    }
}

impl TryFrom<String> for ObjectId {
    type Error = String;

    fn try_from(text: String) -> Result<ObjectId, String> {
        text.parse()
    }
}

impl From<ObjectId> for String {
    fn from(id: ObjectId) -> String {
        id.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_object_is_known_by_its_name() {
        let id = ObjectId::of(ObjectContents::Bot, b"files");
        assert!(id.holds(b"files") && !id.holds(b"others"));
        assert_eq!(id.to_string().parse(), Ok(id));
        assert_ne!(id, ObjectId::of(ObjectContents::Manifest, b"files"));
    }

    #[test]
    fn nothing_else_is_a_name() {
        let hash = "0123456789abcdef".repeat(4);
        assert!(format!("bot-{hash}").parse::<ObjectId>().is_ok());
        for text in [
            String::new(),
            "bot".to_owned(),
            "bot-".to_owned(),
            hash.clone(),
            format!("/tmp/bot-{hash}"),
            format!("bot-/{}", &hash[1..]),
            format!("bot-{hash}0"),
            format!("bot-{}", hash.to_uppercase()),
            format!("other-{hash}"),
            format!("bot-+{}", &hash[1..]),
            format!("bot-{}é", &hash[2..]),
        ] {
            assert!(text.parse::<ObjectId>().is_err(), "{text}");
        }
    }
}
