//! Command lines that can't be meant.

use super::read;

/// Expects that a line is refused in one line, with these words.
fn refused(line: &str, why: &str) {
    let said = read(line).expect_err(line);
    assert!(said.contains(why) && !said.contains('\n'), "{line}: {said}");
}

#[test]
fn engines_that_cant_be_meant_are_refused() {
    for (line, why) in [
        ("", "-engine: found 0, expected two at least"),
        ("fastchess", "-engine: found 0, expected two at least"),
        (
            "-engine cmd=./new",
            "-engine: found 1, expected two at least",
        ),
        (
            "-engine name=new -engine cmd=./old",
            "-engine number 1: found no cmd=, expected cmd=FILE",
        ),
        (
            "-engine cmd=a -engine conf=b",
            "-engine number 2: conf=b names an engine of a file that isn't read",
        ),
        (
            "-engine cmd=a proto=usi -engine cmd=b",
            "-engine number 1: proto=usi: expected uci or xboard",
        ),
        (
            "-engine cmd=a tc=8+ -engine cmd=b",
            "-engine number 1: \"8+\": expected 8+0.08 (seconds",
        ),
        (
            "-engine cmd=a tc=8 st=1 -engine cmd=b",
            "exclude each other",
        ),
        (
            "-engine cmd=a args=\"'x\" -engine cmd=b",
            "args='x: a quotation mark",
        ),
        (
            "-engine cmd= -engine cmd=b",
            "-engine cmd= (word 1): cmd: expected cmd=VALUE",
        ),
        (
            "-engine cdm=a",
            "-engine cdm=a (word 1): cdm: there is no such key; did you mean cmd?",
        ),
        (
            "-engine cmd=a restart=maybe -engine cmd=b",
            "restart=maybe: expected on, off or auto",
        ),
        (
            "fastchess -engine 'cmd=./new",
            "a quotation mark isn't closed",
        ),
        (
            "-engine cmd=$NEW",
            "cmd=$NEW (word 2): variables and ~ aren't replaced; give the words after --",
        ),
        ("-engine cmd=~/new", "cmd=~/new (word 2): variables and ~"),
        (
            "-engine cmd=a\u{202e}b",
            "it holds a character that no terminal shows",
        ),
        ("-engine 'cmd=a\nb'", "word 2, \"cmd=a\\nb\""),
    ] {
        refused(line, why);
    }
}

#[test]
fn options_that_cant_be_meant_are_refused() {
    for (line, why) in [
        (
            "fastchess -rounds x",
            "-rounds x (word 2): expected a whole number from 1 to 4294967295",
        ),
        ("-rounds", "-rounds (word 1): expected one value"),
        ("-rounds 2 3 4", "-rounds 2 … (word 1): expected one value"),
        ("-noswap 1", "-noswap 1 (word 1): it takes no value"),
        ("-repeat 2 2", "expected one value at most"),
        (
            "-sprt",
            "-sprt (word 1): expected KEY=VALUE, with one of elo0, elo1, alpha, beta, model",
        ),
        ("-sprt elo0=x", "elo0: expected a number, such as 2 or -0.5"),
        ("-sprt elo0=nan", "elo0: expected a number"),
        ("-sprt bayes", "bayes: expected one of elo0"),
        ("-sprt elo0", "elo0: expected elo0=VALUE"),
        (
            "-draw movecont=8",
            "movecont: there is no such key; did you mean movecount?",
        ),
        ("-draw score=-1", "score: expected a whole number from 0"),
        ("-resign movecount=3", "expected score=SCORE"),
        (
            "-tournament swiss",
            "expected roundrobin, round-robin, gauntlet, knockout or pyramid",
        ),
        ("-variant atomic", "expected standard or fischerandom"),
        ("-openings order=random", "expected file=FILE"),
        (
            "-pgnout flie=a.pgn",
            "flie: there is no such key; did you mean file?",
        ),
        (
            "-pgnout a.pgn max",
            "max: expected FILE, KEY=VALUE, min or fi",
        ),
        ("-quick cmd=a book=b.epd", "expected two engines and a book"),
        (
            "-srand 18446744073709551615",
            "expected a whole number from 0 to 9223372036854775807",
        ),
        ("-engines", "it lists the engines of a configuration"),
        (
            "fastchess -engin cmd=a",
            "-engin cmd=a (word 2): expected an option of fastchess or cutechess-cli; did you mean -engine?",
        ),
        (
            "-xyzzy",
            "`referee docs coming-from` lists those that there are",
        ),
        (
            "nice fastchess -engine cmd=a",
            "fastchess (word 2): expected an option",
        ),
        (
            "-engine cmd=a -engine cmd=b -engine cmd=c -sprt elo1=5",
            "-sprt: found 3 engines, expected two",
        ),
        (
            "-engine cmd=a -engine cmd=b -rounds 4294967295 -games 2",
            "expected at most 4294967294 games",
        ),
    ] {
        refused(line, why);
    }
}
