//! Formats an uncaught error of a bot as the exam's program prints it: function, line, and message.
//!
//! All of it is the bot's own text, so the message is cut before anything that could be mistaken for more of
//! the log.

use referee_games::onitama::log::is_line;
use referee_output::sanitize::plain;
use referee_output::text_layout::clip;

/// Most lines of a message.
const LINES: usize = 10;
/// Most columns of each line, and most characters of a function's name.
const COLUMNS: usize = 200;

/// Returns the lines of the error if stderr names function and line in the way of the Octave kit, and no
/// lines otherwise. The message ends before a blank line, and before a line that could be part of a log.
pub(super) fn describe_error(stderr: &str) -> Vec<String> {
    let lines: Vec<&str> = stderr.trim_end().lines().collect();
    let Some((at, (function, line))) = lines
        .iter()
        .enumerate()
        .rev()
        .find_map(|(at, line)| Some((at, place(line)?)))
    else {
        return Vec::new();
    };
    let mut report_lines = vec![
        format!("Error in function {function}() at line {line}."),
        String::new(),
        "Error Message:".to_owned(),
    ];
    let message = lines[at + 1..].iter().map(|line| {
        let line = plain(line.strip_prefix("error: ").unwrap_or(line));
        clip(&line, COLUMNS).trim_end().to_owned()
    });
    let message = message.take_while(|line| !line.is_empty() && !is_line(line));
    report_lines.extend(message.take(LINES));
    report_lines
}

/// Parses function and line from `  in NAME, line N`; the last such line is where the error happened.
fn place(line: &str) -> Option<(&str, u32)> {
    let (function, line) = line.strip_prefix("  in ")?.split_once(", line ")?;
    let named =
        (1..=COLUMNS).contains(&function.len()) && function.chars().all(|c| c.is_ascii_graphic());
    Some((function, line.parse().ok()?)).filter(|_| named)
}

#[cfg(test)]
mod tests {
    use super::describe_error;

    #[test]
    fn the_innermost_function_and_its_message_are_told() {
        let stderr = "thinking\n  in choose, line 9\n  in AIfox, line 31\n  in AIfox/best, line 12\n\
            error: index (0,_): out of bound; value 0 out of bound 5\n";
        let expected = [
            "Error in function AIfox/best() at line 12.",
            "",
            "Error Message:",
            "index (0,_): out of bound; value 0 out of bound 5",
        ];
        assert_eq!(describe_error(stderr), expected);
    }

    #[test]
    fn a_message_may_have_lines_and_what_isn_t_known_isn_t_told() {
        let two = describe_error("  in AIfox, line 3\nerror: one\n\u{1b}[2Jtwo\n");
        assert_eq!(two[3], "one");
        assert!(
            two[4].ends_with("two") && !two[4].contains('\u{1b}'),
            "{two:?}"
        );
        for stderr in [
            "",
            "error: x",
            "  in , line 3\n",
            "  in a b, line 3\n",
            "  in f, line x\n",
            &format!("  in {}, line 3\n", "f".repeat(201)),
        ] {
            assert_eq!(describe_error(stderr), [""; 0], "{stderr}");
        }
    }

    #[test]
    fn a_message_is_bounded_and_holds_no_line_of_a_log() {
        for (message, expected) in [
            ("error: x\nPlayer B win.\ny\n", &["x"][..]),
            ("error: Player B win.\n", &[]),
            (
                "error: x\n  Player A win as player B input invalid. \n",
                &["x"],
            ),
            ("error: x\n\ny\n", &["x"]),
            ("error: x\n                        Player B\n", &["x"]),
            (
                "error: Player B wins nothing here.\n",
                &["Player B wins nothing here."],
            ),
        ] {
            let actual = describe_error(&format!("  in f, line 3\n{message}"));
            assert_eq!(actual[3..], *expected, "{message}");
        }
        let padded = format!(
            "  in f, line 3\nerror: x\nThe game is tied{}y",
            " ".repeat(300)
        );
        assert_eq!(
            describe_error(&padded)[3..],
            ["x"],
            "what is cut off counts for nothing"
        );
        let long = describe_error(&format!(
            "  in f, line 3\n{}",
            format!("{}\n", "é".repeat(500)).repeat(50)
        ));
        assert_eq!(long[3..], vec!["é".repeat(200); 10]);
    }
}
