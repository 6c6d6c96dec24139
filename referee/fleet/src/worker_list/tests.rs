use super::*;

fn hello(wanted: usize) -> WorkerHello {
    WorkerHello {
        wanted,
        run: Some("mine".to_owned()),
        ..WorkerHello::default()
    }
}

fn playing(wanted: usize, work_us: u64) -> WorkerHello {
    let mut session = RunSession {
        work_us: Some(work_us),
        ..RunSession::default()
    };
    session.machine.cores = 2;
    WorkerHello {
        session: Some(Box::new(session)),
        ..hello(wanted)
    }
}

fn said(text: &str) -> WorkerNews {
    WorkerNews::Said(text.to_owned())
}

#[test]
fn what_is_new_of_a_worker_is_told_once() {
    let mut list = WorkerList::new(100);
    assert_eq!(list.wanted(), None);
    let builds = [said("worker w is there"), WorkerNews::Rests];
    assert_eq!(list.hear("w", 1, hello(0), "mine"), builds);
    let news = list.hear("w", 1, playing(5, 100), "mine");
    assert!(
        matches!(&news[..], [WorkerNews::Plays(session)] if session.worker.as_deref() == Some("w")),
        "{news:?}"
    );
    assert_eq!(list.hear("w", 1, playing(5, 101), "mine"), []);
    assert_eq!((list.wanted(), list.able()), (Some(5), 1));
    let refuses = WorkerHello {
        refuses: Some("no cc".into()),
        ..hello(5)
    };
    let expected = [said("worker w can't play: no cc"), WorkerNews::Rests];
    assert_eq!(list.hear("w", 1, refuses, "mine"), expected);
    assert_eq!((list.wanted(), list.wants("w")), (None, 0));
    let elsewhere = list.hear("w", 1, hello(5), "another");
    assert_eq!(elsewhere, [WorkerNews::Rests]);
    assert_eq!(list.hear("w", 1, hello(5), "another"), []);
    assert_eq!(list.forget_gone(), [""; 0]);
}

#[test]
fn a_worker_gets_what_its_cores_can_play() {
    let mut list = WorkerList::new(100);
    list.hear("w", 1, playing(1_000_000, 100), "mine");
    assert_eq!(list.wants("w"), 8);
    assert_eq!(list.wants("v"), 0);
}

#[test]
fn a_second_process_of_one_name_waits_until_the_first_is_silent() {
    let mut list = WorkerList::new(100);
    list.hear("w", 1, playing(5, 100), "mine");
    assert_eq!(list.hear("w", 2, playing(5, 100), "mine"), []);
    let known = list.known.get_mut("w").expect("it is there");
    let earlier = Instant::now().checked_sub(TAKEN).expect("a time");
    known.other = Some((2, earlier, Instant::now()));
    let news = list.hear("w", 2, playing(5, 100), "mine");
    assert!(
        matches!(&news[..], [WorkerNews::Refused { why }] if why.contains("under this name")),
        "{news:?}"
    );
    assert_eq!(list.process("w"), Some(1));
    let known = list.known.get_mut("w").expect("it is there");
    known.heard = Instant::now().checked_sub(SILENT).expect("a time");
    let news = list.hear("w", 2, playing(5, 100), "mine");
    assert!(
        matches!(
            &news[..],
            [WorkerNews::Rests, WorkerNews::Said(_), WorkerNews::Plays(_)]
        ),
        "{news:?}"
    );
    assert_eq!(list.process("w"), Some(2));
    // The first one says that it leaves: nobody cares.
    let leaving = WorkerHello {
        leaving: true,
        ..WorkerHello::default()
    };
    assert_eq!(list.hear("w", 1, leaving, "mine"), []);
}

#[test]
fn a_worker_that_leaves_says_so() {
    let mut list = WorkerList::new(100);
    list.hear("w", 1, hello(1), "mine");
    let leaving = || WorkerHello {
        leaving: true,
        ..WorkerHello::default()
    };
    let expected = [said("worker w has left"), WorkerNews::Rests];
    assert_eq!(list.hear("w", 1, leaving(), "mine"), expected);
    assert_eq!(list.hear("w", 1, leaving(), "mine"), []);
}

#[test]
fn a_slow_worker_is_left_out_whoever_else_is_there() {
    let mut list = WorkerList::new(100);
    list.hear("liar", 1, playing(1, 1), "mine");
    for (name, work_us) in [("a", 100), ("b", 300)] {
        let news = list.hear(name, 1, playing(1, work_us), "mine");
        assert!(
            matches!(&news[..], [_, WorkerNews::Plays(_)]),
            "{name}: {news:?}"
        );
    }
    let news = list.hear("c", 1, playing(1, 301), "mine");
    let [_, WorkerNews::Slow(why)] = &news[..] else {
        panic!("{news:?}");
    };
    assert!(why.starts_with("its machine takes 3.0 times"), "{why}");
    let session = list.leave_out("c", why).expect("it is new");
    assert_eq!(session.left_out.as_ref(), Some(why));
    assert_eq!(list.leave_out("c", "again"), None);
    let news = list.hear("c", 2, playing(1, 100), "mine");
    assert_eq!(news, [WorkerNews::Refused { why: why.clone() }]);
}

#[test]
fn a_worker_that_cant_play_gets_longer_and_longer_pauses() {
    let mut list = WorkerList::new(100);
    list.hear("w", 1, playing(5, 100), "mine");
    for failure in 1..FAILURES {
        let pause = PAUSE * 2_u32.pow(failure - 1);
        assert_eq!(list.note_failure("w"), Some(AfterFailure::Pause(pause)));
        assert_eq!(list.wants("w"), 0);
        // What fails within the pause was out before it.
        assert_eq!(list.note_failure("w"), None);
        let known = list.known.get_mut("w").expect("it is there");
        known.paused = Some(Instant::now());
        assert_eq!(list.wants("w"), 5);
    }
    assert_eq!(list.note_failure("w"), Some(AfterFailure::LeaveOut));
    list.note_game("w");
    assert_eq!(list.note_failure("w"), Some(AfterFailure::Pause(PAUSE)));
    assert_eq!(list.note_failure("nobody"), None);
}
