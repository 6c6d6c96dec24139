//! Tests how cases are handled that the machine spoils.

use std::time::Duration;

use referee_output::Exit;

use super::*;

/// Runs a case that is spoilt `spoilt` times, with `left` repetitions left; also returns the number of
/// attempts.
fn tried_of(spoilt: u32, left: &mut u32) -> (CaseResult, u32) {
    let mut tries = 0;
    let finding = tried(left, Duration::ZERO, &mut || false, &mut || {
        tries += 1;
        if tries > spoilt {
            return CaseResult::fine("");
        }
        matches::void("others took its core")
    });
    (finding, tries)
}

fn exit(finding: CaseResult) -> Exit {
    let case = CheckCase {
        group: "onitama".to_owned(),
        name: "games",
        title: "plays whole games",
        finding,
        took: Duration::ZERO,
    };
    verdict("bot", &[case], Duration::ZERO).exit
}

#[test]
fn a_spoilt_case_is_tried_again() {
    let mut left = TRIES_AGAIN;
    let (finding, tries) = tried_of(TRIES - 1, &mut left);
    assert!(finding.is_fine(), "{finding:?}");
    assert_eq!((tries, left), (TRIES, TRIES_AGAIN - (TRIES - 1)));
    let (_, tries) = tried_of(0, &mut left);
    assert_eq!((tries, left), (1, TRIES_AGAIN - (TRIES - 1)));
}

#[test]
fn what_is_spoilt_each_time_leaves_a_check_undecided() {
    let mut left = TRIES_AGAIN;
    let (finding, tries) = tried_of(u32::MAX, &mut left);
    assert_eq!(tries, TRIES);
    assert_eq!(exit(finding), Exit::Undecided);
    assert_eq!(Exit::Undecided as u8, 4);
    assert_eq!(exit(CaseResult::fine("")), Exit::Fine);
}

#[test]
fn what_a_busy_machine_spoils_is_not_tried_again() {
    let (mut left, mut tries) = (TRIES_AGAIN, 0);
    let finding = tried(&mut left, Duration::ZERO, &mut || true, &mut || {
        tries += 1;
        matches::void("others took its core")
    });
    assert!(finding.is_undecided(), "{finding:?}");
    assert_eq!((tries, left), (1, TRIES_AGAIN));
}

#[test]
fn a_check_is_tried_again_so_often_in_all() {
    let mut left = TRIES_AGAIN;
    let all: u32 = (0..TRIES_AGAIN)
        .map(|_| tried_of(u32::MAX, &mut left).1)
        .sum();
    assert_eq!((all, left), (2 * TRIES_AGAIN, 0));
}
