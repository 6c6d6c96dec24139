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
