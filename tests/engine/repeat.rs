//! The same configuration and seed play the same games, whatever runs at the same time.

use referee_record::Played;

use super::{Arena, records};

#[test]
fn concurrency_changes_nothing_that_is_played() {
    for game in ["onitama", "cublino-contra", "ludo", "koolaamee"] {
        let played = |concurrency: &str| -> Vec<Played> {
            let arena = Arena::unjailed(&format!(
                "game = {game:?}\nseed = 7\nrounds = 2\nstart = \"deal\""
            ))
            .bot("one", "house:random")
            .bot("two", "house:greedy")
            .bot("three", "house:first");
            let output = arena.run(&["--concurrency", concurrency]);
            let stderr = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(0), "{stderr}");
            let mut played: Vec<_> = records(&arena.path().join("cup.db"))
                .into_iter()
                .map(|r| r.played)
                .collect();
            played.sort_by_key(|p| p.job.id);
            played
        };
        let alone = played("1");
        assert_eq!(alone.len(), 12);
        assert_eq!(alone, played("4"), "{game}");
    }
}
