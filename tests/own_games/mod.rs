//! Games that a folder describes, and whose rules are a program, as users meet them.

mod built_in;
mod failing;
mod folder;
mod hostile;
mod looked_at;
mod people;
mod written;

use std::fs;
use std::path::Path;

use crate::engine::Arena;

/// A game of six plies, in Python: whoever moves first wins.
const SIX: &str = include_str!("../program_rules/six.py");
/// How it is described; `MODE` says what it does otherwise at the third move, and `MARK` is in the environment of its
/// processes.
const DESCRIPTION: &str = "title = \"Counts to six\"\nreasons = [\"six\"]\nmax_plies = 6\n\
                           run = [\"python3\", \"six.py\", \"MODE\"]\nenv = { SIX = \"MARK\" }\n[limits]\nrequest_ms = 700\n";

/// Writes the folder of the game into another one, in this mode.
fn write(folder: &Path, mode: &str) {
    let game = folder.join("six");
    fs::create_dir_all(&game).expect("a folder");
    fs::write(game.join("six.py"), SIX).expect("a file");
    let mark = folder.display().to_string();
    let description = DESCRIPTION.replace("MODE", mode).replace("MARK", &mark);
    fs::write(game.join("game.toml"), description).expect("a file");
}

/// A tournament of this game in this mode, between two bots that know no game.
fn arena(mode: &str, settings: &str) -> Arena {
    let arena = Arena::new(&format!("game = \"./six\"\nseed = 5\n{settings}"))
        .bot("ann", "house:random")
        .bot("bob", "house:first");
    write(arena.path(), mode);
    arena
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
