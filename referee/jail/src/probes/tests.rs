//! Checks that the table covers every guarantee, and that each name belongs to one probe.

use std::collections::BTreeSet;

use super::*;

#[test]
fn every_promise_has_a_probe_and_they_stand_in_its_order() {
    let order = |probe: &Probe| {
        Guarantee::ALL
            .iter()
            .position(|guarantee| *guarantee == probe.promise)
    };
    let places: Vec<_> = PROBES.iter().map(order).collect();
    assert!(places.is_sorted());
    let covered: BTreeSet<_> = places.into_iter().flatten().collect();
    assert_eq!(covered.len(), Guarantee::ALL.len());
}

#[test]
fn names_are_unique_and_words() {
    let names: BTreeSet<&str> = PROBES.iter().map(|probe| probe.name).collect();
    assert_eq!(names.len(), PROBES.len());
    let plain = |c: char| c.is_ascii_lowercase() || c == '-';
    assert!(
        names
            .iter()
            .all(|name| name.chars().all(plain) && *name != STAND)
    );
}

#[test]
fn answers_name_all_that_was_reached() {
    let some = ["a", "b"].map(|text| Some(text.to_owned()));
    assert_eq!(
        ProbeResult::of(some),
        ProbeResult::GotThrough("a, b".to_owned())
    );
    assert_eq!(ProbeResult::of([None, None]), ProbeResult::Held);
}
