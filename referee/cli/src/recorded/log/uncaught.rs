//! An error that a bot didn't catch, as the exam's program prints it: the function, its line, the message.

use crate::sinks::plain;

/// The error's lines, where stderr names function and line as the Octave kit does; else none.
pub fn told(stderr: &str) -> Vec<String> {
    let lines: Vec<&str> = stderr.trim_end().lines().collect();
    let Some((at, (function, line))) = lines
        .iter()
        .enumerate()
        .rev()
        .find_map(|(at, line)| Some((at, place(line)?)))
    else {
        return Vec::new();
    };
    let mut told = vec![
        format!("Error in function {function}() at line {line}."),
        String::new(),
        "Error Message:".to_owned(),
    ];
    let message = lines[at + 1..].iter();
    told.extend(message.map(|line| plain(line.strip_prefix("error: ").unwrap_or(line))));
    told
}

/// Function and line of `  in NAME, line N`; the last of them is where it happened.
fn place(line: &str) -> Option<(&str, u32)> {
    let (function, line) = line.strip_prefix("  in ")?.split_once(", line ")?;
    let named = !function.is_empty() && function.chars().all(|c| c.is_ascii_graphic());
    Some((function, line.parse().ok()?)).filter(|_| named)
}

#[cfg(test)]
mod tests {
    use super::told;

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
        assert_eq!(told(stderr), expected);
    }

    #[test]
    fn a_message_may_have_lines_and_what_isn_t_known_isn_t_told() {
        let two = told("  in AIfox, line 3\nerror: one\n\u{1b}[2Jtwo\n");
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
        ] {
            assert_eq!(told(stderr), [""; 0], "{stderr}");
        }
    }
}
