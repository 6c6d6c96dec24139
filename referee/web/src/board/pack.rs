//! Packs many games into little space: every change is stored once, games are lists of numbers, and the whole
//! is deflated. The script unpacks it with the browser's own `DecompressionStream`.

use std::collections::HashMap;
use std::io::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::DeflateEncoder;
use referee_games::scene::Scene;
use serde::Serialize;
use serde_json::{Value, json, value::RawValue};

use super::change::{SceneChange, changes};
use super::frames::ReplayFrames;
use super::move_info::MoveInfo;

/// Games in a block; opening one game unpacks its whole block.
const BLOCK: usize = 40;

/// Packed games.
#[derive(Debug, Default, Serialize)]
pub struct PackedGames {
    /// Data that all games share: a scene, changes, words.
    common: String,
    /// The games by block.
    blocks: Vec<String>,
    /// For each game: its number, its block, and its index in the block.
    places: Vec<(u64, usize, usize)>,
}

/// Collects games one by one in a compact form.
#[derive(Default)]
pub struct Packer {
    base: Option<Scene>,
    changes: Interned,
    words: Interned,
    games: Vec<Game>,
}

/// A game as numbers of changes and words.
struct Game {
    number: u64,
    start: Vec<usize>,
    words: Vec<usize>,
    changes: Vec<Vec<usize>>,
    us: Vec<u64>,
    remarks: Vec<(usize, MoveInfo)>,
    expected: Vec<(usize, Vec<Expected>)>,
}

/// The seat of an expected move, its notation, and the numbers of its changes.
type Expected = (char, String, Vec<usize>);

impl Packer {
    /// Adds a game with its number.
    pub fn add(&mut self, number: u64, frames: &ReplayFrames) {
        let base = self.base.get_or_insert_with(|| frames.first.clone());
        let start = changes(base, &frames.first);
        let mut game = Game {
            number,
            start: self.numbers(&start),
            words: Vec::new(),
            changes: Vec::new(),
            us: Vec::new(),
            remarks: Vec::new(),
            expected: Vec::new(),
        };
        for (at, shot) in frames.shots.iter().enumerate() {
            let entry = json!([shot.seat, shot.action, shot.word, shot.paths, shot.effects]);
            game.words.push(self.words.number(entry.to_string()));
            game.changes.push(self.numbers(&shot.changes));
            game.us.push(shot.ns.map_or(0, |ns| ns.div_ceil(1000)));
            game.remarks
                .extend(shot.info.clone().map(|info| (at, info)));
            let line = shot.expected.iter();
            let line: Vec<Expected> = line
                .map(|one| (one.seat, one.word.clone(), self.numbers(&one.changes)))
                .collect();
            if !line.is_empty() {
                game.expected.push((at, line));
            }
        }
        self.games.push(game);
    }

    fn numbers(&mut self, changes: &[SceneChange]) -> Vec<usize> {
        let text = |change| serde_json::to_string(change).unwrap_or_default();
        let numbers = changes
            .iter()
            .map(|change| self.changes.number(text(change)));
        numbers.collect()
    }

    /// Packs all games that were added.
    pub fn finish(self) -> PackedGames {
        let (changes, change) = self.changes.settle();
        let (words, word_numbers) = self.words.settle();
        let renumber =
            |all: &[usize]| -> Vec<usize> { all.iter().map(|old| change[*old]).collect() };
        let mut packed = PackedGames::default();
        for (block, games) in self.games.chunks(BLOCK).enumerate() {
            let mut column_list = Vec::new();
            for (place, game) in games.iter().enumerate() {
                packed.places.push((game.number, block, place));
                // Stored by columns, as similar values next to each other compress well. 0 µs: no time was
                // measured.
                column_list.push(json!({
                    "start": renumber(&game.start),
                    "words": game.words.iter().map(|old| word_numbers[*old]).collect::<Vec<_>>(),
                    "changes": game.changes.iter().map(|all| renumber(all)).collect::<Vec<_>>(),
                    "us": game.us,
                    "remarks": game.remarks,
                    "expected": game.expected.iter().map(|(at, line)| (at, line.iter().map(|(seat, word, all)| (seat, word, renumber(all))).collect::<Vec<_>>())).collect::<Vec<_>>(),
                }));
            }
            packed.blocks.push(deflate(&Value::from(column_list)));
        }
        let items = self.base.unwrap_or_default().items;
        packed.common = deflate(&json!({ "items": items, "changes": changes, "words": words }));
        packed
    }
}

/// Texts, each stored once, with a number.
#[derive(Default)]
struct Interned {
    numbers: HashMap<String, usize>,
    counts: Vec<u64>,
}

impl Interned {
    fn number(&mut self, text: String) -> usize {
        let next = self.counts.len();
        let number = *self.numbers.entry(text).or_insert(next);
        if number == next {
            self.counts.push(0);
        }
        self.counts[number] += 1;
        number
    }

    /// Returns the texts, the most frequent first so that it gets the shortest number, and the new number for
    /// each old one.
    fn settle(self) -> (Vec<Box<RawValue>>, Vec<usize>) {
        let mut texts: Vec<(String, usize)> = self.numbers.into_iter().collect();
        texts.sort_by_key(|(_, old)| (std::cmp::Reverse(self.counts[*old]), *old));
        let mut renumbered = vec![0; texts.len()];
        for (new, (_, old)) in texts.iter().enumerate() {
            renumbered[*old] = new;
        }
        let raw = |(text, _)| RawValue::from_string(text).unwrap_or_default();
        (texts.into_iter().map(raw).collect(), renumbered)
    }
}

/// Returns JSON, deflated and Base64-encoded, which is safe in HTML.
fn deflate(value: &Value) -> String {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    // Writing into memory can't fail.
    let written = encoder.write_all(value.to_string().as_bytes());
    let bytes = written.and_then(|()| encoder.finish()).unwrap_or_default();
    STANDARD.encode(bytes)
}
