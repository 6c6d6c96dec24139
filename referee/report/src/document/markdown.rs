//! Writes a report as Markdown for GitHub.

use referee_output::sanitize::markdown::{line, verbatim};

use super::{Block, Document, NoteGroup, Rounds, Section, Table, Tie};

/// Returns the whole report; its title is a heading of the first level.
pub fn document(document: &Document) -> String {
    format!(
        "# {}\n\n{}",
        line(&document.title),
        sections(&document.sections, 2)
    )
}

/// Returns sections, with headings of this level, if they have some; those without anything to show are left out.
pub fn sections(sections: &[Section], level: usize) -> String {
    let mut parts = Vec::new();
    for section in sections {
        let shown = section.blocks.iter().filter(|block| !block.is_empty());
        let texts = shown.map(block).filter(|text| !text.is_empty());
        let blocks: Vec<String> = texts.collect();
        if !section.title.is_empty() && !blocks.is_empty() {
            parts.push(format!("{} {}", "#".repeat(level), line(&section.title)));
        }
        parts.extend(blocks);
    }
    parts.join("\n\n") + "\n"
}

fn block(block: &Block) -> String {
    match block {
        Block::Picture(_) => String::new(),
        Block::Table(table) => table.markdown().trim_end().to_owned(),
        Block::Facts(facts) => Table::from(facts.clone()).markdown().trim_end().to_owned(),
        Block::Rounds(rounds) => listed(rounds),
        Block::Notes(notes) => sentences(notes),
        Block::Text(text) => line(text),
        Block::Verbatim(text) => verbatim(text),
    }
}

fn listed(rounds: &Rounds) -> String {
    let rounds = rounds.rounds.iter().map(|round| {
        let ties = round.ties.iter().map(Tie::line);
        sentences_of(&round.title, ties)
    });
    rounds.collect::<Vec<_>>().join("\n\n")
}

fn sentences(NoteGroup { title, lines }: &NoteGroup) -> String {
    sentences_of(title.unwrap_or_default(), lines.iter().cloned())
}

/// Returns a list below its heading, if there is one.
fn sentences_of(title: &str, lines: impl Iterator<Item = String>) -> String {
    let list: Vec<String> = lines.map(|text| format!("- {}", line(&text))).collect();
    match title {
        "" => list.join("\n"),
        title => format!("**{}**\n\n{}", line(title), list.join("\n")),
    }
}
