//! Finds names that people confuse: names that differ only in case, or by characters that look alike (UTS
//! #39).

use std::collections::BTreeSet;

use unicode_security::skeleton;

use super::Tournament;

/// Returns whether a character is invisible where a name is printed: the default ignorable code points of
/// Unicode (<https://www.unicode.org/reports/tr44/#Default_Ignorable_Code_Point>) without the variation
/// selectors, which belong to emoji.
pub(crate) fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fff8}'
        | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// Describes the pairs of names that people may confuse, a sentence each. This is no error: whoever starts a
/// run may not be able to rename its bots.
///
/// Of ASCII names only the case is compared: `bot1` and `botl` are two names.
pub fn look_alikes<'a>(names: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let names: BTreeSet<&str> = names.into_iter().collect();
    let looks: Vec<Look<'_>> = names.into_iter().map(Look::of).collect();
    let mut sentences = Vec::new();
    for (number, two) in looks.iter().enumerate() {
        for one in &looks[..number] {
            if let Some(how) = one.resembles(two) {
                let [one, two] = [one, two].map(|look| spelt(look.name));
                sentences.push(format!("Two bots are named {one} and {two}, which {how}."));
            }
        }
    }
    sentences
}

/// Describes how people may confuse two names that aren't the same; `None` if they won't.
pub fn resemblance(one: &str, other: &str) -> Option<&'static str> {
    let how = Look::of(one).resembles(&Look::of(other));
    how.filter(|_| one != other)
}

impl Tournament {
    /// Describes the pairs of its bots that people may confuse, also of bots that are left out.
    pub fn look_alikes(&self) -> Vec<String> {
        let bots = self.bots.iter().map(|bot| bot.name.as_str());
        let refused = self.refused.iter().map(|bot| bot.name.as_str());
        look_alikes(bots.chain(refused))
    }
}

/// What a name looks like.
struct Look<'a> {
    name: &'a str,
    lower: String,
    /// The skeletons (UTS #39) of the name and of its lower case.
    skeletons: [String; 2],
}

impl Look<'_> {
    fn of(name: &str) -> Look<'_> {
        // Nearly Unicode's case folding: ß is ss, and a final sigma is one.
        let lower = name.to_uppercase().to_lowercase();
        Look {
            name,
            skeletons: [name, &lower].map(|text| skeleton(text).collect()),
            lower,
        }
    }

    /// Describes how two names can be confused, if they can.
    fn resembles(&self, other: &Look<'_>) -> Option<&'static str> {
        if self.lower == other.lower {
            return Some("differ only in case");
        }
        if self.name.is_ascii() && other.name.is_ascii() {
            return None;
        }
        let mut skeletons = self.skeletons.iter().zip(&other.skeletons);
        skeletons
            .any(|(one, two)| one == two)
            .then_some("look alike")
    }
}

/// Spells out a name whose characters may not be what they seem.
fn spelt(name: &str) -> String {
    if name.is_ascii() {
        return name.to_owned();
    }
    format!("{name} ({})", name.escape_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_compared_as_people_see_them() {
        let case = Some("differ only in case");
        let look = Some("look alike");
        for (one, other, how) in [
            ("fox", "Fox", case),
            ("\u{c4}sop", "\u{e4}sop", case),
            ("stra\u{df}e", "STRASSE", case),
            ("\u{3c3}\u{3b1}\u{3c3}", "\u{3c3}\u{3b1}\u{3c2}", case),
            ("e\u{301}", "\u{e9}", look),
            ("fox", "f\u{43e}x", look),
            ("FOX", "f\u{43e}x", look),
            ("N", "\u{39d}", look),
            ("a", "\u{430}", look),
            ("fox", "fox", None),
            ("fox", "wolf", None),
            ("bot1", "botl", None),
            ("barn", "bam", None),
            ("level=1", "level=2", None),
            ("将棋", "囲碁", None),
        ] {
            assert_eq!(resemblance(one, other), how, "{one} {other}");
            assert_eq!(resemblance(other, one), how, "{other} {one}");
        }
    }

    #[test]
    fn each_pair_is_told_once() {
        let names = ["f\u{43e}x", "fox", "wolf", "Fox", "fox"];
        assert_eq!(
            look_alikes(names),
            [
                "Two bots are named Fox and fox, which differ only in case.",
                "Two bots are named Fox and f\u{43e}x (f\\u{43e}x), which look alike.",
                "Two bots are named fox and f\u{43e}x (f\\u{43e}x), which look alike.",
            ]
        );
    }
}
