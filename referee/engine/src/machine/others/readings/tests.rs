//! Tests what is told of readings.

use std::process::{Command, Stdio};

use super::*;

#[test]
fn a_name_may_hold_anything() {
    let text = "17 (kworker/3:1) x) I 2 0 0 0 -1 69238880 0 0 0 0 1 12 4 8 20 0 1 0 9 0 0 \
                18446744073709551615 0 0 0 0 0 0 0 2147483647 0 0 0 0 17 3 0 0 0 0 0";
    let stat = Stat::parse(text).expect("a line of stat");
    assert_eq!((stat.flags & PF_KTHREAD, stat.core), (PF_KTHREAD, 3));
    assert_eq!((stat.name.as_str(), stat.parent), ("kworker/3:1) x", 2));
    assert_eq!((stat.ran, stat.began), (25, 9));
    assert!(Stat::parse("17 (bot").is_none());
}

#[test]
fn nothing_of_the_run_is_outside() {
    let mut child = Command::new("/bin/sleep")
        .arg("600")
        .stdout(Stdio::null())
        .spawn()
        .expect("it starts");
    let reading = OthersReading::of(own_cores());
    let own = [std::process::id(), child.id()];
    for id in own {
        assert_eq!(reading.known.get(&id), Some(&Kind::Own));
        assert!(!reading.kernel.contains_key(&id) && !reading.outside.contains_key(&id));
    }
    let parent = std::os::unix::process::parent_id();
    assert!(matches!(
        reading.known.get(&parent),
        Some(Kind::Outside { .. })
    ));
    let _ = child.kill();
    let _ = child.wait();
}

/// Programs with id, parent, name and CPU time.
fn reading(outside: &[(u32, u32, &str, u64)]) -> OthersReading {
    let program = |(id, parent, name, ran): &(u32, u32, &str, u64)| {
        let program = Outsider {
            name: (*name).to_owned(),
            parent: *parent,
            ran: *ran,
            here: true,
        };
        (*id, program)
    };
    OthersReading {
        cores: own_cores(),
        known: HashMap::new(),
        kernel: HashMap::new(),
        outside: outside.iter().map(program).collect(),
        at: Instant::now(),
        next: Instant::now(),
    }
}

#[test]
fn what_ended_children_ran_counts_once() {
    let then = reading(&[
        (1, 0, "make", 3),
        (2, 1, "sh", 4),
        (3, 2, "cc", 40),
        (9, 0, "shell", 9),
    ]);
    let now = reading(&[(1, 0, "make", 60), (9, 0, "shell", 9), (4, 1, "cc", 5)]);
    let ran = now.since(&then);
    assert_eq!(ran.programs, (60 - 3 - 4 - 40 + 5) * tick());
    assert_eq!(ran.names, ["make", "cc"]);
}

#[test]
fn what_one_program_loses_hides_no_other() {
    // The first one's parent doesn't wait for its children, so nobody has their time.
    let then = reading(&[(1, 0, "shell", 3), (2, 1, "cc", 900), (9, 0, "game", 9)]);
    let now = reading(&[(1, 0, "shell", 3), (9, 0, "game", 29)]);
    assert_eq!(now.since(&then).programs, 20 * tick());
}

#[test]
fn only_programs_that_may_use_the_cores_count() {
    let then = reading(&[(1, 0, "here", 500), (2, 0, "elsewhere", 700)]);
    let mut now = reading(&[(1, 0, "here", 510), (2, 0, "elsewhere", 790)]);
    now.outside.get_mut(&2).expect("a program").here = false;
    assert_eq!(now.since(&then).programs, 10 * tick());
}
