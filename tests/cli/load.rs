//! More games at once than a machine can be asked for.

use std::fs;

use crate::kit::referee;

const CUP: &str =
    "game = \"onitama\"\n[[bots]]\nbot = \"house:first\"\n[[bots]]\nbot = \"house:random\"\n";

#[test]
fn too_many_games_at_once_are_refused_before_anything_starts() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).expect("a file");
        path.display().to_string()
    };
    let (cup, many) = (file("cup.toml", CUP), "4096");
    let config_path = file("own.toml", &format!("concurrency = {many}\n{CUP}"));
    let tune = file(
        "tune.toml",
        "game = \"onitama\"\nformat = \"tune\"\n[tune]\nparameters = [{ name = \"point\", start = 20, min = 0, max \
         = 100 }]\n[[bots]]\nbot = \"house:minimax,depth=1,point={point}\"\n",
    );
    let regress = file(
        "regress.toml",
        &format!(
            "bot = \"house:first\"\ngame = \"onitama\"\n[[matches]]\nname = \"it\"\nbase = \
             \"house:random\"\nconcurrency = {many}\n"
        ),
    );
    let out = folder.path().join("out.db").display().to_string();
    let two = [
        "house:first",
        "house:random",
        "--concurrency",
        many,
        "--out",
        &out,
    ];
    let commands: [&[&str]; 9] = [
        &["run", &cup, "--concurrency", many],
        &["run", &cup, "--concurrency", many, "--dry-run"],
        &["run", &config_path],
        &["run", &tune, "--concurrency", many],
        &["regress", &regress],
        &["bench", "clock", "--concurrency", many],
        &[&["match", "-n", "10"], &two[..]].concat(),
        &[&["sprt"], &two[..]].concat(),
        &[&["match", "house:first", "vs"], &two[1..]].concat(),
    ];
    for command in commands {
        let message = referee(command).refused();
        for part in ["4096 games at once", "at most", "--oversubscribe"] {
            assert!(message.contains(part), "{command:?}: {message}");
        }
    }
    let left = fs::read_dir(folder.path()).expect("a folder").flatten();
    let results = left.filter(|entry| entry.path().extension().is_some_and(|it| it == "db"));
    assert_eq!(results.count(), 0);
}

#[test]
fn no_machine_is_asked_for_more_than_its_memory_holds() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let cup = folder.path().join("cup.toml");
    fs::write(&cup, CUP).expect("a file");
    let file = cup.display().to_string();
    for many in ["4097", "4294967295"] {
        for command in [&["run", &file][..], &["bench", "clock"]] {
            let forced = ["--concurrency", many, "--oversubscribe"];
            let message = referee(&[command, &forced].concat()).refused();
            for part in [&format!("{many} games at once"), "expected 4096 at most"] {
                assert!(message.contains(part), "{command:?}: {message}");
            }
            assert!(!message.contains("--oversubscribe"), "{message}");
        }
    }
}

#[test]
fn a_run_that_is_over_is_shown_whatever_its_file_asks_for() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let cup = folder.path().join("cup.toml");
    fs::write(&cup, CUP).expect("a file");
    let file = cup.display().to_string();
    referee(&["run", &file]).fine();
    fs::write(&cup, format!("concurrency = 100000\n{CUP}")).expect("a file");
    assert!(referee(&["run", &file]).fine().contains("first"));
}
