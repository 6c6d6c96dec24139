//! `referee docs`: shows the documents, which travel inside the binary.

pub mod page_layout;
pub mod pager;

use std::path::Path;

use referee_config::closest;
use referee_output::failure::bad_input;
use referee_output::{Exit, stdout};

use page_layout::shown;

/// The protocol, which every kit brings along.
pub const PROTOCOL: &str = include_str!("../../../../protocol.md");

macro_rules! guides {
    ($($name:literal)*) => { &[$(($name, include_str!(concat!("../../../../docs/", $name, ".md")))),*] };
}

/// The pages that aren't in `docs`: names and texts.
const FRONT: &[(&str, &str)] = &[
    ("readme", include_str!("../../../../README.md")),
    ("protocol", PROTOCOL),
    ("changelog", include_str!("../../../../CHANGELOG.md")),
];

/// The pages in `docs`: names and texts.
const GUIDES: &[(&str, &str)] = guides!(
    "adding-a-format" "adding-a-game" "adding-to-a-report" "books" "builds" "check" "ci" "coming-from" "engine-testing"
    "exam" "exit-codes" "first-bot" "fleet" "games" "hosting" "installing" "jail" "ladder" "levels" "packages" "playing" "ratings" "report"
    "results" "rules" "runs" "serve" "statistics" "threat-model" "timing" "tournaments" "tuning"
    "writing-a-bot" "your-own-game"
);

/// Show a document.
///
/// On a terminal a page is shown in the pager: $PAGER, or less. Without a page the pages are listed.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  referee docs
  referee docs first-bot
  referee docs protocol > protocol.md")]
pub struct DocsArgs {
    /// The page, as in the list; a path such as docs/first-bot.md will do too.
    page: Option<String>,
}

impl DocsArgs {
    /// Shows the page or the list.
    pub fn run(self) -> anyhow::Result<Exit> {
        let Some(wanted) = self.page else {
            stdout::text(&list())?;
            return Ok(Exit::Fine);
        };
        let stem = Path::new(&wanted).file_stem().unwrap_or_default();
        let name = stem.to_string_lossy().to_lowercase();
        let (_, text) = pages()
            .find(|(page, _)| *page == name)
            .ok_or_else(|| bad_input(unknown(&wanted, &name)))?;
        pager::show(&shown(text))?;
        Ok(Exit::Fine)
    }
}

fn pages() -> impl Iterator<Item = (&'static str, &'static str)> {
    FRONT.iter().chain(GUIDES).copied()
}

/// Returns a line for each page: its name and its title.
fn list() -> String {
    let mut lines = String::new();
    for (name, text) in pages() {
        let title = text.lines().next().unwrap_or_default();
        lines += &format!("{name:18}  {}\n", title.trim_start_matches("# "));
    }
    lines
}

fn unknown(wanted: &str, name: &str) -> String {
    let names: Vec<&str> = pages().map(|(page, _)| page).collect();
    let nearest = closest(name, &names);
    let is_near = |page: &&str| {
        let begins = page.split('-').any(|word| word.starts_with(name));
        Some(*page) == nearest || (begins && !name.is_empty())
    };
    let near: Vec<&str> = names.iter().copied().filter(is_near).collect();
    let meant = match &near[..] {
        [] => String::new(),
        near => format!("did you mean {}? ", near.join(" or ")),
    };
    format!("there is no page {wanted:?}; {meant}`referee docs` lists the pages")
}
