use std::io::Write;
use std::sync::mpsc::{Receiver, channel};

use super::*;
use crate::processes::tests::{end, ready, shell};

/// Far longer than a test takes.
const LONG: Duration = Duration::from_mins(1);
const MIB: u64 = 1 << 20;

fn watch(
    sampler: &Sampler,
    pid: u32,
    memory: Option<u64>,
    processes: Option<u64>,
) -> (Watching, Receiver<LimitExceeded>) {
    let (sender, receiver) = channel();
    let watch = Quota {
        memory,
        processes,
        own_network: false,
        over: Box::new(move |over| {
            let _ = sender.send(over);
        }),
    };
    (sampler.watch(pid, watch).unwrap(), receiver)
}

/// Waits until a condition holds.
fn until(holds: impl Fn() -> bool) {
    let deadline = Instant::now() + LONG;
    while !holds() {
        assert!(Instant::now() < deadline, "it never came");
        thread::sleep(Duration::from_millis(1));
    }
}

/// Starts a shell, which is watched, with a child that runs a Python script.
fn python(script: &str) -> Option<std::process::Child> {
    if std::process::Command::new("python3")
        .arg("-V")
        .output()
        .is_err()
    {
        eprintln!("skipped: there is no python3");
        return None;
    }
    Some(shell(&format!("python3 -c '{script}'; true")))
}

#[test]
fn sockets_count_as_memory_each_once() {
    let script = "import os, socket, sys\nheld = [socket.socketpair() for _ in range(100)]\nos.fork()\n\
                  print(flush=True)\nsys.stdin.read()";
    let Some(mut child) = python(script) else {
        return;
    };
    ready(&mut child);
    let count = open_sockets(&below(child.id()));
    assert!((200..300).contains(&count), "{count}");
    let sampler = Sampler::default();
    let (_watching, receiver) = watch(&sampler, child.id(), Some(64 * MIB), None);
    let over = receiver.recv_timeout(LONG).unwrap();
    assert!(matches!(over, LimitExceeded::Memory { bytes } if bytes >= 200 * SOCKET));
    end(child);
}

#[test]
fn memory_over_the_limit_is_told_once() {
    let script = "import sys\nx = b\"1\" * (96 << 20)\nprint(flush=True)\nsys.stdin.read()";
    let Some(child) = python(script) else { return };
    let sampler = Sampler::default();
    let (watching, receiver) = watch(&sampler, child.id(), Some(64 * MIB), None);
    let over = receiver.recv_timeout(LONG).unwrap();
    assert!(matches!(over, LimitExceeded::Memory { bytes } if bytes > 64 * MIB));
    assert_eq!(watching.over(), Some(over));
    assert!(watching.peak() > 64 * MIB);
    thread::sleep(TICK * 3);
    assert!(receiver.try_recv().is_err());
    end(child);
}

#[test]
fn memory_that_forked_children_share_counts_once() {
    let script = "import os, sys\nx = b\"1\" * (96 << 20)\n\
        for _ in range(8):\n if os.fork() == 0: sys.stdin.read(); os._exit(0)\n\
        print(flush=True)\nsys.stdin.read()";
    let Some(mut child) = python(script) else {
        return;
    };
    let sampler = Sampler::default();
    let (watching, _told) = watch(&sampler, child.id(), Some(256 * MIB), None);
    ready(&mut child);
    // Time enough to measure all nine processes more than once.
    thread::sleep(TICK * 10);
    until(|| watching.peak() > 96 * MIB);
    assert_eq!(watching.over(), None);
    let all = below(child.id());
    assert_eq!(all.len(), 9);
    assert!(all.iter().map(|it| it.resident).sum::<u64>() * page() > 256 * MIB);
    end(child);
}

#[test]
fn memory_of_children_adds_up() {
    let script = "import os, sys\n\
        for _ in range(4):\n if os.fork() == 0: x = b\"1\" * (48 << 20); sys.stdin.read(); os._exit(0)\n\
        sys.stdin.read()";
    let Some(child) = python(script) else { return };
    let sampler = Sampler::default();
    let (_watching, receiver) = watch(&sampler, child.id(), Some(128 * MIB), None);
    let over = receiver.recv_timeout(LONG).unwrap();
    assert!(matches!(over, LimitExceeded::Memory { .. }));
    end(child);
}

#[test]
fn memory_is_seen_when_the_first_thread_has_ended() {
    let script = "import ctypes, threading, time\n\
        def hold(): x = b\"1\" * (96 << 20); time.sleep(1000)\n\
        threading.Thread(target=hold, daemon=True).start()\n\
        ctypes.CDLL(None).pthread_exit(None)";
    let Some(child) = python(script) else { return };
    let sampler = Sampler::default();
    let (_watching, receiver) = watch(&sampler, child.id(), Some(64 * MIB), None);
    assert!(matches!(
        receiver.recv_timeout(LONG).unwrap(),
        LimitExceeded::Memory { .. }
    ));
    // It may be told of before all of it is there.
    until(|| matches!(&below(child.id())[..], [one] if one.resident * page() > 64 * MIB));
    end(child);
}

#[test]
fn threads_and_processes_are_counted() {
    let sleepers = "for i in 1 2 3 4 5 6; do sleep 1000 & done; echo; read line";
    let mut child = shell(sleepers);
    ready(&mut child);
    let sampler = Sampler::default();
    let (within, _told) = watch(&sampler, child.id(), None, Some(6));
    let (_watching, receiver) = watch(&sampler, child.id(), None, Some(5));
    assert_eq!(
        receiver.recv_timeout(LONG).unwrap(),
        LimitExceeded::Processes { count: 6 }
    );
    thread::sleep(TICK * 3);
    assert_eq!(within.over(), None);
    assert!(within.peak() > 0);
    end(child);
}

#[test]
fn a_count_is_due_once_so_many_have_started_that_it_may_exceed_the_limit() {
    let now = Instant::now();
    let counted = Counted {
        count: 100,
        youngest: Some(5000),
        next: Some(now + LONG),
    };
    let is_due = |youngest| counted.is_due(128, youngest, now);
    assert!(!is_due(Some(5000)));
    assert!(!is_due(Some(5028)));
    assert!(is_due(Some(5029)));
    // Ids have begun anew.
    assert!(is_due(Some(300)));
    // Where nothing tells, it is due in time.
    assert!(!is_due(None));
    assert!(counted.is_due(128, None, now + LONG));
    assert!(Counted::default().is_due(128, None, now));
}

#[test]
fn who_grows_is_counted_before_the_next_look() {
    if youngest().is_none_or(|id| id == 0) {
        eprintln!("skipped: the kernel doesn't tell the youngest process id");
        return;
    }
    let sleepers = "echo; read line; for i in 1 2 3 4 5 6; do sleep 1000 & done; echo; read line";
    let mut child = shell(sleepers);
    ready(&mut child);
    let sampler = Sampler::default();
    let (watching, receiver) = watch(&sampler, child.id(), None, Some(5));
    let counted = &watching.entry.counted;
    until(|| lock(counted).next.is_some());
    lock(counted).next = Some(Instant::now() + LONG * 2);
    child.stdin.as_mut().unwrap().write_all(b"\n").unwrap();
    assert_eq!(
        receiver.recv_timeout(LONG).unwrap(),
        LimitExceeded::Processes { count: 6 }
    );
    end(child);
}

#[test]
fn the_threads_end_with_the_last_and_start_again() {
    let mut child = shell("echo; read line");
    ready(&mut child);
    let sampler = Sampler::default();
    let are_running = || [&sampler.memory, &sampler.counts].map(|it| lock(&it.state).is_running);
    for _ in 0..3 {
        let first = watch(&sampler, child.id(), None, Some(9));
        let second = watch(&sampler, child.id(), None, Some(9));
        drop(first);
        assert_eq!(are_running(), [true; 2]);
        drop(second);
        until(|| are_running() == [false; 2]);
    }
    end(child);
}

#[test]
fn nothing_is_called_after_the_end() {
    let sampler = Sampler::default();
    for _ in 0..100 {
        let ended = Arc::new(AtomicU64::new(0));
        let seen = Arc::clone(&ended);
        let watch = Quota {
            memory: None,
            processes: Some(0),
            own_network: false,
            over: Box::new(move |_| assert_eq!(seen.load(Ordering::SeqCst), 0, "called late")),
        };
        let watching = sampler.watch(std::process::id(), watch).unwrap();
        drop(watching);
        ended.store(1, Ordering::SeqCst);
    }
}

#[test]
fn a_callback_that_panics_leaves_others_watched() {
    let mut child = shell("sleep 1000 & sleep 1000 & echo; read line");
    ready(&mut child);
    let sampler = Sampler::default();
    let broken = Quota {
        memory: None,
        processes: Some(0),
        own_network: false,
        over: Box::new(|_| panic!("a callback's fault, which this test makes")),
    };
    let broken = sampler.watch(child.id(), broken).unwrap();
    until(|| broken.over().is_some());
    let (_watching, receiver) = watch(&sampler, child.id(), None, Some(0));
    receiver.recv_timeout(LONG).unwrap();
    end(child);
}

#[test]
fn who_stands_still_is_not_measured() {
    let mut child = shell("echo; read line; sleep 1000 & echo; read line");
    ready(&mut child);
    let sampler = Sampler::default();
    let (paused, _told) = watch(&sampler, child.id(), None, Some(0));
    paused.pause();
    child.stdin.as_mut().unwrap().write_all(b"\n").unwrap();
    ready(&mut child);
    // The second one is measured after the first, in the same round.
    let (_watching, receiver) = watch(&sampler, child.id(), None, Some(0));
    receiver.recv_timeout(LONG).unwrap();
    assert_eq!(paused.over(), None);
    paused.resume();
    until(|| paused.over().is_some());
    end(child);
}

#[test]
fn who_stops_is_measured_once_more() {
    let mut child = shell("echo; read line; sleep 1000 & echo; read line");
    ready(&mut child);
    let (paused, _told) = watch(&Sampler::default(), child.id(), None, Some(0));
    paused.pause();
    child.stdin.as_mut().unwrap().write_all(b"\n").unwrap();
    ready(&mut child);
    until(|| {
        paused.pause();
        paused.over().is_some()
    });
    end(child);
}
