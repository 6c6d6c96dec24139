//! The perft figures in `tests/perft/GAME.txt`.
//!
//! A file has blocks of lines: `options key=value …` (may be absent), `state LINE` or
//! `state default`, `perft N N …` from depth 1 on. `#` begins a comment.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use referee_games::games;

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
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            match word {
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
