//! A page of tables that show how something is now. It has no script, and is loaded anew every other second.

use maud::{DOCTYPE, html};

use super::{Links, tables};
use crate::model::{NoteBlock, StatusPage, TableView};
use crate::text::harmless;

/// Returns the page.
pub fn status(page: &StatusPage) -> String {
    let notes = NoteBlock {
        title: None,
        lines: page.notes.clone(),
    };
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta http-equiv="refresh" content="2";
                title { (harmless(&page.title)) }
                link rel="stylesheet" href="/style.css";
            }
            body { main {
                h1 { (harmless(&page.title)) }
                p { (harmless(&page.lead)) }
                @for (title, table, otherwise) in &page.tables {
                    h2 { (harmless(title)) }
                    @if table.rows.is_empty() {
                        p.soft { (harmless(otherwise)) }
                    } @else {
                        (tables::table(&TableView::from(table), title, &Links::default()))
                    }
                }
                (tables::block(&notes))
            } }
        }
    };
    page.into_string()
}
