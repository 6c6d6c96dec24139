//! Reads text files that people write or edit.

use std::io;
use std::path::Path;

use crate::files::careful_open;

/// Largest text file, in bytes.
const LARGEST: u64 = 1 << 30;
/// Byte order mark, with which editors on Windows and spreadsheets begin a file.
const MARK: &str = "\u{feff}";

/// Reads a text file, without a byte order mark.
///
/// # Errors
///
/// Returns an error if the file can't be read, as [`read_file`] does, or isn't UTF-8.
pub fn read_text(path: &Path) -> io::Result<String> {
    text_of(read_file(path)?)
}

/// Reads the bytes of a file. Doesn't wait for a pipe or a device: these are no files.
///
/// # Errors
///
/// Returns an error if the file can't be opened, is no regular file, or is too large.
pub fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    careful_open::read(&path.canonicalize()?, LARGEST)
}

/// Returns the bytes of a file as text, without a byte order mark.
///
/// # Errors
///
/// Returns an error of the kind `InvalidData` that names the place, if the bytes aren't UTF-8.
pub fn text_of(bytes: Vec<u8>) -> io::Result<String> {
    let mut text = String::from_utf8(bytes).map_err(|e| {
        let before = &e.as_bytes()[..e.utf8_error().valid_up_to()];
        let lines = before.split(|byte| *byte == b'\n');
        let byte = lines.clone().next_back().map_or(0, <[u8]>::len) + 1;
        let line = lines.count();
        let why = format!("line {line}, byte {byte}: this isn't UTF-8; save the file as UTF-8");
        io::Error::new(io::ErrorKind::InvalidData, why)
    })?;
    if text.starts_with(MARK) {
        text.drain(..MARK.len());
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn a_byte_order_mark_is_skipped() {
        let text = |bytes: &[u8]| text_of(bytes.to_vec()).map_err(|e| e.to_string());
        assert_eq!(text(b"\xef\xbb\xbfa\n").as_deref(), Ok("a\n"));
        assert_eq!(text(b"a\xef\xbb\xbf").as_deref(), Ok("a\u{feff}"));
        assert_eq!(text(b"").as_deref(), Ok(""));
        let error = text(b"\xef\xbb\xbfa\n\xc3\xa4\xe4").expect_err("Latin-1");
        assert!(
            error.starts_with("line 2, byte 3: this isn't UTF-8"),
            "{error}"
        );
    }

    #[test]
    fn only_files_are_read() {
        let dir = tempfile::tempdir().expect("a folder");
        let at = |name: &str| dir.path().join(name);
        fs::write(at("file"), "x").expect("a file");
        symlink("file", at("link")).expect("a link");
        assert_eq!(read_text(&at("link")).expect("a file"), "x");
        let made = std::process::Command::new("mkfifo")
            .arg(at("pipe"))
            .status();
        assert!(made.expect("mkfifo is there").success());
        let _socket = std::os::unix::net::UnixListener::bind(at("socket")).expect("a socket");
        for path in [
            at("pipe"),
            at("socket"),
            at("none"),
            at(""),
            "/dev/zero".into(),
        ] {
            assert!(read_text(&path).is_err(), "{}", path.display());
        }
    }
}
