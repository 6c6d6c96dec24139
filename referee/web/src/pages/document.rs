//! The sections of a report: tables, rounds and notes.

use maud::{Markup, html};
use referee_report::document::{Block, NoteGroup, Picture, Section, Table, TableCell};

use super::{Links, rounds};
use crate::text::{harmless, json};

/// Returns a section of a page with its heading.
pub(super) fn section(section: &Section, links: &Links) -> Markup {
    let id = Some(section.id).filter(|id| !id.is_empty());
    let mut tables = 0;
    let mut label = |title: &str| {
        tables += 1;
        label(title, tables)
    };
    html! {
        section id=[id] {
            @if !section.title.is_empty() { h2 { (harmless(&section.title)) } }
            @for one in section.blocks.iter().filter(|block| !block.is_empty()) {
                @match one {
                    Block::Table(one) => (table(one, &label(&section.title), links)),
                    Block::Facts(facts) => (table(&Table::from(facts.clone()), &label(&section.title), links)),
                    Block::Rounds(one) => (rounds::rounds(one, links)),
                    Block::Notes(group) => (notes(group)),
                    Block::Text(text) => p.soft { (harmless(text)) },
                    Block::Verbatim(text) => pre { (harmless(text)) },
                    Block::Picture(one) => (picture(one)),
                }
            }
        }
    }
}

/// Returns the accessible name of a table, different for each table of a section.
fn label(title: &str, number: usize) -> String {
    match number {
        1 => title.to_owned(),
        number => format!("{title}, table {number}"),
    }
}

/// Returns a table, which scrolls on its own if the screen is too narrow.
pub(super) fn table(table: &Table, title: &str, links: &Links) -> Markup {
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

fn text(table: &Table, cell: &TableCell, links: &Links) -> Markup {
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
fn notes(NoteGroup { title, lines }: &NoteGroup) -> Markup {
    let all = lines.len();
    // One more takes no more room than the line that would hide it.
    let (first, rest) = lines.split_at(if all > SENTENCES + 1 { SENTENCES } else { all });
    html! {
        @if let Some(title) = title { h3 { (harmless(title)) } }
        @for line in first { p.soft { (harmless(line)) } }
        @if !rest.is_empty() {
            details.rest {
                summary { (rest.len()) " more sentences" }
                @for line in rest { p.soft { (harmless(line)) } }
            }
        }
    }
}

/// Returns the room for a picture that the script draws.
fn picture(picture: &Picture) -> Markup {
    let is_course = matches!(picture, Picture::Course { .. });
    html! { figure.picture.needs-script.course[is_course] data-picture=(harmless(&json(picture))) {} }
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
