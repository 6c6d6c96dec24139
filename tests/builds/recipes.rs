//! Submissions in several languages, and a folder that is checked by a command that is given.

use super::{BOT, Yard};

const LIST: &str = "[[submission_defaults]]\nwhen = '*.m'\nrun = '/usr/bin/python3 main.m'\n\
    [[submission_defaults]]\nwhen = 'Makefile'\nbuild = 'cp bot.txt built.py'\n\
    run = '/usr/bin/python3 built.py'\nlimits = { memory_mib = 300 }\n\
    [[submission_defaults]]\nwhen = 'bot.py'\nrun = '/usr/bin/python3 bot.py'\n";

fn cup(yard: &Yard, more: &str) {
    let head =
        "game = 'onitama'\noptions = { turns = 1 }\nsubmissions = 'subs/*'\nbroken = 'skip'\n";
    let text = format!("{head}bots = [{{ bot = 'house:first' }}]\n{more}");
    yard.write("cup.toml", &text);
}

fn bot() -> String {
    BOT.replace("open(\"made\").read()", "\"nothing\"")
}

#[test]
fn submissions_are_run_by_what_lies_in_their_folders() {
    let yard = Yard::new();
    cup(&yard, LIST);
    yard.write("subs/ann/main.m", &bot());
    // The first table that fits counts.
    yard.write("subs/ann/bot.py", "exit");
    yard.write("subs/bob/Makefile", "");
    yard.write("subs/bob/bot.txt", &bot());
    yard.write("subs/cay/bot.py", &bot());
    yard.write("subs/dan/Bot.py", &bot());
    yard.write("subs/eve/.hidden.m", &bot());
    let shown = yard.referee(&["run", "cup.toml", "--dry-run"]).fine();
    let (_, end) = shown.split_once("\nwould not play  2\n").expect("a list");
    let flat: Vec<&str> = end.split_whitespace().collect();
    let why =
        "nothing says how it is run: its folder has no bot.toml, and no *.m, Makefile or bot.py";
    assert_eq!(flat.join(" "), format!("dan {why} eve {why}"));
    assert!(shown.contains("memory_mib=300"), "{shown}");
    assert_eq!(shown.matches("memory_mib=300").count(), 1, "{shown}");
    let run = yard.referee(&["run", "cup.toml"]);
    assert!(
        run.stderr.contains("dan is left out: nothing says"),
        "{}",
        run.stderr
    );
    run.fine();
}

#[test]
fn no_submission_with_its_own_bot_toml_chooses_its_limits() {
    let yard = Yard::new();
    yard.write("subs/ann/bot.toml", "run = '/usr/bin/python3 bot.py'\n");
    yard.write("subs/ann/bot.py", &bot());
    yard.write("subs/ann/Makefile", "");
    let shown = |more: &str| {
        cup(&yard, &format!("{LIST}{more}"));
        yard.referee(&["run", "cup.toml", "--dry-run"]).fine()
    };
    let plain = shown("");
    assert!(!plain.contains("memory_mib=300"), "{plain}");
    let general = shown("[[submission_defaults]]\nlimits = { memory_mib = 310 }\n");
    assert_eq!(general.matches("memory_mib=310").count(), 1, "{general}");
    assert!(!general.contains("memory_mib=300"), "{general}");
    let single = |more: &str| {
        cup(
            &yard,
            &format!("[submission_defaults]\n{more}limits = {{ memory_mib = 320 }}\n"),
        );
        yard.referee(&["run", "cup.toml", "--dry-run"]).fine()
    };
    assert!(single("").contains("memory_mib=320"));
    assert!(!single("when = 'Makefile'\n").contains("memory_mib=320"));
}

#[test]
fn tables_that_can_not_be_are_refused_where_they_stand() {
    let yard = Yard::new();
    yard.write("subs/ann/bot.py", &bot());
    let table = "[[submission_defaults]]\nrun = 'sh'\n";
    for (text, why, place) in [
        (format!("{table}{table}"), "put it last", "line 6"),
        (format!("{table}when = '[a'\n"), "when = \"[a\"", "line 8"),
        (
            format!("{table}wehn = 'a'\n"),
            "did you mean `when`?",
            "line 8",
        ),
        (
            "submission_defaults = 3\n".to_owned(),
            "or a list of such tables",
            "line 6",
        ),
        (
            format!("{table}limits = {{ memory_mib = 1 }}\n"),
            "memory_mib = 1",
            "line 8",
        ),
    ] {
        cup(&yard, &text);
        let refused = yard.referee(&["run", "cup.toml", "--dry-run"]).refused();
        assert!(refused.contains(why), "{text}: {refused}");
        assert!(refused.contains(place), "{text}: {refused}");
    }
}

#[test]
fn a_folder_is_checked_by_the_command_that_is_given() {
    let yard = Yard::new();
    yard.write("sub/main.txt", &bot());
    let refused = yard.referee(&["check", "sub"]).refused();
    assert!(
        refused.contains("nothing says how the bot is run"),
        "{refused}"
    );
    assert!(refused.contains("--run"), "{refused}");
    let check = ["check", "sub", "--game", "onitama", "--json"];
    let by = [
        "--build",
        "cp main.txt bot.py",
        "--run",
        "/usr/bin/python3 bot.py",
    ];
    let run = yard.referee(&[&check[..], &by].concat());
    let json: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
    let cases = json["cases"].as_array().expect("cases");
    assert!(
        run.stdout.contains("answers `hello` with `ready`"),
        "{}",
        run.stdout
    );
    assert!(cases.len() > 5, "{}", run.stdout);
    let refused = yard.referee(&["check", "sub", "--run", "'"]).refused();
    assert!(refused.contains("isn't closed"), "{refused}");
}
