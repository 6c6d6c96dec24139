//! `protocol.md` shows the transcripts as they are.

use std::fs;

use super::{files, name, root};

/// A fenced block whose info string names a file, and what stands in it.
struct Block<'a> {
    file: &'a str,
    text: String,
}

fn blocks(page: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        let Some(info) = line.strip_prefix("```") else {
            continue;
        };
        let mut text = String::new();
        for line in lines.by_ref().take_while(|line| *line != "```") {
            text += line;
            text += "\n";
        }
        if let Some((_, file)) = info.split_once(' ') {
            blocks.push(Block { file, text });
        }
    }
    blocks
}

#[test]
fn it_shows_every_transcript_as_it_is() {
    let page = fs::read_to_string(root().join("protocol.md")).expect("protocol.md");
    let blocks = blocks(&page);
    for block in &blocks {
        let text = fs::read_to_string(root().join(block.file)).expect(block.file);
        assert_eq!(block.text, text, "{} in protocol.md", block.file);
    }
    for file in files() {
        let path = format!("tests/transcripts/{}", name(&file));
        let shown = blocks.iter().any(|block| block.file == path);
        assert!(shown, "{path} isn't shown in protocol.md");
    }
}

#[test]
fn blocks_without_a_file_are_passed_over() {
    let page = "a\n```text\nb\n```\n```text c.txt\nd\n\ne\n```\nf\n```\ng\n```\n";
    let blocks = blocks(page);
    let [block] = &blocks[..] else {
        panic!("one block");
    };
    assert_eq!((block.file, &*block.text), ("c.txt", "d\n\ne\n"));
}
