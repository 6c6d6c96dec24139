//! Attacks on the guarantee that a bot has no terminal.

use std::fs::File;
use std::path::Path;

use super::{ProbeResult, Targets, calls, reached};

pub fn terminal(targets: &Targets) -> ProbeResult {
    let Some(path) = &targets.terminal else {
        return ProbeResult::Untried("no terminal can be made to aim at".to_owned());
    };
    let open = |path: &Path| File::options().read(true).write(true).open(path);
    let file = open(Path::new("/dev/tty"));
    let typed = file
        .as_ref()
        .ok()
        .and_then(|file| calls::type_into(file).ok());
    ProbeResult::of([
        reached(path.display(), open(path)),
        reached("/dev/tty", file),
        typed.map(|()| "input of a terminal".to_owned()),
    ])
}
