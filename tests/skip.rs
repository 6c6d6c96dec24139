//! What a test couldn't judge on this machine.

/// Says that a test, or a part of it, is skipped here, and why: `tests/run` counts these lines.
pub(super) fn skip(name: &str, why: &str) {
    println!("skipped: {name}: {why}");
}
