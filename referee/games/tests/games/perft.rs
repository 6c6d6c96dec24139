//! Tests the perft figures in `tests/perft/GAME.txt`.
//!
//! A file has blocks of lines: `options key=value …` (optional), `state LINE` or `state default`, and `perft
//! N N …` from depth 1 on. `#` begins a comment.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use referee_games::{Position, Turn, games, random};

#[test]
fn figures() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/perft");
    for kind in games() {
        let file = folder.join(format!("{}.txt", kind.name()));
        let text = fs::read_to_string(&file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        let mut rules = kind.rules(&BTreeMap::new()).expect("defaults");
        let mut position = rules.start();
        let mut figures = 0;
        for line in text.lines().map(str::trim) {
            let (name, rest) = line.split_once(' ').unwrap_or((line, ""));
            match name {
                "options" => {
                    let pair = |o: &str| o.split_once('=').map(|(k, v)| (k.into(), v.into()));
                    let given = rest.split(' ').filter_map(pair).collect();
                    rules = kind.rules(&given).expect(rest);
                }
                "state" if rest == "default" => position = rules.start(),
                "state" => position = rules.read(rest).expect(rest),
                "perft" => {
                    for (depth, figure) in (1..).zip(rest.split(' ')) {
                        let place = format!("{} depth {depth}", position.line());
                        assert_eq!(position.perft(depth).to_string(), figure, "{place}");
                        figures += 1;
                    }
                }
                "" | "#" => {}
                _ => panic!("{}: {line}", file.display()),
            }
        }
        assert!(figures >= 3, "{} holds no figures", file.display());
    }
}

/// Exchanging the names of the seats changes no figure.
#[test]
fn exchanged_positions_have_the_same_figures() {
    for kind in games() {
        let rules = kind.rules(&BTreeMap::new()).expect("defaults");
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        for plies in 0..12 {
            let mut position = rules.deal(&mut rng);
            for _ in 0..plies {
                if let Turn::Seat(_) = position.turn() {
                    let legal = position.legal();
                    position.play(&legal[random::index(&mut rng, legal.len())]);
                }
            }
            let Some(line) = position.exchanged() else {
                assert_eq!(kind.name(), "ludo");
                break;
            };
            let other = rules.read(&line).expect("a state line");
            let figures = |position: &dyn Position| (1..=3).map(|n| position.perft(n)).collect();
            let (actual, expected): (Vec<u64>, Vec<u64>) = (figures(&*other), figures(&*position));
            assert_eq!(actual, expected, "{line}");
        }
    }
}
