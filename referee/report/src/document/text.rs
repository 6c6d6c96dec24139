//! Lays out a report for a terminal of 80 columns, or for a text file.

use referee_output::sanitize::{plain, plain_lines};
use referee_output::text_layout::{WIDTH, paragraph, width, wrap};

use super::{Block, Document, Facts, NoteGroup, Rounds, Section};

/// Width of the column of names, of facts.
const NAMES: usize = 16;

/// Returns the whole report, with its title and headings underlined.
pub fn document(document: &Document) -> String {
    let sections = document.sections.iter();
    let sections = sections.map(|section| headed(section, |title| underlined(title, '-') + "\n\n"));
    let mut parts = vec![underlined(&document.title, '=')];
    parts.extend(sections.filter(|part| !part.is_empty()));
    parts.join("\n\n") + "\n"
}

/// Returns sections for a terminal: each below its heading, if it has one.
pub fn sections(sections: &[Section]) -> String {
    let parts = sections
        .iter()
        .map(|section| headed(section, |title| plain(title) + "\n"));
    let parts: Vec<String> = parts.filter(|part| !part.is_empty()).collect();
    parts.join("\n\n")
}

/// Returns a section below the heading that `head` makes of its title; empty if there is nothing to show.
fn headed(section: &Section, head: impl Fn(&str) -> String) -> String {
    let shown = blocks(&section.blocks);
    if section.title.is_empty() || shown.is_empty() {
        return shown;
    }
    head(&section.title) + &shown
}

/// Returns blocks, with an empty line between them; empty blocks are left out.
pub fn blocks<'a>(blocks: impl IntoIterator<Item = &'a Block>) -> String {
    let shown = blocks.into_iter().filter(|block| !block.is_empty());
    let texts = shown.map(block).filter(|text| !text.is_empty());
    texts.collect::<Vec<_>>().join("\n\n")
}

fn block(block: &Block) -> String {
    match block {
        Block::Picture(_) => String::new(),
        Block::Table(table) => table.text(WIDTH),
        Block::Facts(facts) => named(facts),
        Block::Rounds(rounds) => listed(rounds),
        Block::Notes(notes) => sentences(notes),
        Block::Text(text) => paragraph(&plain(text), 0),
        Block::Verbatim(text) => {
            let lines = plain_lines(text.trim_end());
            lines
                .lines()
                .map(|line| format!("  {line}"))
                .collect::<Vec<_>>()
                .join("\n")
        }
    }
}

fn named(Facts { title, facts }: &Facts) -> String {
    let fact =
        |(name, fact): &(&str, String)| wrap(&plain(&format!("  {name:<NAMES$}{fact}")), NAMES + 2);
    let title = std::iter::once(wrap(&plain(title), 2));
    title
        .chain(facts.iter().map(fact))
        .collect::<Vec<_>>()
        .join("\n")
}

fn listed(rounds: &Rounds) -> String {
    let lines = rounds.rounds.iter().flat_map(|round| {
        let ties = round
            .ties
            .iter()
            .map(|tie| wrap(&format!("  {}", plain(&tie.line())), 4));
        std::iter::once(plain(&round.title)).chain(ties)
    });
    let title = rounds.title.iter().cloned();
    title.chain(lines).collect::<Vec<_>>().join("\n")
}

/// Returns the sentences below their heading, if there is one.
fn sentences(NoteGroup { title, lines }: &NoteGroup) -> String {
    let indent = if title.is_some() { "  " } else { "" };
    let lines = lines
        .iter()
        .map(|line| paragraph(&format!("{indent}{}", plain(line)), indent.len() + 2));
    title
        .iter()
        .map(|title| (*title).to_owned())
        .chain(lines)
        .collect::<Vec<_>>()
        .join("\n")
}

fn underlined(line: &str, with: char) -> String {
    let line = plain(line);
    let rule: String = std::iter::repeat_n(with, width(&line)).collect();
    format!("{line}\n{rule}")
}
