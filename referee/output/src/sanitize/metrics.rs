//! Sanitizes text for the `OpenMetrics` format: the value of a label, or the text after `# HELP`.

use super::terminal::plain_lines;

/// Returns a label value; a backslash, a quote and a newline are each written as two characters.
pub fn label(text: &str) -> String {
    let text = plain_lines(text).replace('\\', "\\\\");
    text.replace('"', "\\\"").replace('\n', "\\n")
}

#[cfg(test)]
mod tests {
    use super::super::hostile::{each, texts};
    use super::super::{is_unfit, plain_lines};
    use super::*;

    /// Reads a value back, up to the closing quote.
    fn read(written: &str) -> Option<(String, &str)> {
        let mut value = String::new();
        let mut chars = written.chars();
        loop {
            value.push(match chars.next()? {
                '"' => return Some((value, chars.as_str())),
                '\\' => match chars.next()? {
                    'n' => '\n',
                    c @ ('\\' | '"') => c,
                    _ => return None,
                },
                c => c,
            });
        }
    }

    fn law(text: &str) {
        let shown = label(text);
        assert!(!shown.contains(is_unfit), "{shown:?}");
        let line = format!("{shown}\"}} 1");
        assert_eq!(read(&line), Some((plain_lines(text), "} 1")), "{shown:?}");
    }

    #[test]
    fn a_label_ends_at_its_quote() {
        each(law);
    }

    proptest::proptest! {
        #[test]
        fn whatever_is_written(text in texts()) {
            law(&text);
        }
    }
}
