//! The referee's log of a conversation, made comparable with a transcript.

use super::transcript::Line;

/// A line of a transcript as a log has it.
pub(super) fn as_logged(line: &Line) -> String {
    let (sign, text) = match line {
        Line::Referee(text) => ('>', text),
        Line::Bot(text) => ('<', text),
    };
    masked(&format!("{sign} {}\\n", text.as_bytes().escape_ascii()))
}

/// A line of a log without its time, to be compared; none for a remark about a fault.
pub(super) fn comparable(line: &str) -> Option<String> {
    let (_, said) = line.trim_start().split_once(' ').expect("a time");
    (!said.starts_with("# ")).then(|| masked(said))
}

/// A line with a star for each number that differs from run to run.
fn masked(line: &str) -> String {
    let on_go = line.starts_with("> go ") || line.contains(r#"\"type\":\"go\""#);
    let clocks: &[_] = if on_go {
        &["clock_ms", "clock_A", "clock_B", "clock_C", "clock_D"]
    } else {
        &[]
    };
    let keys = ["ms", "id", "seed"].iter().chain(clocks);
    keys.fold(line.to_owned(), |line, key| {
        let line = starred(&line, &format!(" {key}="));
        starred(&line, &format!(r#"\"{key}\":"#))
    })
}

/// Puts a star in the place of the number behind a key.
fn starred(line: &str, key: &str) -> String {
    let Some((before, after)) = line.split_once(key) else {
        return line.to_owned();
    };
    let rest = after.trim_start_matches(|c: char| c.is_ascii_digit());
    let star = if rest.len() < after.len() { "*" } else { "" };
    format!("{before}{key}{star}{rest}")
}

#[test]
fn only_what_differs_from_run_to_run_is_left_out() {
    for (line, expected) in [
        ("> played A e4 ms=12\\n", "> played A e4 ms=*\\n"),
        ("> played A e4 ms=\\n", "> played A e4 ms=\\n"),
        (
            "> game ludo id=17 seed=93 clock_ms=9 move_ms=5\\n",
            "> game ludo id=* seed=* clock_ms=9 move_ms=5\\n",
        ),
        (
            "> go clock_ms=9 inc_ms=1 clock_B=8\\n",
            "> go clock_ms=* inc_ms=1 clock_B=*\\n",
        ),
        (
            r#"> {\"type\":\"go\",\"clock_ms\":9,\"inc_ms\":1,\"clock_C\":8}\n"#,
            r#"> {\"type\":\"go\",\"clock_ms\":*,\"inc_ms\":1,\"clock_C\":*}\n"#,
        ),
        (r#"> {\"ms\":7,\"id\":1}\n"#, r#"> {\"ms\":*,\"id\":*}\n"#),
    ] {
        assert_eq!(masked(line), expected);
    }
}
