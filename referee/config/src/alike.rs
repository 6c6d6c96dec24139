//! Finds names that people confuse: names that differ only in case, or by characters that look alike (UTS
//! #39).

use unicode_security::skeleton;

use super::ConfiguredBot;

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

/// Describes how two names can be confused, if they can; equal names count too.
///
/// Of ASCII names only the case is compared: `bot1` and `botl` are two names.
fn alike(one: &str, other: &str) -> Option<&'static str> {
    let [low, other_low] = [one, other].map(str::to_lowercase);
    if low == other_low {
        return Some("differ only in case");
    }
    if one.is_ascii() && other.is_ascii() {
        return None;
    }
    let same = |one: &str, other: &str| skeleton(one).eq(skeleton(other));
    (same(one, other) || same(&low, &other_low)).then_some("look alike")
}

/// Spells out a name whose characters may not be what they seem.
fn spelt(name: &str) -> String {
    if name.is_ascii() {
        return name.to_owned();
    }
    format!("{name} ({})", name.escape_default())
}

/// Adds remarks to bots whose names can be confused with that of an earlier bot. This is no error: the user
/// who starts the run may not be able to rename them.
pub(crate) fn warn(bots: &mut [ConfiguredBot]) {
    let names: Vec<String> = bots.iter().map(|bot| bot.name.clone()).collect();
    for (number, bot) in bots.iter_mut().enumerate() {
        let remarks = names.iter().take(number).filter_map(|other| {
            let how = alike(other, &bot.name)?;
            let [one, two] = [other, &bot.name].map(|name| spelt(name));
            Some(format!("two bots are named {one} and {two}, which {how}"))
        });
        bot.remarks.extend(remarks);
    }
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
            ("fox", "f\u{43e}x", look),
            ("FOX", "f\u{43e}x", look),
            ("N", "\u{39d}", look),
            ("a", "\u{430}", look),
            ("fox", "wolf", None),
            ("bot1", "botl", None),
            ("barn", "bam", None),
            ("level=1", "level=2", None),
            ("将棋", "囲碁", None),
        ] {
            assert_eq!(alike(one, other), how, "{one} {other}");
            assert_eq!(alike(other, one), how, "{other} {one}");
        }
        assert_eq!(spelt("f\u{43e}x"), "f\u{43e}x (f\\u{43e}x)");
    }
}
