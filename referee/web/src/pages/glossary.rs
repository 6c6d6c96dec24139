//! The words of the tables, explained below them for whoever meets them first.

use maud::{Markup, html};
use referee_report::document::{Block, Section};

/// The heads of columns and the names of facts, and what they mean.
const WORDS: [(&str, &str); 12] = [
    (
        "points",
        "in a game for two 1, ½ or 0; with more seats the share of the others that were beaten; in an exam what it sets",
    ),
    ("W", "games won; D: drawn; L: lost"),
    (
        "rating",
        "strength on the scale of Elo, the mean of the field being 0: 100 more are about 64 of 100 points",
    ),
    ("±", "half of the 95 % interval of the rating"),
    (
        "P(1)",
        "the probability that this bot is the strongest of all",
    ),
    (
        "faults",
        "games lost by the bot's own doing: no answer in time, an illegal move, a crash",
    ),
    ("errors", "faults in the qualification"),
    (
        "LOS",
        "the probability that the first bot is stronger than the second",
    ),
    (
        "normalized Elo",
        "the difference in strength, measured by how much the results of pairs vary",
    ),
    (
        "LLR",
        "how much the games speak for H1 against H0: at the upper bound H1 is accepted, at the lower one H0",
    ),
    ("pairs", PAIRS),
    ("results", PAIRS),
];

const PAIRS: &str = "of pairs: two games from one start, each bot once on either side, so that a lucky start helps both";

/// Returns the explanations of the words that occur in these sections, folded away.
pub(super) fn glossary(sections: &[Section]) -> Markup {
    let blocks = sections.iter().flat_map(|section| &section.blocks);
    let heads: Vec<&str> = blocks
        .flat_map(|block| match block {
            Block::Table(table) => table.head.iter().map(String::as_str).collect(),
            Block::Facts(facts) => facts.facts.iter().map(|(name, _)| *name).collect(),
            _ => Vec::new(),
        })
        .collect();
    let words: Vec<_> = WORDS
        .iter()
        .filter(|(word, _)| heads.contains(word))
        .collect();
    html! {
        @if !words.is_empty() {
            details.glossary {
                summary { "What the words of the tables mean" }
                dl.facts { @for (word, meaning) in words { dt { (word) } dd { (meaning) } } }
            }
        }
    }
}
