//! Tables and the sentences below them.

use maud::{Markup, html};

use crate::model::{Block, Section, Table};
use crate::text::harmless;

/// A part of a page with its heading.
pub fn section(section: &Section) -> Markup {
    html! {
        section id=(section.id) {
            h2 { (harmless(&section.title)) }
            @for one in &section.tables { (table(one)) }
            @for one in &section.blocks { (block(one)) }
        }
    }
}

/// A table, which scrolls by itself where a screen is too narrow for it.
pub fn table(table: &Table) -> Markup {
    let class = |column: usize| table.left.contains(&column).then_some("name");
    html! {
        div.scroll tabindex="0" role="region" aria-label="table" {
            table {
                thead { tr {
                    @for (at, head) in table.head.iter().enumerate() {
                        th scope="col" class=[class(at)] { (harmless(head)) }
                    }
                } }
                tbody {
                    @for row in &table.rows { tr {
                        @for (at, cell) in row.iter().enumerate() {
                            td class=[class(at)] { (harmless(cell)) }
                        }
                    } }
                }
            }
        }
    }
}

/// Sentences, under their title if there is one.
pub fn block(block: &Block) -> Markup {
    html! {
        @if !block.lines.is_empty() {
            @if let Some(title) = &block.title { h3 { (harmless(title)) } }
            @for line in &block.lines { p.soft { (harmless(line)) } }
        }
    }
}

/// Facts by name.
pub fn facts(facts: &[(String, String)]) -> Markup {
    html! {
        dl.facts {
            @for (name, value) in facts {
                dt { (harmless(name)) }
                dd { (harmless(value)) }
            }
        }
    }
}
