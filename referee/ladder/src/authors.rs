//! The authors of a ladder and their tokens, in a file that the operator changes while the ladder is played.

use std::fs;
use std::io;
use std::path::PathBuf;

use rand::TryRng;
use rand::rngs::SysRng;
use referee_config::{check_name, closest, resemblance};
use referee_engine::read_text;
use referee_output::failure::{bad_input, machine, unwritable};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::durable::{open_lock, replace};
use crate::folder::LadderFolder;

/// What whoever runs the ladder is called, which no author is.
const OPERATOR: &str = "operator";

/// Somebody who may send bots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Author {
    /// The name.
    pub name: String,
    /// True if there is a token for it; false if that was revoked.
    pub active: bool,
}

/// The authors of a ladder. Each question reads the file anew, so that what another process has changed counts at once.
#[derive(Clone, Debug)]
pub struct Authors {
    file: PathBuf,
    lock: PathBuf,
}

/// What the file holds.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct AuthorsFile {
    authors: Vec<StoredAuthor>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredAuthor {
    name: String,
    /// SHA-256 hash of the token, in hexadecimal digits; `None` if it was revoked. A slow hash with a salt is for
    /// passwords, which can be guessed: of 256 random bits nobody finds those with this hash.
    token_sha256: Option<String>,
}

impl Authors {
    /// Returns the authors in the folder of a ladder, which need not be locked.
    pub fn of(folder: &LadderFolder) -> Authors {
        let file = folder.authors_file();
        Authors {
            lock: file.with_extension("lock"),
            file,
        }
    }

    /// Adds an author, and returns the token, which is stored nowhere: 64 hexadecimal digits of 256 random bits. Returns
    /// an error if the name can't be used, or is or looks like that of another author.
    pub fn add(&self, name: &str) -> anyhow::Result<String> {
        check_name(name).map_err(|why| bad_input(format!("{why}; choose another one")))?;
        if resemblance(name, OPERATOR).is_some() || name == OPERATOR {
            return Err(bad_input(format!(
                "{name}: so whoever runs the ladder is called; expected another name"
            )));
        }
        self.change(|authors| {
            for other in authors.iter().map(|other| &other.name) {
                if other == name {
                    return Err(bad_input(format!(
                        "the author {name} is there already; expected a new name; `renew` makes a new token"
                    )));
                }
                if let Some(how) = resemblance(other, name) {
                    return Err(bad_input(format!(
                        "{name}: another author is {other}, and the two {how}; choose another name"
                    )));
                }
            }
            let token = new_token()?;
            authors.push(StoredAuthor {
                name: name.to_owned(),
                token_sha256: Some(hash(&token)),
            });
            Ok(token)
        })
    }

    /// Gives an author another token, and returns it; the one before is worth nothing any more.
    pub fn renew(&self, name: &str) -> anyhow::Result<String> {
        self.change(|authors| {
            let token = new_token()?;
            find(authors, name)?.token_sha256 = Some(hash(&token));
            Ok(token)
        })
    }

    /// Takes an author's token away. The name stays, so that nobody else gets this author's bots.
    pub fn revoke(&self, name: &str) -> anyhow::Result<()> {
        self.change(|authors| {
            find(authors, name)?.token_sha256 = None;
            Ok(())
        })
    }

    /// Lists the authors, in the order in which they were added.
    pub fn list(&self) -> anyhow::Result<Vec<Author>> {
        let author = |author: StoredAuthor| Author {
            active: author.token_sha256.is_some(),
            name: author.name,
        };
        Ok(self.read()?.authors.into_iter().map(author).collect())
    }

    /// Returns the name of the author with a token.
    ///
    /// Hashes are compared, in a time that may tell how much of a hash is right; whoever knows that is no nearer to a
    /// token with such a hash.
    pub fn with_token(&self, token: &str) -> anyhow::Result<Option<String>> {
        let hash = hash(token);
        let mut authors = self.read()?.authors.into_iter();
        let author = authors.find(|author| author.token_sha256.as_ref() == Some(&hash));
        Ok(author.map(|author| author.name))
    }

    /// Changes the file, while no other process does.
    fn change<T>(
        &self,
        change: impl FnOnce(&mut Vec<StoredAuthor>) -> anyhow::Result<T>,
    ) -> anyhow::Result<T> {
        let failed = |e: io::Error| unwritable(&e, format!("{}: {e}", self.lock.display()));
        let lock = open_lock(&self.lock).map_err(failed)?;
        match lock.lock() {
            // Some network file systems have no locks.
            Err(e) if e.kind() != io::ErrorKind::Unsupported => return Err(failed(e)),
            _ => {}
        }
        let mut file = self.read()?;
        let changed = change(&mut file.authors)?;
        let text = serde_json::to_string_pretty(&file).map_err(machine)? + "\n";
        let written = replace(&self.file, &text);
        written.map_err(|e| unwritable(&e, format!("{}: {e}", self.file.display())))?;
        Ok(changed)
    }

    fn read(&self) -> anyhow::Result<AuthorsFile> {
        if let Err(e) = fs::metadata(&self.file)
            && e.kind() == io::ErrorKind::NotFound
        {
            return Ok(AuthorsFile::default());
        }
        let text = read_text(&self.file);
        let file = text.and_then(|text| Ok(serde_json::from_str(&text)?));
        file.map_err(|e| {
            let shown = self.file.display();
            bad_input(format!(
                "{shown}: {e}; expected the authors of the ladder; put it back, or remove it and add them anew"
            ))
        })
    }
}

/// Finds an author.
fn find<'a>(authors: &'a mut [StoredAuthor], name: &str) -> anyhow::Result<&'a mut StoredAuthor> {
    let Some(place) = authors.iter().position(|author| author.name == name) else {
        let names: Vec<&str> = authors.iter().map(|author| author.name.as_str()).collect();
        let meant = closest(name, &names);
        let meant = meant.map_or(String::new(), |meant| format!("; did you mean {meant}?"));
        return Err(bad_input(format!(
            "there is no author {name:?}; expected one of those that were added{meant}"
        )));
    };
    Ok(&mut authors[place])
}

fn new_token() -> anyhow::Result<String> {
    let mut bytes = [0; 32];
    let drawn = SysRng.try_fill_bytes(&mut bytes);
    drawn.map_err(|e| machine(format!("no token from the operating system: {e}")))?;
    Ok(hex(&bytes))
}

fn hash(token: &str) -> String {
    hex(&Sha256::digest(token))
}

fn hex(bytes: &[u8]) -> String {
    let digits = bytes.iter().map(|byte| format!("{byte:02x}"));
    digits.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Place {
        authors: Authors,
        _temp: tempfile::TempDir,
    }

    fn place() -> Place {
        let temp = tempfile::tempdir().expect("a folder");
        let folder = LadderFolder::at(temp.path()).expect("it is there");
        Place {
            authors: Authors::of(&folder),
            _temp: temp,
        }
    }

    #[test]
    fn a_token_is_its_author_s_until_it_is_renewed_or_revoked() {
        let Place { authors, _temp } = place();
        let whose = |token: &str| authors.with_token(token).expect("it can be read");
        assert!(authors.list().expect("none").is_empty());
        let ada = authors.add("ada").expect("a name");
        let bob = authors.add("bob").expect("a name");
        assert_eq!((ada.len(), ada == bob), (64, false));
        assert_eq!(whose(&ada).as_deref(), Some("ada"));
        assert_eq!(whose(&bob).as_deref(), Some("bob"));
        let (upper, longer) = (ada.to_uppercase(), format!("{ada}0"));
        for wrong in ["", "ada", &ada[1..], &hash(&ada), &longer, &upper] {
            assert_eq!(whose(wrong), None, "{wrong}");
        }
        let renewed = authors.renew("ada").expect("she is there");
        assert_eq!(whose(&ada), None);
        assert_eq!(whose(&renewed).as_deref(), Some("ada"));
        authors.revoke("ada").expect("she is there");
        assert_eq!(whose(&renewed), None);
        let list = authors.list().expect("two");
        let list: Vec<(&str, bool)> = list
            .iter()
            .map(|author| (author.name.as_str(), author.active))
            .collect();
        assert_eq!(list, [("ada", false), ("bob", true)]);
        // Her bots are nobody else's.
        assert!(authors.add("ada").is_err());
        assert!(authors.renew("ada").is_ok());
    }

    #[test]
    fn no_token_is_stored() {
        let Place { authors, _temp } = place();
        let token = authors.add("ada").expect("a name");
        let text = fs::read_to_string(&authors.file).expect("a file");
        assert!(!text.contains(&token), "{text}");
        assert!(text.contains(&hash(&token)), "{text}");
        // By `printf abc | sha256sum`.
        let known = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(hash("abc"), known);
    }

    #[test]
    fn names_that_are_taken_or_not_what_they_seem_are_refused() {
        let Place { authors, _temp } = place();
        authors.add("ada").expect("a name");
        for (name, why) in [
            ("ada", "is there already"),
            ("Ada", "differ only in case"),
            ("\u{430}da", "look alike"),
            ("operator", "expected another name"),
            ("Operator", "expected another name"),
            ("", "expected one printable word"),
            ("a b", "expected one printable word"),
            ("ada\u{202e}", "expected one printable word"),
        ] {
            let error = authors.add(name).expect_err(name).to_string();
            assert!(error.contains(why), "{error}\nexpected: {why}");
        }
        assert_eq!(authors.list().expect("one").len(), 1);
        let error = authors.revoke("adda").expect_err("nobody").to_string();
        assert!(error.contains("did you mean ada?"), "{error}");
    }

    #[test]
    fn what_another_process_changes_counts_at_once() {
        let Place { authors, _temp } = place();
        let other = authors.clone();
        let token = other.add("ada").expect("a name");
        let author = authors.with_token(&token).expect("it can be read");
        assert_eq!(author.as_deref(), Some("ada"));
        std::thread::scope(|scope| {
            for number in 0..8 {
                let authors = &authors;
                scope.spawn(move || authors.add(&format!("author{number}")).expect("a name"));
            }
        });
        assert_eq!(authors.list().expect("all").len(), 9);
    }

    #[test]
    fn a_killed_process_leaves_the_file_as_it_was() {
        let Place { authors, _temp } = place();
        let token = authors.add("ada").expect("a name");
        let draft = authors.file.with_extension("json.new");
        fs::write(&draft, "{\"authors\": [{\"na").expect("a file");
        let author = authors.with_token(&token).expect("it can be read");
        assert_eq!(author.as_deref(), Some("ada"));
        authors.add("bob").expect("a name");
        assert_eq!(authors.list().expect("two").len(), 2);
        assert!(!draft.exists());
        fs::write(&authors.file, "{\"authors\": [{\"na").expect("a file");
        let error = authors.list().expect_err("it is damaged").to_string();
        for part in ["authors.json", "put it back"] {
            assert!(error.contains(part), "{error}");
        }
    }
}
