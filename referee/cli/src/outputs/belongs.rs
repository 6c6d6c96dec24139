//! Whether a file is an output of ours: such files may lie in a bot's folder, and are nothing of it.

use std::fs::File;
use std::io::Read;
use std::path::Path;

/// How outputs begin: pages, metrics, and reports of tests, whoever wrote these.
const BEGINNINGS: [&str; 3] = [
    "## referee ",
    "# TYPE referee_",
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites ",
];

/// Whether this is such a file, by how it begins.
pub fn is_output(path: &Path) -> bool {
    // A pipe would be waited for.
    if !path.symlink_metadata().is_ok_and(|own| own.is_file()) {
        return false;
    }
    let longest = BEGINNINGS.map(str::len).into_iter().max().unwrap_or(0);
    let mut begin = Vec::new();
    let read = File::open(path).and_then(|file| file.take(longest as u64).read_to_end(&mut begin));
    read.is_ok()
        && BEGINNINGS
            .iter()
            .any(|own| begin.starts_with(own.as_bytes()))
}
