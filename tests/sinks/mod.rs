//! A bot that requests everybody ill, played for real: in every form of every output its names, `info`,
//! stderr and moves are text and nothing else.

mod check;
mod duel;
mod run;

use comrak::nodes::NodeValue;
use comrak::{Arena, Options, parse_document};
use serde_json::Value;

/// What it writes wherever it can: on `info`, on stderr, as a move.
const TEXT: &str = "\\x1b[2J\\x1b[31m@you #1 https://evil.example www.evil.example | ::error::x \
    ##[error]y <img src=x> ![a](//evil.example) =1+1 ]]> &amp, \\xe2\\x80\\xaetxet \\xc2\\x9b1m";
/// Lines of stderr, each of which means something somewhere.
const STDERR: [&str; 6] = [
    "::error::from stderr",
    "::add-mask::a",
    "=cmd|' /C calc'!A0",
    "```",
    "# EOF",
    "\\x1b]0,title\\x07",
];

/// A script that plays some moves, says bad things and ends with a bad one.
fn script() -> String {
    let stderr = STDERR.map(|line| format!("complain {line}; "));
    let answer = format!("raw info text={TEXT}\\n; legal; ");
    format!(
        "wait hello; raw ready name=@{NAME}\\n; {}wait go; {answer}wait go; {answer}wait go; \
         raw move {TEXT}\\n; complain {TEXT}; rest",
        stderr.concat()
    )
}

/// A name that each sink but XML would take amiss.
const NAME: &str = "=@you|<b>*[a](//x)#1::x,%0A\"`";

/// Fit for a terminal and for the log of a runner's machine.
fn printable(shown: &str) {
    let unfit = |c: char| {
        let turns =
            ('\u{202a}'..='\u{202e}').contains(&c) || ('\u{2066}'..='\u{2069}').contains(&c);
        turns || c.is_control() && c != '\n'
    };
    assert!(!shown.contains(unfit), "{shown:?}");
}

/// JSON that a runner takes no order from.
fn json(shown: &str) -> Vec<Value> {
    printable(shown);
    let orders = |line: &str| line.trim_start().starts_with("::") || line.contains("##[");
    assert!(!shown.lines().any(orders), "{shown}");
    let values = serde_json::Deserializer::from_str(shown).into_iter();
    values.map(|value| value.expect("JSON")).collect()
}

/// Cells none of which is calculated.
fn csv(shown: &str) {
    printable(shown);
    let mut reader = csv::Reader::from_reader(shown.as_bytes());
    let mut rows = 0;
    for row in reader.records() {
        for cell in &row.expect("as many cells as heads") {
            let formula = cell.trim_start().starts_with(['=', '+', '-', '@']);
            assert!(!formula || cell.parse::<f64>().is_ok(), "{cell:?}");
        }
        rows += 1;
    }
    assert!(rows > 0, "{shown}");
}

/// Pages without links, images, HTML and mentions.
fn markdown(shown: &str) {
    printable(shown);
    let mut options = Options::default();
    options.extension.autolink = true;
    options.extension.table = true;
    options.extension.footnotes = true;
    options.extension.strikethrough = true;
    options.extension.math_dollars = true;
    let arena = Arena::new();
    let mut columns = 0;
    for node in parse_document(&arena, shown, &options).descendants() {
        match &node.data.borrow().value {
            NodeValue::Text(text) => {
                for mark in ["@y", "#1", "://", "www."] {
                    assert!(!text.contains(mark), "{mark}: {shown}");
                }
            }
            NodeValue::Table(table) => columns = table.num_columns,
            NodeValue::TableRow(_) => assert_eq!(node.children().count(), columns, "{shown}"),
            NodeValue::Document
            | NodeValue::Paragraph
            | NodeValue::Heading(_)
            | NodeValue::List(_)
            | NodeValue::Item(_)
            | NodeValue::TableCell
            | NodeValue::CodeBlock(_)
            | NodeValue::Strong
            | NodeValue::SoftBreak => {}
            other => panic!("{other:?}: {shown}"),
        }
    }
}
