//! Makes outside text safe in a page. maud escapes what is special in HTML; the remaining characters that
//! could change the writing direction or hide text are replaced here.

use referee_games::text::is_unfit;

/// Replaces control characters except newlines, and characters that change the writing direction; a tab
/// becomes a blank.
pub(crate) fn harmless(text: &str) -> String {
    let shown = |c: char| match c {
        '\n' => c,
        '\t' => ' ',
        c if is_unfit(c) => '\u{fffd}',
        c => c,
    };
    text.chars().map(shown).collect()
}

/// Returns JSON for a `script` element: it holds no `<`, and no line separators that JavaScript treats
/// specially.
pub(crate) fn json(value: &impl serde::Serialize) -> String {
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
