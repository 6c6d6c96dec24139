//! Sanitizes text for XML 1.0, which allows fewer characters than Unicode. The writer of the file escapes
//! special characters (`<`, `&`, quotes).

use super::terminal::plain_lines;

/// Returns text of characters that XML 1.0 allows, safe for a terminal as well.
pub fn xml(text: &str) -> String {
    plain_lines(text).replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}")
}

#[cfg(test)]
mod tests {
    use super::super::hostile::{each, texts};
    use super::super::is_unfit;
    use super::*;

    /// Returns whether a character matches the production `Char` of XML 1.0.
    fn is_char(c: char) -> bool {
        matches!(c, '\t' | '\n' | '\r' | '\u{20}'..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..)
    }

    fn law(text: &str) {
        let shown = xml(text);
        assert!(shown.chars().all(is_char), "{shown:?}");
        assert!(!shown.contains(|c| is_unfit(c) && c != '\n'), "{shown:?}");
    }

    #[test]
    fn xml_has_all_that_stays() {
        each(law);
        assert_eq!(xml("a < b & \"c\"\nd"), "a < b & \"c\"\nd");
    }

    proptest::proptest! {
        #[test]
        fn whatever_is_written(text in texts()) {
            law(&text);
        }
    }
}
