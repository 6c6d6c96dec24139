//! Tests of how much damage the quick check sees in a run of any length.

use referee_store::{Run, RunCheck};

use crate::common::{add, forge, record};
use crate::saving::eventful;

#[test]
fn statements_and_the_latest_games_are_checked() {
    for (at, forgery) in [
        "UPDATE revisions SET text = replace(text, 'lazy', 'hazy') WHERE revision = 1",
        "UPDATE sessions SET text = replace(text, '0.1', '0.2')",
        "UPDATE sessions SET text = replace(text, '0.1', '0.2') WHERE session = 2",
        "INSERT INTO sessions SELECT 4, text FROM sessions WHERE session = 1",
        "INSERT INTO revisions SELECT 3, text FROM revisions WHERE revision = 1",
        "DELETE FROM sessions WHERE session = 3",
        "UPDATE chain SET hash = zeroblob(32) WHERE kind = 'session' AND number = 2",
        "DELETE FROM chain WHERE seq > 20; \
         UPDATE run SET closed = (SELECT max(number) FROM chain WHERE kind = 'record')",
        "DROP INDEX statements",
        "UPDATE run SET master = '1'",
        "UPDATE records SET packed = x'00' WHERE number = 50",
        "DELETE FROM records WHERE number = 49",
        "UPDATE chain SET hash = zeroblob(32) WHERE number = 48",
        "UPDATE chain SET hash = x'07' WHERE number = 50",
        "DELETE FROM chain",
        "DROP TABLE chain",
        "DROP TABLE rulings",
        "DROP TABLE records",
        "UPDATE rulings SET text = 'x'",
    ]
    .into_iter()
    .enumerate()
    {
        let path = eventful(&format!("quickly_{at}"));
        add(&path, (31..=50).map(record));
        let run = Run::open(&path).expect("a run");
        let sound = run.check(0).expect("readable");
        assert!(matches!(sound, RunCheck::Partial { .. }), "{sound:?}");
        drop(run);
        forge(&path, forgery);
        let run = Run::open(&path).expect("a run");
        let damage = run.check(0).expect("readable");
        assert!(
            matches!(damage, RunCheck::Damaged(_)),
            "{forgery}: {damage:?}"
        );
    }
}
