//! Sanitizes text for a terminal: no control characters, which could move the cursor or change colours, none
//! that change the writing direction, and none that break a line elsewhere.

use referee_games::text::is_unfit;

/// Returns one line of text; a tab becomes four blanks, and an unfit character `U+FFFD`.
pub fn plain(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\t' => shown += "    ",
            c if is_unfit(c) => shown.push('\u{fffd}'),
            c => shown.push(c),
        }
    }
    shown
}

/// Returns a text of several lines, each as by [`plain`].
pub fn plain_lines(text: &str) -> String {
    let lines = text.split('\n');
    let lines = lines.map(|line| plain(line.strip_suffix('\r').unwrap_or(line)));
    let lines: Vec<String> = lines.collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::super::hostile::{each, texts};
    use super::*;

    fn law(text: &str) {
        let shown = plain(text);
        assert!(!shown.contains(is_unfit), "{shown:?}");
        assert_eq!(plain(&shown), shown, "once is enough");
        let lines = plain_lines(text);
        assert!(!lines.replace('\n', "").contains(is_unfit), "{lines:?}");
        assert_eq!(lines.matches('\n').count(), text.matches('\n').count());
    }

    #[test]
    fn nothing_moves_colours_or_turns() {
        each(law);
        assert_eq!(plain("häuser 将棋 🎲 a-b"), "häuser 将棋 🎲 a-b");
    }

    proptest::proptest! {
        #[test]
        fn whatever_is_written(text in texts()) {
            law(&text);
        }
    }
}
