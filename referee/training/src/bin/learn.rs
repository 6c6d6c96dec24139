//! Learns the evaluations of Cublino by self-play: `cargo run --release -p referee-training --bin learn`.
//!
//! Compares the result with the files that the house bots use; with `--write` it writes these files instead.

use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use referee_bots::engine::cublino::{ContraEngine, Kind, PurEngine};
use referee_games::{ChosenOptions, Game};
use referee_training::{GAMES, SEED, text};

fn main() -> ExitCode {
    let write = match &std::env::args().skip(1).collect::<Vec<_>>()[..] {
        [] => false,
        [word] if word == "--write" => true,
        _ => {
            eprintln!("expected nothing or --write");
            return ExitCode::from(2);
        }
    };
    let same = [
        one::<ContraEngine>("contra", write),
        one::<PurEngine>("pur", write),
    ];
    if same.contains(&false) {
        ExitCode::from(1)
    } else {
        ExitCode::SUCCESS
    }
}

/// Learns one evaluation; returns true if it was written or is the same as the shipped one.
fn one<K: Kind>(name: &str, write: bool) -> bool {
    let began = Instant::now();
    let specs = K::Game::options();
    let options = ChosenOptions::choose(K::Game::NAME, &specs, &[].into()).expect("the defaults");
    let game = K::Game::new(&options).expect("the defaults");
    let text = text::<K>(&game, SEED, GAMES);
    let folder =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../sample-bots/src/engine/cublino/weights");
    if write {
        std::fs::write(folder.join(name).with_extension("txt"), &text).expect("a file to write");
    }
    let same = write || text == K::WEIGHTS;
    let status = if write {
        "written"
    } else if same {
        "the same"
    } else {
        "different"
    };
    println!("{name}: {status} ({:.0} s)", began.elapsed().as_secs_f64());
    same
}
