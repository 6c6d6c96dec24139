//! The frame around every page of the server, and the pages that belong to no run.

use maud::{DOCTYPE, Markup, html};

use super::RunLocation;
use crate::text::harmless;

/// Returns the list of the served runs.
pub fn runs(titles: &[&str]) -> String {
    frame(
        "Runs",
        &RunLocation::default(),
        &html! {
            main {
                h1 { "Runs" }
                ul { @for (number, title) in (1..).zip(titles) {
                    @let number: usize = number;
                    li { a href={ "/" (number) "/" } { (harmless(title)) } }
                } }
            }
        },
    )
}

/// Returns the page for something that can't be shown, with the reason.
pub fn problem(why: &str) -> String {
    let body =
        html! { main { h1 { (harmless(why)) } p { a href="/" { "Back to the beginning" } } } };
    frame("Not here", &RunLocation::default(), &body)
}

/// Returns a page of a run.
pub(super) fn frame(title: &str, place: &RunLocation, body: &Markup) -> String {
    frame_with(title, place, Head::Plain, body)
}

/// Scripts and style sheets that a page loads.
#[derive(Clone, Copy)]
pub(super) enum Head {
    /// The style sheet and the script.
    Plain,
    /// The library that draws curves, too.
    Plots,
}

/// Returns a whole page.
pub(super) fn frame_with(title: &str, place: &RunLocation, head: Head, body: &Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" data-base=(place.base) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (harmless(title)) }
                link rel="icon" href="/favicon.svg";
                link rel="stylesheet" href="/style.css";
                @if let Head::Plots = head {
                    link rel="stylesheet" href="/uplot.css";
                    script src="/uplot.js" defer {}
                }
                script type="module" src="/page.js" {}
            }
            body {
                (body)
                @if !place.note.is_empty() { footer { p.soft { (place.note) } } }
            }
        }
    };
    page.into_string()
}
