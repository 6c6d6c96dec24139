//! Gives each submission a name of its own, whatever others are named and whatever their authors name them.
//!
//! The name of a folder decides, so that nobody takes the name of somebody else. Where two folders could have
//! the same one, it ends with a hash.

use std::collections::{BTreeMap, BTreeSet};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use referee_output::sanitize::plain;
use sha2::{Digest, Sha256};

use crate::ConfiguredBot;
use crate::bot::{NAME_MAX, escaped, name_of, one_word};

/// What stands between a name and its hash.
const MARK: char = '~';
/// Length of a hash, in hexadecimal digits: too many to look for a folder that has the same.
const DIGITS: usize = 12;

/// A submission.
pub(crate) struct Candidate {
    /// Its path.
    pub path: PathBuf,
    /// Its name; see [`name_each`].
    pub name: String,
    /// The bot, or the reason why there is none.
    pub bot: Result<ConfiguredBot, String>,
}

impl Candidate {
    /// Creates a submission that has no name yet.
    pub(crate) fn new(path: PathBuf, bot: Result<ConfiguredBot, String>) -> Candidate {
        let name = String::new();
        Candidate { path, name, bot }
    }
}

/// Names all submissions that were found in `top`. A name that is `taken` is that of another bot.
///
/// With `by_folder`, the name of its folder counts, whatever a submission names itself. Otherwise its own name
/// does, unless it is also that of another bot or of another submission's folder.
pub(crate) fn name_each(
    candidates: &mut [Candidate],
    mut taken: BTreeSet<String>,
    top: &Path,
    by_folder: bool,
) {
    let others = taken.clone();
    let folders: Vec<String> = candidates
        .iter()
        .map(|candidate| folder_name(&candidate.path))
        .collect();
    let holders = frequencies(&folders);
    for (candidate, folder) in candidates.iter_mut().zip(&folders) {
        let path = candidate.path.strip_prefix(top).unwrap_or(&candidate.path);
        let hashed = (0..).map(|attempt| with_hash(folder, path.as_os_str().as_bytes(), attempt));
        let plain = Some(folder).filter(|folder| holders[*folder] == 1).cloned();
        let mut names = plain.into_iter().chain(hashed);
        candidate.name = names
            .find(|name| taken.insert(name.clone()))
            .unwrap_or_default();
    }
    let chosen: Vec<Option<String>> = candidates
        .iter()
        .map(|candidate| own_name(candidate).filter(|_| !by_folder))
        .collect();
    let askers = frequencies(chosen.iter().flatten());
    for ((candidate, folder), chosen) in candidates.iter_mut().zip(folders).zip(&chosen) {
        let Ok(bot) = &mut candidate.bot else {
            continue;
        };
        let wanted = chosen.as_ref().unwrap_or(&folder);
        if let Some(chosen) = chosen
            && askers[chosen] == 1
            && taken.insert(chosen.clone())
        {
            candidate.name.clone_from(chosen);
        }
        if candidate.name != *wanted {
            bot.wanted = (!others.contains(wanted)).then(|| wanted.clone());
            bot.remarks.push(format!(
                "submission {} plays as {}: another one is named {wanted}, too",
                plain(&candidate.path.to_string_lossy()),
                candidate.name
            ));
        }
        bot.name.clone_from(&candidate.name);
        bot.program.name.clone_from(&candidate.name);
    }
}

/// Returns the name that a submission gives itself, if it isn't that of its folder.
fn own_name(candidate: &Candidate) -> Option<String> {
    let bot = candidate.bot.as_ref().ok()?;
    (bot.name != name_of(&candidate.path)).then(|| bot.name.clone())
}

/// Names a submission after its folder or file; folders of other names have other ones.
pub(crate) fn folder_name(path: &Path) -> String {
    let text = escaped(path);
    let word = one_word(&text);
    if word == text && !has_hash(&word) {
        return word;
    }
    with_hash(&word, text.as_bytes(), 0)
}

/// Ends a name with a hash of the bytes; each attempt has another one.
fn with_hash(name: &str, bytes: &[u8], attempt: u64) -> String {
    let hash = Sha256::new_with_prefix(attempt.to_le_bytes()).chain_update(bytes);
    let mut whole: String = name.chars().take(NAME_MAX - DIGITS - 1).collect();
    whole.push(MARK);
    let bytes = hash.finalize().into_iter().take(DIGITS / 2);
    whole.extend(bytes.map(|byte| format!("{byte:02x}")));
    whole
}

/// Returns whether a name ends as one with a hash does.
fn has_hash(name: &str) -> bool {
    name.rsplit_once(MARK)
        .is_some_and(|(_, end)| end.len() == DIGITS && end.chars().all(|c| c.is_ascii_hexdigit()))
}

fn frequencies<'a>(names: impl IntoIterator<Item = &'a String>) -> BTreeMap<String, usize> {
    let mut frequencies = BTreeMap::new();
    for name in names {
        *frequencies.entry(name.clone()).or_default() += 1;
    }
    frequencies
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_name_that_is_not_shown_as_it_is_ends_with_a_hash() {
        let name = |bytes: &[u8]| folder_name(Path::new(OsStr::from_bytes(bytes)));
        for plain in ["s101", "2026-101", "Müller", "a~b", "x~0123456789abcdef"] {
            assert_eq!(name(plain.as_bytes()), plain);
        }
        assert_eq!(name(b"M\xfcller"), "M\\xfcller");
        assert_eq!(name(b"M\\xfcller"), "M\\x5cxfcller");
        // By `printf '\0\0\0\0\0\0\0\0a b' | sha256sum`, and so on.
        for (bytes, expected) in [
            (&b"a b"[..], "a-b~d612e08239e3"),
            (b"a~0123456789ab", "a~0123456789ab~362bb95611e6"),
        ] {
            assert_eq!(name(bytes), expected);
        }
        let cut = name(&[b'x'; 41]);
        assert!(cut.starts_with(&"x".repeat(27)) && has_hash(&cut), "{cut}");
        assert_eq!(cut.chars().count(), NAME_MAX);
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        /// Folders have the same name if they are the same, and only then.
        #[test]
        fn folders_are_told_apart(
            one in r"[ab \\x2\-~\u{200b}]{1,4}", other in r"[ab \\x2\-~\u{200b}]{1,4}", cut in 0..2_usize,
            byte in 0x80..=0xff_u8
        ) {
            let folder = |name: &str| {
                let mut bytes = vec![byte; cut * 12];
                bytes.extend(name.bytes());
                PathBuf::from(OsStr::from_bytes(&bytes))
            };
            let (one, other) = (folder(&one), folder(&other));
            let names = [&one, &other].map(|path| folder_name(path));
            prop_assert_eq!(one == other, names[0] == names[1]);
            prop_assert!(crate::check_name(&names[0]).is_ok());
        }
    }
}
