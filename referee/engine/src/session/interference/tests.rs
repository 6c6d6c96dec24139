//! Tests what lies unread while the referee waits.

use super::*;

const MS: u64 = 1_000_000;

/// Returns the unattended time in a window of 100 ms, in which the bot ran and waited, and this thread
/// waited.
fn unattended(ran: u64, waited: u64, ready: bool, own_wait: u64) -> u64 {
    let then = Mark {
        at: Instant::now(),
        bot: CpuUsage {
            wait_ns: Some(0),
            ..CpuUsage::default()
        },
        own_wait: 0,
    };
    let now = Mark {
        at: then.at + Duration::from_millis(100),
        bot: CpuUsage {
            cpu_ns: ran * MS,
            wait_ns: Some(waited * MS),
            ready,
            ..CpuUsage::default()
        },
        own_wait: own_wait * MS,
    };
    then.unattended(&now) / MS
}

#[test]
fn an_answer_lies_unread_while_the_referee_waits() {
    assert_eq!(unattended(30, 20, false, 40), 40);
    assert_eq!(unattended(30, 20, false, 0), 0);
    // The bot itself ran or waited for some of that time.
    assert_eq!(unattended(50, 20, false, 40), 30);
    assert_eq!(unattended(400, 0, false, 40), 0);
    assert_eq!(unattended(0, 0, true, 40), 0, "it hasn't answered");
}

#[test]
fn a_bot_is_looked_at_until_it_is_seen_to_run() {
    let ms = Duration::from_millis;
    let start = Instant::now();
    let mut monitor = InterferenceMonitor {
        base: None,
        start,
        start_cpu: 0,
        head: Duration::ZERO,
        standstill: Standstill::begin(0, start),
        looked: start,
        runnable: None,
        ready: Duration::ZERO,
        seen: CpuUsage::default(),
        pending: None,
        judged: None,
        last_mark: None,
        unanswered: None,
        unsent: 0,
    };
    let mut look = |at: u64, cpu: u64, ready: bool| {
        let bot = CpuUsage {
            cpu_ns: cpu * MS,
            ready,
            ..CpuUsage::default()
        };
        let at = start + ms(at);
        monitor.notice(bot, at);
        monitor.settling(true, bot, at)
    };
    // One look tells nothing; then it is seen to run.
    assert_eq!(look(100, 90, true), Some(ms(2)));
    assert_eq!(look(102, 91, true), None);
    // A quota stops it, for longer and longer.
    assert_eq!(look(104, 91, true), Some(ms(2)));
    assert_eq!(look(180, 91, true), Some(ms(78) / 4));
    // It ran in between and may stand again, until the next look shows it running.
    assert_eq!(look(260, 95, true), Some(ms(2)));
    assert_eq!(look(290, 96, true), None);
    // It ran nearly all the while.
    assert_eq!(look(390, 190, true), None);
    // It sleeps.
    assert_eq!(look(400, 190, false), None);
}
