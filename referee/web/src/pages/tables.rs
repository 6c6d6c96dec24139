//! Tables and the notes below them.

use maud::{Markup, html};

use super::{Links, rounds};
use crate::model::{NoteBlock, Section, TableCell, TableView};
use crate::text::harmless;

/// Returns a section of a page with its heading.
pub(super) fn section(section: &Section, links: &Links) -> Markup {
    html! {
        section id=(section.id) {
            h2 { (harmless(&section.title)) }
            @for (at, one) in section.tables.iter().enumerate() { (table(one, &label(&section.title, at), links)) }
            @for one in &section.rounds { (rounds::rounds(one, links)) }
            @for one in &section.blocks { (block(one)) }
        }
    }
}

/// Returns the accessible name of a table, different for each table of a section.
fn label(title: &str, at: usize) -> String {
    match at {
        0 => title.to_owned(),
        at => format!("{title}, table {}", at + 1),
    }
}

/// Returns a table, which scrolls on its own if the screen is too narrow.
pub(super) fn table(table: &TableView, title: &str, links: &Links) -> Markup {
    let name = |column: usize| table.left.contains(&column).then_some("name");
    html! {
        div.scroll tabindex="0" role="region" aria-label=(harmless(title)) {
            table.ranked[table.head.first().is_some_and(|head| head == "#")] {
                thead { tr {
                    @for (at, head) in table.head.iter().enumerate() {
                        th scope="col" class=[name(at)] { (harmless(head)) }
                    }
                } }
                tbody {
                    @for row in &table.rows { tr {
                        @for (at, cell) in row.iter().enumerate() {
                            td class=[class(name(at), cell)] { (text(table, cell, links)) }
                        }
                    } }
                }
            }
        }
    }
}

fn class(name: Option<&str>, cell: &TableCell) -> Option<String> {
    let heat = cell.heat.map(|heat| format!("heat-{heat}"));
    heat.or_else(|| name.map(str::to_owned))
}

fn text(table: &TableView, cell: &TableCell, links: &Links) -> Markup {
    let address = links.games(&table.bots(cell));
    html! {
        @match address {
            Some(address) => a href=(address) { (harmless(&cell.text)) },
            None => (harmless(&cell.text)),
        }
    }
}

/// Sentences that are shown at once.
const SENTENCES: usize = 6;

/// Returns sentences, below their heading if there is one; if there are many, the rest is folded away.
pub(super) fn block(block: &NoteBlock) -> Markup {
    let all = block.lines.len();
    // One more takes no more room than the line that would hide it.
    let (first, rest) = block
        .lines
        .split_at(if all > SENTENCES + 1 { SENTENCES } else { all });
    html! {
        @if !block.lines.is_empty() {
            @if let Some(title) = &block.title { h3 { (harmless(title)) } }
            @for line in first { p.soft { (harmless(line)) } }
            @if !rest.is_empty() {
                details.rest {
                    summary { (rest.len()) " more sentences" }
                    @for line in rest { p.soft { (harmless(line)) } }
                }
            }
        }
    }
}

/// Returns facts with their names.
pub(super) fn facts(facts: &[(String, String)]) -> Markup {
    html! {
        dl.facts {
            @for (name, value) in facts {
                dt { (harmless(name)) }
                dd { (harmless(value)) }
            }
        }
    }
}
