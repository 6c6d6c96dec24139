//! Reads the output with another parser of GitHub's Markdown, and checks that it contains nothing but text.

use comrak::nodes::NodeValue;
use comrak::{Arena, Options, parse_document};

use super::super::hostile::{each, texts};
use super::super::{is_unfit, plain_lines};
use super::*;

fn options() -> Options<'static> {
    let mut options = Options::default();
    let all = &mut options.extension;
    all.autolink = true;
    all.table = true;
    all.strikethrough = true;
    all.tasklist = true;
    all.footnotes = true;
    all.math_dollars = true;
    all.math_code = true;
    all.alerts = true;
    options
}

/// Returns the kinds of the nodes on a page, and its text.
fn read(page: &str) -> (Vec<&'static str>, String) {
    let arena = Arena::new();
    let (mut kinds, mut text) = (Vec::new(), String::new());
    for node in parse_document(&arena, page, &options()).descendants() {
        let kind = match &node.data.borrow().value {
            NodeValue::Document => "document",
            NodeValue::Paragraph => {
                text.push(' ');
                "paragraph"
            }
            NodeValue::Heading(_) => "heading",
            NodeValue::List(_) => "list",
            NodeValue::Item(_) => "item",
            NodeValue::Table(_) => "table",
            NodeValue::TableRow(_) => "row",
            NodeValue::TableCell => {
                text.push(' ');
                "cell"
            }
            NodeValue::CodeBlock(block) => {
                text += &block.literal;
                "code"
            }
            NodeValue::Text(own) => {
                text += own;
                continue;
            }
            _ => "other",
        };
        kinds.push(kind);
    }
    (kinds, text)
}

fn words(text: &str) -> String {
    let text = text.replace('\u{200b}', "");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the text if GitHub would link something in it: a mention, issue, commit or address.
fn links_of_github(text: &str) -> Option<String> {
    let next = |mark: &str, is: fn(char) -> bool| {
        let mut indices = text.match_indices(mark);
        indices.any(|(at, _)| text[at + mark.len()..].starts_with(is))
    };
    let lower = text.to_ascii_lowercase();
    let mentions = next("@", char::is_alphanumeric);
    let issues =
        next("#", |c| c.is_ascii_digit()) || lower.contains("gh-1") || lower.contains("gh-3");
    let addresses = lower.contains("://") || lower.contains("www.");
    let commit = |hash_text: &str| {
        (7..=40).contains(&hash_text.len())
            && hash_text.chars().all(|c| c.is_ascii_hexdigit())
            && hash_text.contains(|c: char| !c.is_ascii_digit())
    };
    let mut parts = text.split(|c: char| !c.is_ascii_alphanumeric());
    let commits = parts.any(commit);
    (mentions || issues || addresses || commits).then(|| text.to_owned())
}

fn law(text: &str) {
    let shown = line(text);
    assert!(!shown.contains(is_unfit), "{shown:?}");
    let plainly = words(&plain_lines(text));
    let places = [
        (format!("{shown}\n"), "", &["document", "paragraph"][..]),
        (
            format!("a\n\n{shown}\n"),
            "a ",
            &["document", "paragraph", "paragraph"],
        ),
        (format!("x{shown}\n"), "x", &["document", "paragraph"]),
        (format!("# x{shown}\n"), "x", &["document", "heading"]),
        (
            format!("- x{shown}\n"),
            "x",
            &["document", "list", "item", "paragraph"],
        ),
    ];
    for (page, before, kinds) in places {
        let (rows, text) = read(&page);
        if plainly.is_empty() {
            continue;
        }
        assert_eq!(rows, kinds, "{page}");
        let expected = words(&format!("{before}{plainly}"));
        assert_eq!(words(&text), expected, "{page}");
        assert_eq!(links_of_github(&text), None, "{page}");
    }
    let cells = [text.to_owned(), "x".to_owned()];
    let (rows, text) = read(&table(&cells, [cells.iter().map(String::as_str)], &[]));
    let kinds = [
        "document", "table", "row", "cell", "cell", "row", "cell", "cell",
    ];
    assert_eq!(rows, kinds, "{shown}");
    assert_eq!(links_of_github(&text), None, "{shown}");
}

fn law_of_fences(text: &str) {
    let page = format!("- item\n\n{}\n\n# end\n", verbatim(text));
    let (rows, shown) = read(&page);
    let kinds = ["document", "list", "item", "paragraph", "code", "heading"];
    assert_eq!(rows, kinds, "{page}");
    let expected = plain_lines(text.trim_end());
    assert_eq!(shown, format!(" item{expected}\nend"), "{page}");
}

#[test]
fn nothing_but_text() {
    each(law);
    each(law_of_fences);
}

#[test]
fn what_means_nothing_stays_readable() {
    for text in [
        "-12.5",
        "+3 Elo",
        "ann 2.5/4",
        "1000000 games",
        "what? (yes)",
        "a: b; c - d",
    ] {
        assert_eq!(line(text), text);
    }
    assert_eq!(line("a|b_<i>\u{1b}"), "a\\|b\\_&lt;i&gt;\u{fffd}");
    assert_eq!(line("@you #1"), "@&#8203;you \\#&#8203;1");
}

proptest::proptest! {
    #[test]
    fn whatever_is_written(text in texts()) {
        law(&text);
        law_of_fences(&text);
    }
}
