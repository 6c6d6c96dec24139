//! What was measured in a game: times, evidence of faults, stderr.

use referee_record::{BotMeasure, Evidence};

use super::Recorded;
use super::list::{mean, ms};
use crate::layout::{WIDTH, count, fold, wrap};
use crate::report::millis;
use crate::sinks::plain;

/// Everything that stands below the pages of a game.
pub fn details(game: &Recorded) -> String {
    let mut parts = vec![times(game)];
    let measured = &game.record.measured;
    parts.extend(measured.evidence.iter().map(|found| evidence(game, found)));
    parts.extend(measured.bots.iter().filter_map(|bot| stderr(game, bot)));
    parts.join("\n")
}

fn times(game: &Recorded) -> String {
    let mut text = "Times\n".to_owned();
    for own in &game.outcome.seats {
        let spent = own.spent;
        let mut line = format!("  {} {}: ", own.seat, plain(&own.bot));
        line += &match mean(spent.sum_ns, spent.moves) {
            None => "no move".to_owned(),
            Some(mean) => format!(
                "{}, {} ms each, {} ms at most",
                count(spent.moves, "move"),
                millis(mean),
                millis(ms(spent.max_ns))
            ),
        };
        text += &format!("{}\n", wrap(&line, 4));
    }
    text
}

fn evidence(game: &Recorded, found: &Evidence) -> String {
    let Evidence {
        seat,
        reason,
        sentence,
        state,
        last_bytes,
        ns,
        first_byte_ns,
        allowed_ns,
        stderr,
        ..
    } = found;
    let bot = bot(game, *seat);
    let mut text = wrap(&format!("{seat} {bot}, {reason}: {}", plain(sentence)), 2) + "\n";
    text += &format!("{}\n", wrap(&format!("  position: {}", plain(state)), 4));
    let first = first_byte_ns.map_or(String::new(), |ns| {
        format!(", its first byte after {} ms", millis(ms(ns)))
    });
    let (used, allowed) = (millis(ms(*ns)), millis(ms(*allowed_ns)));
    text += &format!("  time: {used} of {allowed} ms{first}\n");
    text += &quoted("last bytes", last_bytes);
    text += &quoted("end of stderr", stderr);
    text += &format!("  {}\n", game.why(*seat));
    text
}

fn stderr(game: &Recorded, measured: &BotMeasure) -> Option<String> {
    let (head, tail) = (&measured.stderr_head, &measured.stderr_tail);
    if head.is_empty() && tail.is_empty() {
        return None;
    }
    let bot = bot(game, measured.seat);
    let mut text = format!("stderr of {} {bot}\n", measured.seat);
    text += &quoted("begins", head);
    text += &quoted("ends", tail);
    Some(text)
}

fn bot(game: &Recorded, seat: char) -> String {
    let own = game.outcome.seats.iter().find(|own| own.seat == seat);
    own.map_or_else(String::new, |own| plain(&own.bot))
}

/// What a bot wrote, as it stands, but fit for a terminal; nothing where it wrote nothing.
fn quoted(title: &str, written: &str) -> String {
    if written.is_empty() {
        return String::new();
    }
    let mut text = format!("  {title}:\n");
    for line in written.trim_end_matches('\n').split('\n') {
        let line = plain(line.trim_end_matches('\r'));
        for part in fold(&line, WIDTH - 6) {
            text += format!("    | {part}").trim_end();
            text.push('\n');
        }
    }
    text
}
