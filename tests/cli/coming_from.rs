//! `coming-from`: command lines of other tools become commands that the program takes.

use std::fs;

use serde_json::Value;

use crate::kit::{Run, referee};

const TWO: &str = "fastchess -engine cmd=./new -engine cmd=./old -each tc=8+0.08 option.Hash=16";

fn translated(line: &str) -> Run {
    referee(&["coming-from", line])
}

#[test]
fn commands_go_to_stdout_and_sentences_to_stderr() {
    let run = translated(&format!(
        "{TWO} \\\n  -rounds 20000 -sprt elo0=0 elo1=5 alpha=0.05 beta=0.05 -tb /tb -srand 7"
    ));
    assert_eq!(
        run.stderr,
        "referee: -tb: tablebases aren't read; games end by their rules, or by --draw,
  --resign and --max-plies
referee: -concurrency: the number of concurrent games is left out, which makes
  it one fewer than the physical cores; --concurrency 1 plays one at a time
referee: -openings: without it each pair of games begins with random moves of
  its own
"
    );
    assert_eq!(
        run.fine(),
        "referee sprt uci:./new uci:./old --game chess -n 40000 --tc 8+0.08 --elo0 0 \\
  --elo1 5 --alpha 0.05 --beta 0.05 --seed 7 --uci Hash=16
"
    );
}

#[test]
fn words_behind_dashes_and_a_line_in_quotes_are_the_same() {
    let line = format!("{TWO} -variant fischerandom");
    let words: Vec<&str> = line.split(' ').collect();
    let spread = referee(&[&["coming-from", "--"], &words[..]].concat());
    let begun = line.trim_start_matches("fastchess ");
    let expected = translated(&line).fine();
    assert_eq!(spread.fine(), expected);
    assert_eq!(translated(begun).fine(), expected);
    let quick = ["coming-from", "--", "-quick", "cmd=a", "cmd=b", "book=b"];
    assert!(
        referee(&quick)
            .fine()
            .starts_with("referee match uci:a uci:b ")
    );
}

#[test]
fn the_program_takes_what_is_printed() {
    for more in [
        "-rounds 100 -srand 7 -concurrency 4 -force-concurrency",
        "-sprt elo0=-5 elo1=0 alpha=0.05 beta=0.1 model=logistic -rounds 500",
        "-openings file=book.epd -variant fischerandom -pgnout file=games.pgn",
        "-engine cmd=third -tournament gauntlet -rounds 50 -pgnout games",
        "--compliance ./new",
    ] {
        let line = format!("{TWO} {more}");
        let printed = referee(&["coming-from", "--json", &line]).fine();
        let printed: Value = serde_json::from_str(&printed).expect("JSON");
        assert!(printed["file"].is_null() && printed["notes"].is_array());
        for words in [&printed["command"], &printed["then"]] {
            let words = words.as_array().into_iter().flatten();
            let words: Vec<&str> = words.map(|word| word.as_str().expect("a word")).collect();
            if !words.is_empty() {
                let taken = referee::command().try_get_matches_from(&words);
                assert!(taken.is_ok(), "{words:?}: {:?}", taken.err());
            }
        }
    }
}

#[test]
fn the_program_takes_the_file_that_is_printed() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    for more in [
        "-each timemargin=50 restart=off -startup-ms 5000 -rounds 9",
        "-each name=same args='-a b' -sprt elo0=0 elo1=5 alpha=0.05 beta=0.05",
        "-engine dir=/nowhere cmd=third tc=16+0.16 'option.Skill Level=3' -rounds 3",
        "-engine cmd=third -engine cmd=fourth -tournament gauntlet -seeds 2 -srand 1",
        "-tournament knockout -variant fischerandom -concurrency 2",
    ] {
        let line = format!("{TWO} {more}");
        let printed = referee(&["coming-from", "--json", &line]).fine();
        let printed: Value = serde_json::from_str(&printed).expect("JSON");
        let path = dir.path().join("cup.toml");
        let text = printed["file"].as_str().expect("a text");
        fs::write(&path, text).expect("a file");
        // All is well with the file, but its engines aren't there.
        let said = referee(&["run", "--dry-run", &path.to_string_lossy()]).refused();
        assert!(said.contains("new doesn't exist"), "{more}: {said}\n{text}");
    }
}

#[test]
fn what_cant_be_meant_ends_with_2() {
    for (line, why) in [
        ("fastchess -engine 'cmd=a", "a quotation mark isn't closed"),
        ("", "-engine: found 0, expected two at least"),
        ("-engine name=a", "-engine: found 1, expected two at least"),
        (
            "fastchess -rounds x",
            "-rounds x (word 2): expected a whole number from 1",
        ),
        ("fastchess -engin cmd=a", "did you mean -engine?"),
    ] {
        let said = translated(line).refused();
        assert!(
            said.starts_with("referee: ") && said.contains(why),
            "{line}: {said}"
        );
        let run = referee(&["coming-from", "--json", line]);
        assert!(run.stdout.starts_with(r#"{"error":"#), "{}", run.stdout);
        run.refused();
    }
    referee(&["coming-from"]).refused();
    referee(&["coming-from", "fastchess", "--", "fastchess"]).refused();
}
