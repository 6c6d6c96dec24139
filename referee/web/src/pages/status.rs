//! A page that shows how something is now. It has no script, and is loaded anew every other second.

use maud::{DOCTYPE, html};
use referee_report::document::Document;

use super::{Links, document};
use crate::text::harmless;

/// Returns the page.
pub fn status(page: &Document) -> String {
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
                @for section in &page.sections { (document::section(section, &Links::default())) }
            } }
        }
    };
    page.into_string()
}
