//! Sentences of strangers, which are shown to people and kept in results.

use std::fmt::{self, Display, Formatter};

use referee_output::sanitize::plain;
use serde::{Deserialize, Serialize};

/// Most characters of a sentence.
const MOST: usize = 500;

/// A sentence from another machine: one line of at most 500 characters, none of which commands a terminal.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "String")]
pub(crate) struct Foreign(String);

impl From<String> for Foreign {
    fn from(text: String) -> Foreign {
        let short: String = text.trim().chars().take(MOST).collect();
        Foreign(plain(&short.replace('\n', " ")))
    }
}

impl From<&str> for Foreign {
    fn from(text: &str) -> Foreign {
        text.to_owned().into()
    }
}

impl Display for Foreign {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_is_short_and_plain_however_it_comes() {
        let long = "x".repeat(5_000_000);
        assert_eq!(Foreign::from(&*long).to_string().len(), MOST);
        let said: Foreign = serde_json::from_str("\"a\\u001b[31mb\\nc\\n\"").expect("text");
        let said = said.to_string();
        assert!(!said.contains('\u{1b}') && said.ends_with("b c"), "{said}");
    }
}
