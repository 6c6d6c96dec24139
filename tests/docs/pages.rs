//! The Markdown pages, taken apart.

use std::fs;
use std::path::Path;

use crate::kit::top;

/// A block of a document between lines of three backquotes: what stands behind the first of them,
/// and what it holds.
pub struct Block {
    pub info: String,
    pub text: String,
}

/// The blocks of a document.
pub fn blocks(file: &str) -> Vec<Block> {
    let document = read(file);
    let inside = document.split("```").skip(1).step_by(2);
    inside
        .map(|part| {
            let (info, text) = part.split_once('\n').expect("a block has lines");
            Block {
                info: info.to_owned(),
                text: text.to_owned(),
            }
        })
        .collect()
}

/// The paragraphs of a document, without its blocks.
pub fn paragraphs(file: &str) -> Vec<String> {
    let document = read(file);
    let outside = document.split("```").step_by(2);
    let paragraphs = outside.flat_map(|part| part.split("\n\n"));
    paragraphs.map(str::to_owned).collect()
}

fn read(file: &str) -> String {
    fs::read_to_string(top().join(file)).expect(file)
}

/// All pages that people read, but the list of changes, which names what was there before.
pub fn pages() -> Vec<String> {
    let mut found = Vec::new();
    for folder in ["", "docs", "sample-bots", "tests"] {
        let inside = fs::read_dir(top().join(folder)).expect(folder);
        for entry in inside {
            let name = entry.expect("an entry").file_name();
            let path = Path::new(folder).join(name);
            let readme = path.join("README.md");
            if path.extension().is_some_and(|end| end == "md") {
                found.push(path);
            } else if !folder.is_empty() && top().join(&readme).exists() {
                found.push(readme);
            }
        }
    }
    let names = found.iter().map(|path| path.display().to_string());
    let mut names: Vec<String> = names.filter(|name| name != "CHANGELOG.md").collect();
    names.sort();
    names
}
