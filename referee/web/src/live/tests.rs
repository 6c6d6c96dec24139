//! Tests of the stream: a reader gets everything once, in order, and a fresh start where it missed something.

use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::FutureExt;
use referee_games::GameSource;

use super::{EventStream, LiveGames, StreamEvent, StreamReader};
use crate::model::RunStatus;

fn say(feed: &EventStream, lead: &str, now: Instant) {
    let standing = RunStatus {
        lead: lead.to_owned(),
        ..RunStatus::default()
    };
    feed.look(
        &LiveGames::new(GameSource::built_in()),
        str::to_owned,
        Some(Arc::new(standing)),
        now,
    );
}

/// Returns the events so far: their names, and for the status of the run its lead.
fn heard(reader: &mut StreamReader) -> Vec<(u64, String)> {
    let describe = |event: StreamEvent| {
        let data: serde_json::Value = serde_json::from_str(&event.data).expect("JSON");
        let lead = data["lead"].as_str().unwrap_or(event.name);
        (event.id, lead.to_owned())
    };
    std::iter::from_fn(|| reader.next().now_or_never().flatten().map(describe)).collect()
}

fn words(events: &[(u64, String)]) -> Vec<&str> {
    events.iter().map(|(_, lead)| lead.as_str()).collect()
}

#[test]
fn who_comes_gets_all_as_it_stands_and_then_what_changes() {
    let (feed, now) = (EventStream::new(Duration::ZERO), Instant::now());
    let mut first = feed.read(None);
    say(&feed, "one", now);
    say(&feed, "two", now);
    assert_eq!(words(&heard(&mut first)), ["begin", "one", "two"]);
    let mut second = feed.read(None);
    assert_eq!(words(&heard(&mut second)), ["begin", "two"]);
    say(&feed, "three", now);
    for reader in [&mut first, &mut second] {
        assert_eq!(words(&heard(reader)), ["three"]);
    }
}

#[test]
fn who_comes_back_gets_what_was_missed() {
    let (feed, now) = (EventStream::new(Duration::ZERO), Instant::now());
    let mut reader = feed.read(None);
    say(&feed, "one", now);
    let (last, _) = heard(&mut reader).pop().expect("an event");
    drop(reader);
    let _other = feed.read(None);
    say(&feed, "two", now);
    say(&feed, "three", now);
    assert_eq!(words(&heard(&mut feed.read(Some(last)))), ["two", "three"]);
    // A number that was never given out isn't trusted.
    assert_eq!(
        words(&heard(&mut feed.read(Some(last + 100)))),
        ["begin", "three"]
    );
}

#[test]
fn who_falls_behind_begins_anew() {
    let (feed, now) = (EventStream::new(Duration::ZERO), Instant::now());
    let mut slow = feed.read(None);
    for number in 0..1000 {
        say(&feed, &number.to_string(), now);
    }
    let events = heard(&mut slow);
    assert!(events.len() < 10, "{}", events.len());
    assert_eq!(words(&events[1..]), ["begin", "999"]);
    say(&feed, "last", now);
    assert_eq!(words(&heard(&mut slow)), ["last"]);
}

#[test]
fn while_nobody_reads_nothing_is_kept() {
    let (feed, now) = (EventStream::new(Duration::ZERO), Instant::now());
    let mut reader = feed.read(None);
    say(&feed, "one", now);
    let (last, _) = heard(&mut reader).pop().expect("an event");
    assert!(feed.is_read());
    drop(reader);
    assert!(!feed.is_read());
    // Events may have been missed meanwhile.
    assert_eq!(words(&heard(&mut feed.read(Some(last)))), ["begin"]);
}

#[test]
fn what_is_told_later_is_told_then() {
    let delay = Duration::from_mins(1);
    let (feed, now) = (EventStream::new(delay), Instant::now());
    assert!(feed.is_read(), "it has to look now");
    say(&feed, "one", now);
    say(&feed, "two", now + delay / 2);
    let mut reader = feed.read(None);
    assert_eq!(words(&heard(&mut reader)), ["begin"]);
    assert!(feed.standing().is_none());
    feed.look(
        &LiveGames::new(GameSource::built_in()),
        str::to_owned,
        None,
        now + delay,
    );
    assert_eq!(words(&heard(&mut reader)), ["one"]);
    assert_eq!(feed.standing().expect("a standing").lead, "one");
    feed.look(
        &LiveGames::new(GameSource::built_in()),
        str::to_owned,
        None,
        now + 2 * delay,
    );
    assert_eq!(words(&heard(&mut reader)), ["two"]);
}
