//! Tests the check of evidence.

use referee_record::{FaultDetail, Outcome, TimeBreakdown};

use super::*;
use crate::job::void_record::void_record;

const SHARES: TimeBreakdown = TimeBreakdown {
    cpu_ns: 0,
    wait_ns: 20,
    stolen_ns: 30,
    seen_ns: 0,
    held_ns: 1,
};

fn timeout(late_ns: Option<u64>) -> Evidence {
    Evidence {
        late_ns,
        shares: Some(SHARES),
        ..Evidence::new('A', FaultDetail::Late)
    }
}

#[test]
fn a_timeout_that_is_excused_is_refused() {
    // Others took 51 of it.
    assert!(audit_excuse(&timeout(Some(56))).is_err());
    assert!(audit_excuse(&timeout(Some(57))).is_ok());
    assert!(audit_excuse(&timeout(None)).is_ok(), "not late");
}

fn late(attempt: u32, seat: char) -> Lateness {
    Lateness {
        attempt,
        seat,
        late_ns: 40,
        shares: SHARES,
        always: false,
    }
}

#[test]
fn who_was_late_in_every_attempt_is_excused_no_more() {
    let job = crate::game::executor::tests::job();
    let mut record = void_record(&job, 3, String::new(), String::new());
    let mut check = |attempt, earlier: &[Lateness], stored: &[Lateness]| {
        record.attempt = attempt;
        record.measured.evidence = vec![Evidence {
            earlier: earlier.to_vec(),
            ..timeout(Some(51))
        }];
        audit_evidence(&record, stored).is_ok()
    };
    let both = [late(1, 'A'), late(2, 'A')];
    assert!(check(3, &both, &both));
    assert!(!check(3, &[], &both), "it doesn't say so");
    assert!(!check(3, &both, &both[..1]), "one of them isn't stored");
    assert!(
        !check(3, &both[..1], &both[..1]),
        "one of them was void otherwise"
    );
    assert!(
        !check(2, &both[..1], &both[..1]),
        "there is another attempt"
    );
    let mut seen = late(2, 'A');
    seen.shares.seen_ns = 40;
    let one = [late(1, 'A'), seen];
    assert!(!check(3, &one, &one), "in one it was seen why");
    let three = [late(1, 'A'), seen, late(3, 'A')];
    assert!(check(4, &three, &three), "that doesn't end the row");
    let mut seen = timeout(Some(51));
    seen.earlier = both.to_vec();
    seen.shares.as_mut().expect("shares").seen_ns = 51;
    let mut outside = void_record(&job, 3, String::new(), String::new());
    outside.measured.evidence = vec![seen];
    assert!(
        audit_evidence(&outside, &both).is_err(),
        "others were seen to take all of it"
    );
    let other = [late(1, 'A'), late(2, 'B')];
    assert!(!check(3, &other, &other), "two seats were late");
    let other = [late(1, 'B'), late(2, 'B')];
    assert!(!check(3, &other, &other), "another seat was late");
}

#[test]
fn a_row_of_late_attempts_is_ended_by_a_loss_or_by_twice_the_tries() {
    let mut record = void_record(
        &crate::game::executor::tests::job(),
        1,
        String::new(),
        "late".to_owned(),
    );
    assert_eq!(record.played.job.limits.tries, 3);
    let mut again = |attempt: u32, always: Option<bool>| {
        record.attempt = attempt;
        record.measured.late = always.map(|always| Lateness {
            always,
            ..late(attempt, 'A')
        });
        Outcome::of(&record).again
    };
    assert!(again(2, None) && again(2, Some(false)));
    assert!(!again(3, None) && !again(3, Some(false)));
    assert!(again(3, Some(true)) && again(5, Some(true)));
    assert!(!again(6, Some(true)));
}

#[test]
fn a_void_attempt_may_not_lengthen_the_row() {
    let job = crate::game::executor::tests::job();
    let mut record = void_record(&job, 3, String::new(), String::new());
    let always = |always| Lateness {
        always,
        ..late(3, 'A')
    };
    for (earlier, expected) in [
        ([late(1, 'A'), late(2, 'A')], true),
        ([late(1, 'A'), late(2, 'B')], false),
    ] {
        record.measured.late = Some(always(expected));
        assert!(audit_evidence(&record, &earlier).is_ok());
        record.measured.late = Some(always(!expected));
        assert!(audit_evidence(&record, &earlier).is_err());
    }
}
