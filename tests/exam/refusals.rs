//! What can't be an exam is refused in a sentence, before anything is played.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use serde_json::Value;

use super::shown;
use crate::engine::scripted;
use crate::kit::referee;

const GAME: &str = "game = 'onitama'\nformat = 'exam'\n";
const MAIN: &str = "[exam.main]\ndeals = 'deals'\n";
const BOTS: &str = "[[bots]]\nbot = 'house:first'\n[[bots]]\nbot = 'house:random'\n";
pub const STATE: &str = "...../bW.../..a.A/..B../..... A 10 ...../.x.x./.xo../...../..... \
    ...../.x.../..o../..x../..... ...../..x../..o../.x.x./..... \
    ...../.x.../..o../.x.x./..... ..x../.x.../..ox./...../.....";

fn folder(text: &str) -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let write = |name: &str, text: &str| {
        let path = dir.path().join(name);
        fs::create_dir_all(path.parent().expect("it has one")).expect("a folder");
        fs::write(path, text).expect("a file");
    };
    write("t.toml", text);
    write("deals", STATE);
    write("twice.csv", "id,name,alias\na,A,x\nb,B,x\n");
    write("roster.csv", "id,name,alias\ngood,Good,x\nempty,Empty,y\n");
    let good = ["python3", "scripted.py", "wait hello; say ready; rest"];
    let good = format!("name = 'sir-galahad'\nrun = {good:?}\n");
    let program = fs::read_to_string(scripted()).expect("it is there");
    write("subs/good/scripted.py", &program);
    write("subs/good/bot.toml", &good);
    write("subs/mute/bot.toml", "run = 'true'\n");
    let unbuilt = "run = './bot'\nbuild = 'sh -c \"echo no such compiler >&2; exit 3\"'\n";
    write("subs/unbuilt/bot.toml", unbuilt);
    write("subs/empty/README", "");
    write("subs/typo/bot.toml", "rnu = 'sh'\n");
    write("subs/ludo/bot.toml", "run = 'sh'\ngames = ['ludo']\n");
    write("subs/stiff/bot.toml", "run = './bot'\n");
    write("subs/stiff/bot", "");
    write("subs/odd/bot.toml", "run = './bot'\n");
    write("subs/odd/bot", "\u{1}\u{2}");
    let odd = dir.path().join("subs/odd/bot");
    fs::set_permissions(odd, fs::Permissions::from_mode(0o755)).expect("a mode");
    dir
}

fn file(dir: &Path) -> String {
    shown(&dir.join("t.toml"))
}

#[test]
fn each_with_what_is_wrong() {
    let question =
        |words: &str| format!("[exam.basics]\nquestions = [{{ name = 'q', {words} }}]\n");
    let state = format!("state = '{STATE}'");
    let cases = [
        (GAME.to_owned(), "needs a table [exam.main]"),
        (
            format!("game = 'onitama'\n{MAIN}"),
            "goes with format = \"exam\"",
        ),
        (
            format!("{GAME}rounds = 2\n{MAIN}"),
            "rounds doesn't go with",
        ),
        (
            format!("{GAME}openings = 2\n{MAIN}"),
            "openings doesn't go with",
        ),
        (
            format!("{GAME}[exam.main]\ndeals = 'no'\n"),
            "exam.main: deals: ",
        ),
        (
            format!("{GAME}[exam.main]\ndeal = 'no'\n"),
            "did you mean `deals`?",
        ),
        (
            format!("{GAME}{MAIN}[exam.qualification]\nexaminer = 'nobody'\n"),
            "\"nobody\" is the examiner's, but isn't among the bots",
        ),
        (
            format!("{GAME}{MAIN}[exam.qualification]\nexaminer = 'first'\nwords = ['time-out']\n"),
            "there is no fault \"time-out\"; did you mean timeout?",
        ),
        (
            format!("{GAME}{MAIN}[exam.qualification]\nexaminer = 'first'\nerror = 1\n"),
            "did you mean `errors`?",
        ),
        (
            format!("{GAME}{MAIN}{}", question("state = 'x'")),
            "question \"q\": ",
        ),
        (
            format!(
                "{GAME}{MAIN}{}",
                question(&format!("{state}, right = ['2c3d3']"))
            ),
            "right: \"2c3d3\" isn't written as a move",
        ),
        (
            format!("{GAME}{MAIN}{}", question(&format!("{state}, right = []"))),
            "expected a move at least",
        ),
        (
            format!(
                "{GAME}{MAIN}{}",
                question(&format!("{state}, rigth = ['2c3d3s']"))
            ),
            "did you mean `right`?",
        ),
        (
            format!("{GAME}{MAIN}[exam.marks]\nwin = 1\ndraw = 2\n"),
            "exam.marks: win = 1",
        ),
        (
            format!("{GAME}{MAIN}[exam.marks]\nbands = [{{ from = 50, mark = 1 }}]\n"),
            "exam.marks: expected a band from 0",
        ),
        (
            format!("{GAME}{MAIN}[exam.marks]\nbasics = -1\n"),
            "exam.marks: basics = -1: expected a number from 0",
        ),
        (
            format!("{GAME}{MAIN}[exam.marks]\nqualification = 2\n"),
            "this exam has no table [exam.qualification] for which points could be given",
        ),
        (
            format!("{GAME}{MAIN}[exam.marks]\nbasic = 5\n"),
            "did you mean `basics`?",
        ),
        (
            format!("{GAME}{MAIN}[exam.privacy]\nroster = 'none.csv'\n"),
            "none.csv: No such file",
        ),
        (
            format!("{GAME}{MAIN}[exam.privacy]\nroster = 'twice.csv'\n"),
            "line 3: alias \"x\" stands there twice",
        ),
    ];
    for (text, why) in cases {
        let dir = folder(&format!("{text}{BOTS}"));
        let message = referee(&["run", "--dry-run", &file(dir.path())]).refused();
        assert!(message.contains(why), "{text}\n{message}");
        assert!(!dir.path().join("t.db").exists());
    }
}

#[test]
fn the_bots_of_the_exam_itself_are_nobody_who_takes_it() {
    let question = format!("[exam.basics]\nquestions = [{{ name = 'q', state = '{STATE}' }}]\n");
    // One can't be read; the other doesn't say `ready`, which is found when all are greeted.
    for (name, why) in [
        (
            "typo",
            "nobody takes the exam: expected a student's bot at least",
        ),
        (
            "mute",
            "nobody takes the exam: expected a student's bot at least",
        ),
    ] {
        let text = format!("{GAME}submissions = 'subs/{name}'\n{MAIN}{question}");
        let dir = folder(&text);
        let message = referee(&["run", &file(dir.path())]).refused();
        assert!(message.contains(why), "{message}");
        assert!(
            message.contains(&format!("{name} is left out: ")),
            "{message}"
        );
    }
    let examiner = "[exam.qualification]\nexaminer = 'first'\n";
    let text = format!("{GAME}submissions = 'subs/good'\n{MAIN}{question}{examiner}{BOTS}");
    let dir = folder(&text);
    let summary = referee(&["run", "--dry-run", &file(dir.path())]).fine();
    let bots = "\nbots            2, and the examiner's: first, house:resign\n";
    assert!(summary.contains(bots), "{summary}");
}

/// Whether nobody is left when the files are read, or only when the bots are built and greeted.
#[test]
fn a_dry_run_lists_them_also_where_nobody_is_left() {
    for (name, why) in [
        ("typo", "unknown field `rnu`"),
        ("mute", "and hadn't said `ready`"),
        (
            "unbuilt",
            "exit 3'`: exit status: 3\n    | no such compiler\n",
        ),
    ] {
        let dir = folder(&format!(
            "{GAME}submissions = 'subs/{name}'\n{MAIN}[exam.privacy]\nroster = 'roster.csv'\n"
        ));
        let file = file(dir.path());
        let dry = referee(&["run", "--dry-run", &file]);
        assert_eq!(dry.code, Some(2), "{}", dry.stderr);
        let nobody = "t.toml: nobody takes the exam: expected a student's bot at least\n";
        assert!(dry.stderr.ends_with(nobody), "{}", dry.stderr);
        let (shown, list) = (
            &dry.stdout,
            "would not play  3\n  empty\n    no submission: ",
        );
        assert!(shown.starts_with(list), "{shown}");
        let (_, mine) = shown.split_once(&format!("\n  {name}\n")).expect(name);
        assert!(mine.contains(why), "{mine}");

        let dry = referee(&["run", "--dry-run", "--json", &file]);
        assert_eq!(dry.code, Some(2), "{}", dry.stderr);
        let json: Value = serde_json::from_str(&dry.stdout).expect("JSON");
        let names = json["would_not_play"].as_array().expect("a list").iter();
        let names: Vec<&Value> = names.map(|bot| &bot["name"]).collect();
        assert_eq!(names.len(), 3, "{json}");
        assert!(names.contains(&&Value::from(name)), "{json}");
        let error = json["error"].as_str().expect("a sentence");
        assert!(error.ends_with(nobody.trim_end()), "{error}");
    }
}

#[test]
fn of_submissions_none_ends_the_run() {
    let text = format!(
        "{GAME}submissions = 'subs/*'\nlimits = {{ start_ms = 2000 }}\n{MAIN}\
         [exam.privacy]\nroster = 'roster.csv'\n{BOTS}"
    );
    let dir = folder(&text);
    let summary = referee(&["run", "--dry-run", &file(dir.path())]).fine();
    assert!(
        summary.contains("\n  good\n"),
        "by the folder's name, not its own: {summary}"
    );
    assert!(!summary.contains("sir-galahad"), "{summary}");
    referee(&["run", &file(dir.path())]).fine();
    let run = shown(&dir.path().join("t.db"));
    let marks = referee(&["marks", &run, "--json"]).fine();
    let marks: Value = serde_json::from_str(&marks).expect("JSON");
    let rows = marks["rows"].as_array().expect("rows");
    for (id, why) in [
        (
            "empty",
            "nothing says how the bot is run; write for instance",
        ),
        (
            "typo",
            "bot.toml: TOML parse error at line 1, column 1: unknown field `rnu`",
        ),
        ("ludo", "bot ludo plays ludo, but not onitama"),
        ("stiff", "bot isn't executable; chmod +x it"),
        ("odd", "it isn't ready: "),
        ("mute", "and hadn't said `ready`"),
        ("unbuilt", "exit status: 3"),
    ] {
        let row = rows.iter().find(|row| row["id"] == id).expect(id);
        assert_eq!(
            (&row["rank"], &row["mark"]),
            (&Value::Null, &Value::from(0.0)),
            "{id}"
        );
        let said = row["why"].as_str().unwrap_or_default();
        assert!(said.contains(why), "{id}: {said}");
        assert!(!row.to_string().contains("/subs/"), "{row}");
    }
    let good = rows.iter().find(|row| row["id"] == "good");
    assert!(good.is_some_and(|row| row["games"] == 4), "{good:?}");
    let strangers = marks["remarks"].to_string();
    assert!(
        strangers
            .contains("Not in the roster: first, ludo, mute, odd, random, stiff, typo, unbuilt."),
        "{strangers}"
    );
}
