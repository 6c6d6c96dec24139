//! Texts of strangers in a page. maud escapes what HTML could take amiss; what is left could still turn the
//! direction of writing or hide, and is replaced.

use referee_games::text::is_unfit;

/// The text without control characters, but for ends of lines, and without marks that turn the direction.
pub fn harmless(text: &str) -> String {
    let shown = |c: char| match c {
        '\n' => c,
        '\t' => ' ',
        c if is_unfit(c) => '\u{fffd}',
        c => c,
    };
    text.chars().map(shown).collect()
}

/// JSON for a `script` element: no mark of HTML is left in it.
pub fn json(value: &impl serde::Serialize) -> String {
    let text = serde_json::to_string(value).unwrap_or_else(|_| "null".to_owned());
    text.replace('<', "\\u003c")
        .replace('\u{2028}', "\\u2028")
        .replace('\u{2029}', "\\u2029")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_ends_the_script() {
        let text = json(&["</script><!--", "\u{2028}"]);
        assert_eq!(text, r#"["\u003c/script>\u003c!--","\u2028"]"#);
        let read: Vec<String> = serde_json::from_str(&text).expect("JSON");
        assert_eq!(read[0], "</script><!--");
    }

    #[test]
    fn nothing_turns_or_hides() {
        assert_eq!(
            harmless("a\u{202e}b\u{1b}[1m\nc"),
            "a\u{fffd}b\u{fffd}[1m\nc"
        );
    }
}
