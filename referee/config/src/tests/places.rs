//! Tests that invalid values are shown with line and caret.

use super::*;
use crate::spec::parse_bot;

#[test]
fn values_are_shown_where_they_stand() {
    let dir = folder();
    for (text, shown) in [
        (
            "game = 'onitma'",
            "line 1, column 8\n  |\n1 | game = 'onitma'\n  |        ^^^^^^^^\nthere is no game",
        ),
        (
            "game = 'onitama'\nformat = 'knockout'\nrounds = 3",
            "3 | rounds = 3\n  | ^^^^^^\nrounds goes with",
        ),
        (
            "game = 'onitama'\nstart = 'nowhere'",
            "2 | start = 'nowhere'\n  |         ^^^^^^^^^\nstart: ",
        ),
        (
            "game = 'onitama'\noptions = { trns = 5 }",
            "2 | options = { trns = 5 }\n  |             ^^^^\nonitama has no option",
        ),
        (
            "game = 'onitama'\noptions = { turns = 0 }",
            "2 | options = { turns = 0 }\n  |                     ^\noption turns",
        ),
        (
            "game = 'onitama'\n[[bots]]\nbot = 'house:first'\n[[bots]]\nbot = 'nowhere'",
            "5 | bot = 'nowhere'\n  |       ^^^^^^^^^\nbot nowhere: ",
        ),
        (
            "game = 'onitama'\n[[bots]]\nbot = 'house:first'\nname = 'a b'",
            "4 | name = 'a b'\n  |        ^^^^^\nbot a b: name",
        ),
        (
            "game = 'onitama'\n[[bots]]\nbot = 'house:first'\n[[bots]]\nbot = 'house:first'",
            "5 | bot = 'house:first'\n  |       ^^^^^^^^^^^^^\ntwo bots are named first",
        ),
        (
            "game = 'onitama'\nsubmissions = 'none*/*'",
            "2 | submissions = 'none*/*'\n  |               ^^^^^^^^^\nsubmissions = ",
        ),
        (
            "game = 'onitama'\n[[bots]]\nbot = 'house:first'\nwhen = '*.m'",
            "4 | when = '*.m'\n  | ^^^^\nwhen belongs to the submission_defaults of",
        ),
        (
            "game = 'onitama'\nsubmissions = 's*'\n[submission_defaults]\nname = 'fox'",
            "4 | name = 'fox'\n  | ^^^^\nsubmission_defaults: name belongs to a bot in the [[bots]] of",
        ),
    ] {
        let error = read(text, dir.path()).expect_err(text);
        assert!(error.contains(shown), "{text}: {error}");
    }
}

#[test]
fn a_bot_says_no_more_of_itself_than_it_may() {
    for (line, shown) in [
        (
            "limits = {}",
            "limits: a bot doesn't set its own; the tournament does",
        ),
        (
            "time_factor = 2",
            "time_factor belongs to a bot in the [[bots]] of",
        ),
        (
            "optional = false",
            "optional belongs to a bot in the [[bots]] of",
        ),
        (
            "bot = 'house:first'",
            "bot belongs to a bot in the [[bots]] of",
        ),
        ("when = '*.m'", "when belongs to the submission_defaults of"),
    ] {
        let error = parse_bot(&format!("run = './fox'\n{line}")).expect_err(line);
        let carets = "^".repeat(line.find(' ').expect("a key"));
        let shown = format!("2 | {line}\n  | {carets}\n{shown}");
        assert!(error.contains(&shown), "{line}: {error}");
    }
}
