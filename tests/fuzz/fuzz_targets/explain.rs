//! Any words in any position: played or explained.
#![cfg_attr(feature = "libfuzzer", no_main)]

use referee_fuzz::rules;
use referee_games::Turn;

fn explain(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let mut lines = text.split('\n');
    let Some(rules) = rules(lines.next().unwrap_or_default()) else {
        return;
    };
    let line = lines.next().unwrap_or_default();
    let mut position = rules.read(line).unwrap_or_else(|_| rules.start());
    for notation in lines {
        let line = position.line();
        if let Turn::Chance(chance) = position.turn() {
            let known = chance.outcomes.iter().any(|(name, _)| *name == notation);
            assert_eq!(position.cast(notation), known, "{notation:?}");
            continue;
        }
        assert!(!position.cast(notation));
        let legal = position.legal();
        let why = position.explain(notation);
        match position.play(notation) {
            Some(played) => {
                assert!(
                    why.is_none() && legal.contains(&played),
                    "{notation:?}: {why:?}"
                );
            }
            None => {
                let why = why.unwrap_or_default();
                assert!(!legal.iter().any(|m| m == notation));
                assert_eq!(position.line(), line, "a refused move changed the position");
                assert!(
                    why.len() > 10 && why.len() < 600 && !why.contains('\n'),
                    "{why:?}"
                );
                assert!(why.chars().all(|c| !c.is_control()), "{why:?}");
            }
        }
    }
}

referee_fuzz::target!(explain);
