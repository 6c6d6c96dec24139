//! Tests who pays for the time of a turn.

use super::*;

const MS: u64 = 1_000_000;
const ALLOWED: Duration = Duration::from_secs(1);

/// Returns the measurements of a bot with one thread, on a core of which only it and others have anything.
fn alone(watched: u64, cpu: u64, wait: u64) -> Passed {
    Passed {
        watched: watched * MS,
        bot: CpuUsage {
            cpu_ns: cpu * MS,
            wait_ns: Some(wait * MS),
            threads: 1,
            slices: 1,
            ready: false,
        },
        fine: true,
        ..Passed::default()
    }
}

fn account(passed: Passed) -> TurnAccount {
    TurnAccount {
        rival: Some('B'),
        ..passed.account(ALLOWED, || false)
    }
}

fn excuse(passed: Passed) -> u64 {
    account(passed).shares.taken_ns() / MS
}

#[test]
fn noise_is_no_excuse() {
    let others = |ms: u64| Passed {
        busy: ms * MS,
        ..alone(1000, 0, ms)
    };
    assert_eq!(excuse(others(10)), 0);
    assert_eq!(excuse(others(25)), 25);
}

#[test]
fn a_wait_counts_once() {
    let crowded = Passed {
        busy: 400 * MS,
        ..alone(1000, 0, 700)
    };
    // One millisecond of it is the cost of waking up.
    let shares = account(crowded).shares;
    assert_eq!(shares.stolen_ns, 400 * MS);
    assert_eq!(shares.taken_ns(), 699 * MS);
}

#[test]
fn a_wait_that_began_unwatched_counts() {
    let late = Passed {
        head: 60 * MS,
        ..alone(5, 0, 64)
    };
    assert_eq!(excuse(late), 63);
    let longer = Passed {
        head: 20 * MS,
        ..alone(5, 0, 64)
    };
    assert_eq!(excuse(longer), 25, "nobody waits longer than the turn is");
}

#[test]
fn who_is_kept_from_its_core_has_waited() {
    let mut passed = alone(300, 0, 0);
    passed.bot.slices = 0;
    assert_eq!(excuse(passed), 0);
    passed.runnable = 300 * MS;
    assert_eq!(excuse(passed), 300);
}

#[test]
fn an_answer_that_lay_unread_came_earlier() {
    // The bot answered in time, others ran all the while, and the referee waited for its core.
    let passed = Passed {
        busy: 1050 * MS,
        unattended: 40 * MS,
        ..alone(1050, 960, 50)
    };
    assert_eq!(excuse(passed), 90);
    let quiet = Passed {
        busy: 960 * MS,
        ..passed
    };
    assert_eq!(excuse(quiet), 0, "nobody took anything");
}

#[test]
fn a_bot_makes_itself_no_excuse() {
    // Eight threads of its own took turns, and then slept.
    let mut crowd = alone(1000, 160, 560);
    (crowd.bot.threads, crowd.bot.slices) = (8, 60);
    crowd.busy = 160 * MS;
    assert_eq!(excuse(crowd), 0);
    // It slept while others worked, and woke up shortly before the deadline.
    let mut sleeper = alone(1000, 1, 0);
    (sleeper.bot.ready, sleeper.bot.slices) = (true, 3);
    sleeper.busy = 400 * MS;
    assert_eq!(excuse(sleeper), 0);
    // It was woken again and again.
    let mut woken = alone(1000, 100, 300);
    woken.bot.slices = 100_000;
    woken.busy = 100 * MS;
    assert_eq!(excuse(woken), 0);
    // It is unknown what its child processes did.
    let hidden = Passed {
        busy: 900 * MS,
        ..alone(1000, 0, 900)
    };
    let shares = hidden.account(ALLOWED, || true).shares;
    assert_eq!(shares.taken_ns(), 0);
}

#[test]
fn a_wait_that_goes_on_counts() {
    let stopped = Passed {
        runnable: 900 * MS,
        ..alone(1000, 100, 0)
    };
    // The kernel counts it when it ends; what the bot ran may have been its own threads' turn.
    assert_eq!(excuse(stopped), 699);
    let rests = Passed {
        runnable: 0,
        ..stopped
    };
    assert_eq!(excuse(rests), 0);
}

#[test]
fn a_wait_after_a_run_counts_before_it_ends() {
    // A quota stopped it in the middle of its turn.
    let stopped = Passed {
        pending: 700 * MS,
        ..alone(1000, 200, 0)
    };
    assert_eq!(excuse(stopped), 700);
    let by_the_kernel = Passed {
        kernel: 300 * MS,
        ..stopped
    };
    assert_eq!(excuse(by_the_kernel), 400);
}

#[test]
fn nobody_is_judged_while_its_wait_goes_on() {
    let ms = Duration::from_millis;
    let overtime = |by: u64, pending: u64| {
        let account = TurnAccount {
            settling: Some(ms(10)),
            ..account(Passed {
                pending: pending * MS,
                ..alone(1000 + by, 900, 0)
            })
        };
        account.overtime(ms(by), ms(100), &[])
    };
    assert_eq!(overtime(0, 0), Overtime::Wait(ms(10)));
    assert_eq!(overtime(40, 40), Overtime::Wait(ms(44)));
    assert_eq!(overtime(40, 2), Overtime::Wait(ms(50)));
    assert_eq!(overtime(95, 2), Overtime::Wait(ms(100)));
    assert_eq!(overtime(100, 2), Overtime::Over);
    assert!(matches!(overtime(100, 100), Overtime::Void(_)));
}

#[test]
fn what_others_took_is_waited_for_within_bounds() {
    let ms = Duration::from_millis;
    let overtime = |by: u64, stolen: u64| {
        let mut account = TurnAccount::default();
        account.shares.stolen_ns = stolen * MS;
        account.overtime(ms(by), ms(100), &[])
    };
    assert_eq!(overtime(10, 60), Overtime::Wait(ms(66)));
    assert_eq!(overtime(10, 900), Overtime::Wait(ms(100)));
    assert!(matches!(overtime(100, 900), Overtime::Void(why) if why.contains("took 900 ms")));
    assert_eq!(overtime(67, 60), Overtime::Over);
}

#[test]
fn what_others_did_counts_against_nobody() {
    let ms = Duration::from_millis;
    let counts = |cpu: u64, rivals: u64, held: u64| {
        let mut account = TurnAccount {
            rivals,
            ..TurnAccount::default()
        };
        (account.shares.cpu_ns, account.shares.held_ns) = (cpu * MS, held * MS);
        account.shares.stolen_ns = 500 * MS;
        let late = account.lateness(ms(100), ALLOWED, 'A');
        late.is_some_and(|late| !late.is_explained())
    };
    assert!(counts(500, 0, 90));
    assert!(counts(0, 0, 0), "others took all of it in each attempt");
    assert!(counts(500, 10 * MS, 0), "as good as nothing");
    assert!(!counts(500, 11 * MS, 0), "an opponent ran");
    assert!(!counts(500, 0, 100), "the referee stood still");
}

#[test]
fn what_was_seen_outside_counts_against_nobody() {
    let seen = |programs: u64, others: u64, steal: u64| {
        let passed = Passed {
            programs: programs * MS,
            steal: steal * MS,
            ready: 1000 * MS,
            busy: others * MS,
            ..alone(1000, 0, others)
        };
        account(passed).shares.seen_ns / MS
    };
    // Programs outside the run count as far as something else than the bot had its core.
    assert_eq!(seen(900, 500, 0), 500);
    assert_eq!(
        seen(130, 500, 0),
        130,
        "by whom the rest was taken is unknown"
    );
    assert_eq!(seen(900, 0, 0), 0);
    assert_eq!(seen(0, 0, 170), 170);
    assert_eq!(seen(99, 500, 0), 0, "so much is used on a quiet machine");
    let late = |late: u64, programs: u64| {
        let passed = Passed {
            programs: programs * MS,
            busy: 500 * MS,
            ..alone(1000, 0, 500)
        };
        let by = Duration::from_millis(late);
        let late = account(passed).lateness(by, ALLOWED, 'A');
        late.is_some_and(|late| !late.is_explained())
    };
    assert!(!late(400, 450));
    assert!(late(400, 360) && late(400, 0));
}

#[test]
fn a_quota_stops_bot_and_referee_alike() {
    let passed = Passed {
        throttled: 600 * MS,
        ready: 1000 * MS,
        held: 250 * MS,
        ..alone(1000, 100, 0)
    };
    let account = account(passed);
    assert_eq!(
        account.shares.taken_ns(),
        600 * MS,
        "no moment counts twice"
    );
    assert_eq!(account.shares.seen_ns, 600 * MS);
    assert_eq!(
        account.blame(&[]),
        "a CPU quota stopped this run for 600 ms"
    );
    // Two cores were stopped.
    let both = Passed {
        throttled: 1800 * MS,
        ..passed
    };
    let shares = both.account(ALLOWED, || false).shares;
    assert_eq!(shares.stolen_ns, 900 * MS, "the bot ran for 100 ms");
    let asleep = Passed {
        steal: 400 * MS,
        ready: 0,
        ..both
    };
    let shares = asleep.account(ALLOWED, || false).shares;
    assert_eq!(
        (shares.stolen_ns, shares.seen_ns),
        (0, 0),
        "it lost nothing"
    );
}

#[test]
fn the_greatest_part_is_named() {
    let passed = |stolen: u64, rivals: u64, held: u64| Passed {
        busy: (stolen + rivals) * MS,
        rivals: rivals * MS,
        held: held * MS,
        ..alone(1000, 0, stolen + rivals)
    };
    let blame = |passed: Passed| account(passed).blame(&[]);
    assert!(blame(passed(50, 20, 0)).starts_with("programs outside"));
    let seen = Passed {
        programs: 150 * MS,
        ..passed(150, 20, 0)
    };
    let named = TurnAccount {
        names: vec!["cargo".to_owned(), "rustc".to_owned()],
        ..account(seen)
    };
    assert_eq!(
        named.blame(&[]),
        "programs outside this run (cargo, rustc) took 150 ms of its core"
    );
    assert!(blame(passed(10, 20, 0)).contains("(seat B)"));
    assert!(blame(alone(1000, 0, 90)).starts_with("the bot was kept"));
    assert_eq!(blame(passed(1, 2, 30)), "the referee was held up for 30 ms");
}

#[test]
fn the_kernels_own_threads_are_nobodys_excuse() {
    let worked = |others: u64, kernel: u64| Passed {
        busy: (500 + others + kernel) * MS,
        kernel: kernel * MS,
        ..alone(1000, 500, others + kernel)
    };
    assert_eq!(excuse(worked(0, 400)), 0);
    assert_eq!(excuse(worked(300, 100)), 300);
    assert_eq!(excuse(worked(300, 0)), 300);
}

/// Generates counters of all sorts, consistent or not.
fn generated(draw: &mut impl FnMut(u64) -> u64) -> Passed {
    let mut ms = |most: u64| draw(most) * MS;
    Passed {
        watched: ms(2000),
        head: ms(100),
        rivals: ms(50) * (ms(2) / MS),
        busy: ms(2000),
        kernel: ms(200),
        steal: ms(30),
        throttled: ms(400) * (ms(2) / MS),
        programs: ms(2000) * (ms(2) / MS),
        own_cpu: ms(3),
        unattended: ms(300),
        held: ms(40),
        bot: CpuUsage {
            cpu_ns: ms(500),
            wait_ns: (draw(5) > 0).then(|| draw(2000) * MS),
            threads: 1 + draw(4),
            slices: draw(300),
            ready: draw(2) > 0,
        },
        runnable: draw(2) * draw(2000) * MS,
        ready: draw(2) * draw(2000) * MS,
        pending: draw(2) * draw(2000) * MS,
        fine: draw(2) > 0,
    }
}

#[test]
fn nobody_loses_by_what_the_record_excuses() {
    let mut seed = 1_u64;
    let mut draw = |most: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 33) % most
    };
    let mut over = 0;
    for _ in 0..20_000 {
        let passed = generated(&mut draw);
        let account = passed.account(ALLOWED, || draw(4) == 0);
        let by = Duration::from_micros(draw(1_500_000));
        let most = ALLOWED + Duration::from_secs(1);
        let shares = account.shares;
        let excused = shares.wait_ns + shares.stolen_ns;
        if account.overtime(by, most, &[]) == Overtime::Over {
            over += 1;
            assert!(by.as_nanos() > u128::from(excused), "{passed:?} {by:?}");
        }
        assert!(shares.seen_ns <= excused, "{passed:?} {shares:?}");
        // A bot can't gain more than the time in which it hasn't run, but for what host and referee took.
        let bot = &passed.bot;
        assert!(excused <= passed.unrun(), "{passed:?} {shares:?}");
        let sure = passed.steal + passed.throttled;
        assert!(
            shares.seen_ns
                <= (passed.ready + passed.head + passed.unattended).min(sure) + passed.programs,
            "{passed:?} {shares:?}"
        );
        if bot.wait_ns.is_some() {
            let waited =
                passed.queued().unwrap_or(0) + passed.unattended + passed.steal + passed.throttled;
            assert!(excused <= waited, "{passed:?} {shares:?}");
        }
    }
    assert!(over > 1000);
}
