//! Explanations of games lost by a fault: the evidence, readable without a script.

use maud::{Markup, html};

use super::document::facts;
use crate::model::{FaultView, GameSummary};
use crate::text::harmless;

/// Returns the faults of these games.
pub(super) fn list(games: &[GameSummary]) -> Markup {
    html! {
        @for game in games {
            @for fault_view in &game.faults { (fault(game, fault_view)) }
        }
    }
}

fn fault(game: &GameSummary, fault: &FaultView) -> Markup {
    html! {
        details data-why=(game.number) {
            summary { strong { "Game " (game.number) } ": " (harmless(&fault.heading)) }
            @if !fault.picture.is_empty() { pre.picture tabindex="0" { (harmless(&fault.picture)) } }
            (facts(&fault.facts))
            @for (name, text) in [("last bytes", &fault.bytes), ("end of stderr", &fault.stderr)] {
                @if !text.is_empty() { p.soft { (name) } pre tabindex="0" { (harmless(text)) } }
            }
            @if !fault.advice.is_empty() {
                p.soft { "what to try" }
                ul { @for line in &fault.advice { li { (harmless(line)) } } }
            }
            @for command in &fault.commands { p { code { (harmless(command)) } } }
            @if let Some(script) = &fault.script {
                details {
                    summary { "all that the bot was told, to feed to it again" }
                    pre tabindex="0" { (harmless(script)) }
                }
            }
        }
    }
}
