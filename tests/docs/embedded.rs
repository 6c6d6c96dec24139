//! `referee docs`: every document is in the binary, as it is in the repository.

use std::fs;
use std::path::PathBuf;

use crate::kit::{referee, top};

/// The documents of the repository, by their path. `docs/README.md` lists the others, as `referee docs` does.
fn documents() -> Vec<PathBuf> {
    let folder = fs::read_dir(top().join("docs")).expect("documents");
    let guides = folder.map(|entry| entry.expect("an entry").path());
    let front = ["README.md", "protocol.md", "CHANGELOG.md"].map(|name| top().join(name));
    guides
        .filter(|path| {
            path.extension().is_some_and(|end| end == "md") && !path.ends_with("README.md")
        })
        .chain(front)
        .collect()
}

#[test]
fn every_document_is_listed_and_printed() {
    let list = referee(&["docs"]).fine();
    for document in documents() {
        let text = fs::read_to_string(&document).expect("a document");
        let stem = document.file_stem().expect("a name").to_string_lossy();
        let page = stem.to_lowercase();
        let title = text
            .lines()
            .next()
            .expect("a title")
            .trim_start_matches("# ");
        let line = list
            .lines()
            .find(|line| line.split_whitespace().next() == Some(&page));
        let line = line.unwrap_or_else(|| panic!("{page} isn't in the list:\n{list}"));
        assert!(
            line.ends_with(title) && line.chars().count() <= 80,
            "{line}"
        );
        assert_eq!(referee(&["docs", &page]).fine(), text, "{page}");
    }
    assert_eq!(list.lines().count(), documents().len(), "{list}");
}

#[test]
fn links_of_documents_are_pages_too() {
    let text = referee(&["docs", "first-bot"]).fine();
    for page in ["docs/first-bot.md", "first-bot.md", "First-Bot"] {
        assert_eq!(referee(&["docs", page]).fine(), text, "{page}");
    }
}

#[test]
fn an_unknown_page_is_refused_with_the_nearest() {
    for (page, near) in [
        ("statistic", "did you mean statistics? "),
        ("bot", "did you mean first-bot or writing-a-bot? "),
        ("xyzzy", "there is no page \"xyzzy\"; `referee docs` lists"),
        ("..", "there is no page \"..\"; `referee docs` lists"),
    ] {
        let refused = referee(&["docs", page]);
        assert_eq!(refused.code, Some(2), "{}", refused.stderr);
        assert!(refused.stderr.contains(near), "{}", refused.stderr);
    }
}
