//! Brackets and rounds, with links to the games of each meeting where these can be opened.

use maud::{Markup, html};
use referee_report::document::{RoundView, Rounds, Tie};

use super::Links;
use crate::text::harmless;

/// Returns the rounds next to each other; they scroll on their own if the screen is too narrow.
pub(super) fn rounds(rounds: &Rounds, links: &Links) -> Markup {
    let label = rounds.title.as_deref().unwrap_or("rounds");
    html! {
        @if let Some(title) = &rounds.title { h3 { (harmless(title)) } }
        div.scroll tabindex="0" role="region" aria-label=(harmless(label)) {
            div.rounds.bracket[rounds.bracket] {
                @for one in &rounds.rounds { (round(one, links)) }
            }
        }
    }
}

fn round(round: &RoundView, links: &Links) -> Markup {
    html! {
        section.round {
            h4 { (harmless(&round.title)) }
            ol { @for one in &round.ties { (tie(one, links)) } }
        }
    }
}

fn tie(tie: &Tie, links: &Links) -> Markup {
    let address = tie.bots().and_then(|bots| links.games(&bots));
    // If only one bot is there, the note takes the place of the other.
    let alone =
        tie.sides.iter().filter(|side| side.bot.is_some()).count() == 1 && !tie.note.is_empty();
    let absent = if alone { &tie.note } else { "–" };
    html! {
        li.tie {
            @for side in &tie.sides {
                div.side.won[side.won] {
                    @match (&side.bot, &address) {
                        (Some(bot), Some(address)) => a href=(address) { (harmless(bot)) },
                        (Some(bot), None) => span { (harmless(bot)) },
                        (None, _) => span.soft { (absent) },
                    }
                    b { (harmless(&side.points)) @if side.won { span.unseen { " (won)" } } }
                }
            }
            @if !tie.note.is_empty() && !alone { div.soft.note { (tie.note) } }
        }
    }
}
