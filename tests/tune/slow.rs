//! Whole tunings: what they come to.

use std::fs;

use crate::kit::{Folder, top};

/// A house bot that plays a random move with probability |x − 0.1| for each of three parameters comes
/// from 0.3 to within 10 % of 0.1 in all three, in 6400 games.
#[test]
#[ignore = "64 000 games"]
fn three_parameters_come_home_in_nine_of_ten_seeds() {
    let folder = Folder::new();
    let path = |name: &str| {
        format!("  {{ name = \"{name}\", start = 0.3, min = 0, max = 1, step = 0.025 }},\n")
    };
    let text = format!(
        "game = \"koolaamee\"\nformat = \"tune\"\nrestart = \"never\"\n[tune]\niterations = 400\npairs = 8\n\
         parameters = [\n{}{}{}]\n[[bots]]\nbot = \"house:tunable,a={{a}},b={{b}},c={{c}}\"\n",
        path("a"),
        path("b"),
        path("c")
    );
    folder.write("t.toml", &text);
    let home = |seed: &u32| {
        let (seed, out) = (seed.to_string(), format!("s{seed}.db"));
        let args = [
            "run",
            "t.toml",
            "--seed",
            &seed,
            "--out",
            &out,
            "--concurrency",
            "2",
        ];
        let json = folder.json(&args);
        let rows = json["parameters"].as_array().expect("parameters");
        let results = rows
            .iter()
            .map(|row| row["result"].as_f64().expect("a number"));
        let results: Vec<f64> = results.collect();
        println!("seed {seed}: {results:?}");
        results.iter().all(|x| (x - 0.1).abs() <= 0.01)
    };
    let home = (1..=10_u32).filter(home).count();
    assert!(home >= 9, "{home} of 10 seeds");
}

/// A house bot with spoiled weights passes, tuned, the test against its start.
#[test]
#[ignore = "some thousand games"]
fn a_spoiled_house_bot_tuned_is_stronger_than_its_start() {
    let folder = Folder::new();
    let file = top().join("tournaments/tune.toml");
    folder.write(
        "tune.toml",
        &fs::read_to_string(file).expect("the file is there"),
    );
    folder
        .run(&["run", "tune.toml", "--concurrency", "2"])
        .fine();
    let report = folder.json(&["run", "tune-sprt.toml", "--concurrency", "2"]);
    assert_eq!(report["verdict"], "h1", "{report}");
}
