//! People play such games, in the terminal and by a saved file.

use super::{arena, text};
use crate::kit::{fed, referee};

#[test]
fn bots_and_people_play_in_the_terminal() {
    let arena = arena("sound", "");
    let at = |name: &str| arena.path().join(name).to_string_lossy().into_owned();
    let (game, file) = (at("six"), at("game.json"));
    let said = referee(&["play", "--game", &game, "house:random", "house:first"]).fine();
    assert!(said.contains("six"), "{said}");
    let typed = |args: &[&str], lines: &str| fed(args, lines.as_bytes()).fine();
    let play = ["play", "--game", &*game, "--plain", "me", "house:first"];
    let said = typed(&play, &format!("a\nsave {file}\nquit\n"));
    assert!(said.contains("saved; to go on"), "{said}");
    let go_on = ["play", "--continue", &*file, "--plain"];
    let said = typed(&go_on, "b\na\n");
    assert!(said.contains("wins (six)"), "{said}");
    // By other rules it doesn't go on.
    let program = arena.path().join("six/six.py");
    let changed = std::fs::read_to_string(&program).expect("a file") + "# changed\n";
    std::fs::write(&program, changed).expect("a file");
    let said = fed(&go_on, b"b\n").refused();
    assert!(
        said.contains("aren't those that it was played by"),
        "{said}"
    );
}

#[test]
fn a_person_s_game_whose_rules_fail_does_not_count() {
    let arena = arena("dies", "");
    let game = arena.path().join("six").to_string_lossy().into_owned();
    let play = ["play", "--game", &*game, "--plain", "me", "house:first"];
    let said = fed(&play, b"a\na\na\n");
    assert!(
        said.stdout.contains("The game doesn't count: "),
        "{}{}",
        said.stdout,
        said.stderr
    );
    assert!(
        !said.stdout.contains('\u{1b}'),
        "{}",
        text(said.stdout.as_bytes())
    );
}
