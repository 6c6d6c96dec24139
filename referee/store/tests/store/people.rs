//! Tests of games with human players: stored, found again, and kept apart from other files.

use referee_store::{HumanGameStore, PeopleError, Run};

#[test]
fn a_game_is_kept_and_found_again() {
    let folder = tempfile_dir();
    let path = folder.join("cup.play.db");
    {
        let people = HumanGameStore::open(&path).expect("a new file");
        assert_eq!(people.find("a").expect("readable"), None);
        people.keep("a", "one").expect("kept");
        people.keep("a", "two").expect("kept");
        people.keep("b", "three").expect("kept");
        let second = HumanGameStore::open(&path).err();
        assert!(
            matches!(second, Some(PeopleError::Taken { .. })),
            "{second:?}"
        );
    }
    let people = HumanGameStore::open(&path).expect("the same file");
    assert_eq!(people.find("a").expect("readable").as_deref(), Some("two"));
    // An open store keeps all others out, so it is closed first.
    drop(people);
    assert!(Run::open(&path).is_err());
    std::fs::remove_dir_all(folder).expect("removed");
}

#[test]
fn what_is_something_else_stays_as_it_is() {
    let folder = tempfile_dir();
    let path = folder.join("cup.play.db");
    std::fs::write(
        &path,
        "no database, but long enough for one to be looked for in it",
    )
    .expect("written");
    let refused = HumanGameStore::open(&path).err();
    assert!(
        matches!(refused, Some(PeopleError::Foreign { .. })),
        "{refused:?}"
    );
    assert!(
        std::fs::read_to_string(&path)
            .expect("readable")
            .starts_with("no database")
    );
    std::fs::remove_dir_all(folder).expect("removed");
}

fn tempfile_dir() -> std::path::PathBuf {
    use std::sync::atomic::{AtomicU32, Ordering};
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let folder =
        std::env::temp_dir().join(format!("referee-people-{}-{number}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}
