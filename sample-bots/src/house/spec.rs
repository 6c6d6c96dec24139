//! Parses the spec that names a house bot.

use std::collections::BTreeMap;

use crate::house::Error;

/// A parsed spec such as `minimax,depth=3`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spec {
    /// The bot's name; it may be left out.
    pub name: Option<String>,
    /// The options to set, by key.
    pub options: BTreeMap<String, String>,
}

impl Spec {
    /// Parses a spec; doesn't check that the bot and the keys exist.
    pub fn parse(text: &str) -> Result<Spec, Error> {
        let mut spec = Spec::default();
        let parts = text
            .split(',')
            .map(str::trim)
            .filter(|part| !part.is_empty());
        for (i, part) in parts.enumerate() {
            let fits = match part.split_once('=') {
                Some((key, value)) => spec.options.insert(key.into(), value.into()).is_none(),
                None => i == 0 && spec.name.replace(part.into()).is_none(),
            };
            if !fits {
                return Err(Error::Spec {
                    spec: text.to_owned(),
                    found: part.to_owned(),
                });
            }
        }
        Ok(spec)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn name_and_pairs_are_told_apart() {
        let read = |text| Spec::parse(text).expect(text);
        let spec = read("minimax,depth=3");
        assert_eq!(spec.name.as_deref(), Some("minimax"));
        assert_eq!(spec.options["depth"], "3");
        assert_eq!(read("level=3").name, None);
        assert_eq!(read("level=3").options["level"], "3");
        assert_eq!(read(""), Spec::default());
    }

    #[test]
    fn what_fits_nowhere_is_refused() {
        for (text, part) in [
            ("minimax,deep", "deep"),
            ("depth=3,minimax", "minimax"),
            ("minimax,depth=3,depth=4", "depth=4"),
        ] {
            let error = Spec::parse(text).expect_err(text).to_string();
            assert!(error.contains(&format!("found `{part}`")), "{error}");
        }
    }
}
