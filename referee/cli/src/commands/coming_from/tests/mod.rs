//! Whole command lines, and what becomes of them.

mod refusals;

use proptest::prelude::*;

use super::engine_keys::KEYS;
use super::options::OPTIONS;
use super::shell;
use super::translate::{Translation, translate};

/// Two engines, with a time control.
const TWO: &str = "-engine cmd=./new -engine cmd=./old -each tc=8+0.08";

fn read(line: &str) -> Result<Translation, String> {
    shell::split_line(line).and_then(|words| translate(&words))
}

fn translated(line: &str) -> Translation {
    read(line).unwrap_or_else(|why| panic!("{line}: {why}"))
}

/// What is printed for a line, in one line for each command.
fn printed(line: &str) -> String {
    translated(line).text().replace(" \\\n  ", " ")
}

#[test]
fn matches_and_tests_become_commands() {
    let two = "referee match uci:./new uci:./old --game chess";
    for (line, expected) in [
        (
            "fastchess -engine cmd=./new name=new -engine cmd=./old name=old -each tc=8+0.08 \\\n -sprt elo0=0 elo1=5 \
             alpha=0.05 beta=0.05 -rounds 20000 -repeat \\\n -openings file=book.epd format=epd -srand 7 -concurrency 4",
            "referee sprt uci:./new uci:./old --game chess -n 40000 --tc 8+0.08 --elo0 0 --elo1 5 --alpha 0.05 \
             --beta 0.05 --book book.epd --seed 7 --concurrency 4\n"
                .to_owned(),
        ),
        (
            "cutechess-cli -engine name=new cmd=./new -engine name=old cmd=./old -each proto=uci tc=40/60 -games 2 \
             -rounds 500 -repeat -concurrency 4 -pgnout games.pgn",
            format!(
                "{two} -n 1000 --tc 40/60 --concurrency 4 --out games.db\nreferee export games.db -o games.pgn\n"
            ),
        ),
        (
            "fastchess -recover -repeat -games 2 -rounds 100 -tournament gauntlet -srand 42 -resign movecount=3 \
             score=600 -draw movenumber=34 movecount=8 score=20 -variant standard -concurrency 4 -openings \
             file=UHO.epd format=epd order=random start=101 -engine cmd=./new option.Threads=1 option.Hash=16 \
             -engine cmd=./old option.Threads=1 option.Hash=16 -each proto=uci tc=10.42123+0.1",
            format!(
                "{two} -n 200 --tc 10.421+0.1 --seed 42 --resign 3,600 --draw 34,8,20 --concurrency 4 --book UHO.epd \
                 --book-order random --book-from 101 --uci Hash=16 --uci Threads=1\n"
            ),
        ),
        (
            "fastchess -quick cmd=./new cmd=./old book=book.epd",
            format!("{two} -n 50000 --tc 10+0.1 --book book.epd --book-order random --draw 30,8,8\n"),
        ),
        (
            "-engine cmd=./new -engine cmd=./old -each tc=inf nodes=5000 depth=6 -maxmoves 200 -resign movecount=4 \
             score=500 twosided=true -force-concurrency -openings file=b.pgn plies=16",
            format!(
                "{two} -n 4 --tc nodes=5000,depth=6 --max-plies 400 --resign 4,500,both --oversubscribe --book b.pgn \
                 --book-plies 16\n"
            ),
        ),
        (
            "cutechess-cli -engine cmd=./a -engine cmd=./b -each proto=xboard st=1 option.memory=64",
            "referee match xboard:./a xboard:./b --game chess -n 2 --tc st=1 --xboard memory=64\n"
                .to_owned(),
        ),
        (
            "cutechess-cli -engine cmd=stockfish proto=uci -engine cmd=/usr/games/gnuchess proto=xboard -each st=1.5",
            "referee match uci:stockfish xboard:/usr/games/gnuchess --game chess -n 2 --tc st=1.5\n".to_owned(),
        ),
        (
            "cutechess-cli -engine cmd=./new -engine cmd=./old -each proto=uci tc=inf/60+0 -sprt elo0=-3 elo1=1.50 \
             alpha=.05 beta=0.1 -rounds 7 -variant fischerandom",
            "referee sprt uci:./new uci:./old --game chess -n 8 --tc 60 --elo0 -3 --elo1 1.5 --alpha 0.05 --beta 0.1 \
             --model logistic --option variant=960\n"
                .to_owned(),
        ),
        (
            "-engine cmd='./my engine' -engine cmd=b -engine cmd=c -each tc=1:30+1 'option.Skill Level=3' -tournament \
             gauntlet -rounds 50",
            "referee match 'uci:./my engine' vs uci:b uci:c --game chess -n 100 --tc 90+1 --uci 'Skill Level=3'\n"
                .to_owned(),
        ),
        ("fastchess --compliance ./new", "referee check uci:./new\n".to_owned()),
        ("cutechess-cli -version", "referee --version\n".to_owned()),
        ("--help", "referee --help\n".to_owned()),
    ] {
        assert_eq!(printed(line), expected, "{line}");
    }
}

#[test]
fn what_only_a_file_can_say_becomes_one() {
    let openbench = "fastchess -repeat -recover -variant fischerandom -concurrency 8 -rounds 16 -openings \
                     file=Books/x.epd format=epd order=random start=7 -engine dir=Engines/ cmd=./A name=A-dev tc=10.0+0.1 \
                     timemargin=250 option.Threads=1 -engine dir=Engines/ cmd=./B name=B-base tc=10.0+0.1 timemargin=250 \
                     option.Threads=1 -draw movenumber=40 movecount=8 score=10 -srand 5 -pgnout file=PGNs/1";
    assert_eq!(
        printed(openbench),
        r#"cat > A-dev-vs-B-base.toml <<'END'
game = "chess"
format = "match"
park_after = 10
time = { clock_ms = 10000, inc_ms = 100, margin_ms = 250 }
options = { variant = "960" }
concurrency = 8
start = "Books/x.epd"
book = { order = "random", from = 7 }
seed = 5

[match]
games = 32

[adjudicate]
draw = { from = 40, moves = 8, score = 10 }

[[bots]]
name = "A-dev"
bot = "uci:Engines"
run = "./A"
uci = { Threads = 1 }

[[bots]]
name = "B-base"
bot = "uci:Engines"
run = "./B"
uci = { Threads = 1 }
END
referee run A-dev-vs-B-base.toml
referee export A-dev-vs-B-base.db -o PGNs/1 --format pgn
"#
    );
    let field = "-engine cmd=a tc=10+1 -engine cmd=b tc=5+0.5 args='--x \"y z\"' -engine cmd=c name='C 3' tc=3/10 \
                 option.Own=true 'option.A B=' -each restart=off -rounds 3 -games 1 -startup-ms 5000";
    assert_eq!(
        printed(field),
        r#"cat > round-robin.toml <<'END'
game = "chess"
format = "round-robin"
rounds = 2
games_per_pair = 2
time = { clock_ms = 10000, inc_ms = 1000 }
restart = "never"

[limits]
start_ms = 5000

[[bots]]
name = "a"
bot = "uci:a"

[[bots]]
name = "b"
bot = "uci:b"
args = ["--x", "y z"]
time_factor = 0.5

[[bots]]
name = "C-3"
bot = "uci:c"
uci = { "A B" = "", Own = true }
END
referee run round-robin.toml
"#
    );
    for (line, expected) in [
        (
            "-tournament knockout -games 3",
            "format = \"knockout\"\ngames_per_pair = 4\n",
        ),
        (
            "-tournament gauntlet -seeds 2 -engine cmd=c",
            "\n[gauntlet]\nnewcomers = [\"new\", \"old\"]\n",
        ),
        (
            "-tournament pyramid -engine cmd=c -variant fischerandom",
            "\nstart = \"deal\"\n",
        ),
        (
            "-engine cmd=x/new",
            "name = \"new-1\"\nbot = \"uci:./new\"\n",
        ),
    ] {
        let text = printed(&format!("{TWO} {line}"));
        assert!(text.contains(expected), "{line}: {text}");
    }
}

#[test]
fn what_differs_is_told() {
    let book = "-openings: no start is used twice, so that the book needs 2 of them";
    for (line, told) in [
        (
            "-openings file=b.epd -wait 100 -tb /tb",
            vec![
                "-wait: there is no pause between games",
                "-tb: tablebases aren't read; games end by their rules, or by --draw, --resign and --max-plies",
                book,
            ],
        ),
        (
            "-openings file=b.epd -event Batch 1: a",
            vec!["-event: the tags of a PGN can't be chosen", book],
        ),
        (
            "-openings file=b.epd -concurrency 0",
            vec![
                "-concurrency 0: the number of concurrent games is left out, which makes it one fewer than the physical cores",
                book,
            ],
        ),
        (
            "",
            vec!["-openings: without it each pair of games begins with random moves of its own"],
        ),
        (
            "-variant fischerandom -rounds 3 -games 1",
            vec!["-rounds 3 -games 1: each start is played from both sides, which makes 4 games"],
        ),
        (
            "-variant fischerandom -sprt elo1=5",
            vec!["-rounds: without it the test goes on until it is decided"],
        ),
        (
            "-variant fischerandom -each option.Net=/n/a nodes=7 ponder",
            vec![
                "ponder: no move is predicted to an engine, and it doesn't think on the opponent's turn",
                "option.Net=/n/a: an engine may read its own files alone; add `read = [\"/n/a\"]` to its [[bots]] in a \
             tournament file",
            ],
        ),
        (
            "-variant fischerandom -engine cmd=c nodes=7",
            vec!["c: times of bots differ by a factor alone; it gets that of the first engine"],
        ),
    ] {
        // How many games run at once is told wherever the line doesn't say it, see below.
        let line = if line.contains("-concurrency") {
            format!("{TWO} {line}")
        } else {
            format!("{TWO} -concurrency 1 {line}")
        };
        assert_eq!(translated(&line).notes, told, "{line}");
    }
    let notes = translated(&format!("{TWO} -openings file=b.epd")).notes;
    assert!(notes[0].starts_with("-concurrency: "), "{notes:?}");
    assert!(notes[0].ends_with("--concurrency 1 plays one at a time"));
}

#[test]
fn later_words_hold() {
    let line = format!("{TWO} -srand 1 -rounds 5 -srand 2 -rounds 7 -each tc=9 -each tc=10");
    let expected = "referee match uci:./new uci:./old --game chess -n 14 --tc 10 --seed 2\n";
    assert_eq!(printed(&line), expected);
}

/// The options of the manuals of fastchess 1.8 and cutechess-cli 1.4.
#[test]
fn every_option_is_known_and_documented() {
    let all = "-engine -each -rounds -games -repeat -noswap -reverse -tournament -seeds -sprt -concurrency \
               -force-concurrency -use-affinity -openings -bookmode -draw -resign -maxmoves -tb -tbpieces -tbignore50 \
               -tbadjudicate -pgnout -epdout -event -site -srand -variant -recover -wait -startup-ms -ucinewgame-ms \
               -ping-ms -ratinginterval -scoreinterval -outcomeinterval -resultformat -output -report -log -debug -config \
               -autosaveinterval -quick -crc32 -show-latency -check-mate-pvs -strict -testEnv --compliance -version \
               -help -engines";
    let page = include_str!("../../../../../../docs/coming-from.md");
    for name in all.split_whitespace() {
        assert!(
            OPTIONS.iter().any(|option| option.names.contains(&name)),
            "{name}"
        );
    }
    assert_eq!(all.split_whitespace().count(), OPTIONS.len());
    for name in OPTIONS
        .iter()
        .map(|option| option.names[0])
        .chain(KEYS.iter().map(|key| key.name))
    {
        let is_there = page.split(['`', ' ', '=']).any(|word| word == name);
        assert!(is_there, "{name} isn't in docs/coming-from.md");
    }
}

proptest! {
    #[test]
    fn any_line_is_translated_or_refused(words in prop::collection::vec(word(), 0..5)) {
        let line = format!("{TWO} {}", words.join(" "));
        if let Ok(translation) = read(&line) {
            let text = translation.text();
            let commands = text.rsplit_once("END\n").map_or(&*text, |(_, commands)| commands);
            let expected: Vec<String> =
                translation.command.iter().chain(translation.then.iter().flatten()).cloned().collect();
            prop_assert_eq!(shell::split(commands), Ok(expected), "{}", text);
            if let Some(file) = &translation.file {
                prop_assert!(toml::from_str::<toml::Table>(file).is_ok(), "{}", file);
            }
        }
    }
}

/// A word that may stand in a command line.
fn word() -> impl Strategy<Value = String> {
    let options: Vec<&str> = OPTIONS
        .iter()
        .flat_map(|option| option.names)
        .copied()
        .collect();
    let keys: Vec<&str> = KEYS.iter().map(|key| key.name).collect();
    let values = "[-a-z0-9./+:=' \"\\\\é{}!]{0,8}";
    prop_oneof![
        prop::sample::select(options).prop_map(str::to_owned),
        (prop::sample::select(keys), values).prop_map(|(key, value)| format!("{key}={value}")),
        ("[a-zA-Z ]{1,6}", values)
            .prop_map(|(name, value)| shell::quote(&format!("option.{name}={value}")).into_owned()),
        values.prop_map(|value| shell::quote(&value).into_owned()),
    ]
}
