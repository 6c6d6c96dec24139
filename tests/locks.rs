//! Locks between tests that disturb each other, whether they are threads of one process or run in several test
//! binaries. The system gives them back however one ends.

use std::cell::Cell;
use std::fs::File;
use std::path::Path;

thread_local! {
    /// Whether this thread has the machine for itself.
    static ALONE: Cell<bool> = const { Cell::new(false) };
}

/// Waits until no other test has this lock; it is held as long as the file is open.
pub fn exclusive(name: &str) -> File {
    let file = open(name);
    file.lock().expect("files can be locked");
    file
}

/// Does something while no referee runs that another test waits for.
pub fn alone<T>(task: impl FnOnce() -> T) -> T {
    let _machine = exclusive("machine");
    ALONE.set(true);
    let result = task();
    ALONE.set(false);
    result
}

/// Keeps tests that want to be alone from beginning, as long as it is held.
pub fn beside() -> Option<File> {
    let needed = !ALONE.get();
    needed.then(|| {
        let file = open("machine");
        file.lock_shared().expect("files can be locked");
        file
    })
}

fn open(name: &str) -> File {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.lock"));
    let file = File::options().create(true).append(true).open(&path);
    file.unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
