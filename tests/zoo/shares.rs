//! What a user's processes are bounded by in all is shared out: nobody takes what another may have.

use referee_store::Run;

use super::ground::Ground;
use super::header;
use super::mode::{Mode, Namespaces, Who};
use super::{alone, everybody};

#[test]
fn who_takes_its_own_share_leaves_others_theirs() {
    let _alone = alone();
    let all = header::bots();
    let bot = |name: &str| all.iter().find(|bot| bot.name == name).expect("in the zoo");
    if !everybody().contains(&Who::User) {
        return;
    }
    let mode = Mode::without(Who::User, Namespaces::Unused);
    let ground = Ground::new(mode);
    let settings = "time = { move_ms = 2000 }\n[limits]\nstart_ms = 20000\n";
    let rival = bot("honest_crowd.c");
    let file = ground.tournament("onitama", settings, &[bot("hoards_processes.c")], rival);
    let output = ground.run(&file).output().expect("the referee starts");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{stderr}");
    let run = Run::open(&file.with_extension("db")).expect("results");
    for record in run.records().expect("records") {
        let evidence = record.expect("a record").measured.evidence;
        assert!(evidence.is_empty(), "{evidence:?}");
    }
}
