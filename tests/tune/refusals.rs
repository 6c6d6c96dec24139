//! What a file of a tuning can't say.

use super::TUNABLE;
use crate::kit::Folder;

#[test]
fn refusals_point_at_what_is_wrong() {
    let folder = Folder::new();
    for (from, to, line, why) in [
        (
            "step = 0.05 },\n  {",
            "step = 3 },\n  {",
            "9 |   { name = \"a\", start = 0.3, min = 0, max = 1, step = 3 },",
            "parameter a: step = 3: expected a number from 0.000001 to 0.5",
        ),
        (
            "iterations = 4",
            "iteration = 10",
            "6 | iteration = 10",
            "unknown field `iteration`",
        ),
        (
            "]\n[[bots]]",
            "  { name = \"c\", start = 1, min = 0, max = 2 },\n]\n[[bots]]",
            "11 |   { name = \"c\"",
            "parameter c: the bot doesn't take it; write {c} in its `bot`",
        ),
        (
            "pairs = 2",
            "pairs = 2\nconstraints = [\"a <= d\"]",
            "8 | constraints = [\"a <= d\"]",
            "no parameter is named d",
        ),
        (
            "pairs = 2",
            "pairs = 2\nconstraints = [\"a < b\"]",
            "8 | constraints = [\"a < b\"]",
            "found no single <= or >=",
        ),
        (
            "pairs = 2",
            "pairs = 2\nalpha = 3",
            "8 | alpha = 3",
            "alpha = 3: expected a number above 0 and at most 1",
        ),
        (
            "b={b}",
            "b={b},c=2",
            "| bot = \"house:tunable,a={a},b={b},c=2\"",
            "expected a number from 0 to 1",
        ),
        (
            "[[bots]]",
            "[[bots]]\nbot = \"house:first\"\n[[bots]]",
            "format = \"tune\"",
            "there are 2",
        ),
    ] {
        assert!(TUNABLE.contains(from), "{from}");
        folder.write("t.toml", &TUNABLE.replacen(from, to, 1));
        let said = folder.run(&["run", "t.toml"]).refused();
        assert!(
            said.contains(line) && said.contains('^') && said.contains(why),
            "{to}: {said}"
        );
    }
}

#[test]
fn another_file_isnt_gone_on_with() {
    let folder = Folder::new();
    let short = TUNABLE.replace("iterations = 4", "iterations = 2");
    folder.write("t.toml", &short);
    folder.run(&["run", "t.toml"]).fine();
    folder.write("t.toml", &short.replace("max = 1,", "max = 0.9,"));
    let said = folder.run(&["run", "t.toml"]).refused();
    assert!(
        said.contains("parameters") && said.contains("--new"),
        "{said}"
    );
}
