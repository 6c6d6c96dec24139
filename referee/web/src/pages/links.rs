//! Links from tables to the games of a bot, or of two bots.

use std::fmt::Write;

/// The targets of links in tables.
#[derive(Clone, Debug, Default)]
pub struct Links {
    /// Address of the list of games; without one there are no links.
    pub list: Option<String>,
}

impl Links {
    /// Returns the address of the games that these bots have in common.
    pub fn games(&self, bots: &[&str]) -> Option<String> {
        let list = self.list.as_ref().filter(|_| !bots.is_empty())?;
        let of: Vec<String> = bots
            .iter()
            .map(|bot| format!("of={}", encoded(bot)))
            .collect();
        Some(format!("{list}?{}", of.join("&")))
    }
}

/// Percent-encodes a text as part of an address.
pub(super) fn encoded(text: &str) -> String {
    text.bytes().fold(String::new(), |mut all, byte| {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            all.push(byte.into());
        } else {
            // Writing to a string can't fail.
            let _ = write!(all, "%{byte:02X}");
        }
        all
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_parts_of_an_address() {
        let links = Links {
            list: Some("/1/games".to_owned()),
        };
        let address = links.games(&["a&b", "é/.."]);
        assert_eq!(address.as_deref(), Some("/1/games?of=a%26b&of=%C3%A9%2F.."));
        assert_eq!(links.games(&[]), None);
        assert_eq!(Links::default().games(&["a"]), None);
    }
}
