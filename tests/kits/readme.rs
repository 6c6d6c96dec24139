//! The README of a kit: the commands behind `$ ` in it print what it shows.

use std::fs;
use std::path::Path;
use std::process::Command;

use referee_bots::kits::Kit;

use super::{Ground, LONG, lacks, some};
use crate::skip::skip;

/// Runs the first block of commands in the README of a kit's folder; gives what they print, and what it shows.
fn answers(folder: &Path) -> (String, String) {
    let text = fs::read_to_string(folder.join("README.md")).expect("a README");
    let lines = text.lines().skip_while(|line| !line.starts_with("    $ "));
    let block = lines.map_while(|line| line.strip_prefix("    "));
    let (commands, shown): (Vec<&str>, Vec<&str>) = block.partition(|line| line.starts_with("$ "));
    let commands = commands.join("\n").replace("$ ", "");
    assert!(!commands.is_empty(), "{text}");
    let output = Command::new("sh")
        .args(["-euc", &commands])
        .current_dir(folder)
        .output()
        .expect("sh starts");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{commands}\n{said}\n{errors}");
    (said, shown.join("\n") + "\n")
}

fn readmes_of(kits: &[&'static Kit]) {
    let ground = Ground::new(false);
    for kit in kits {
        if let Some(program) = lacks(kit) {
            let name = format!("README of kit {}", kit.name);
            skip(&name, &format!("{program} isn't installed"));
            continue;
        }
        let made = ground.referee(&["new", kit.name, kit.name]);
        assert!(made.status.success(), "{}", kit.name);
        let (said, shown) = answers(&ground.path().join(kit.name));
        assert_eq!(said, shown, "{}", kit.name);
    }
}

#[test]
fn readmes_show_what_bots_answer() {
    readmes_of(&some(|kit| !LONG.contains(&kit.name)));
}

#[test]
#[ignore = "long: kits of large toolchains"]
fn long_readmes_show_what_bots_answer() {
    readmes_of(&some(|kit| LONG.contains(&kit.name)));
}
