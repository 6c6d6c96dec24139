//! Measurements of a game: times, evidence of faults, stderr.

use referee_output::numbers::millis;
use referee_output::sanitize::plain;
use referee_output::text_layout::{WIDTH, count, fold, wrap};
use referee_record::{BotMeasure, Evidence};

use super::RecordedGame;
use super::list::{mean, ms};
use crate::chatter;

/// Returns everything that is shown below the pages of a game.
pub fn details(game: &RecordedGame) -> String {
    let mut parts = vec![times(game)];
    let measured = &game.record.measured;
    parts.extend(measured.evidence.iter().map(|fault| evidence(game, fault)));
    parts.extend(measured.bots.iter().filter_map(|bot| stderr(game, bot)));
    parts.join("\n")
}

fn times(game: &RecordedGame) -> String {
    let mut text = "Times\n".to_owned();
    for seated in &game.outcome.seats {
        let spent = seated.spent;
        let mut line = format!("  {} {}: ", seated.seat, plain(&seated.bot));
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
    for measured in &game.record.measured.bots {
        if let Some(chatter) = chatter::of_game(measured) {
            let line = format!(
                "  {} {}: {}",
                measured.seat,
                bot(game, measured.seat),
                plain(&chatter)
            );
            text += &format!("{}\n", wrap(&line, 4));
        }
    }
    if let Some(worker) = &game.record.measured.worker {
        text += &format!("  on worker {}\n", plain(worker));
    }
    text
}

fn evidence(game: &RecordedGame, fault: &Evidence) -> String {
    let Evidence {
        seat,
        reason,
        sentence,
        state,
        last_bytes,
        ns,
        first_byte_ns,
        allowed_ns,
        earlier,
        stderr,
        ..
    } = fault;
    let bot = bot(game, *seat);
    let mut text = wrap(&format!("{seat} {bot}, {reason}: {}", plain(sentence)), 2) + "\n";
    text += &format!("{}\n", wrap(&format!("  position: {}", plain(state)), 4));
    let first = first_byte_ns.map_or(String::new(), |ns| {
        format!(", its first byte after {} ms", millis(ms(ns)))
    });
    let (used, allowed) = (millis(ms(*ns)), millis(ms(*allowed_ns)));
    text += &format!("  time: {used} of {allowed} ms{first}\n");
    for before in earlier {
        let (late, taken) = (ms(before.late_ns), ms(before.shares.taken_ns()));
        let (late, taken) = (millis(late), millis(taken));
        let attempt = before.attempt;
        let line = format!("  attempt {attempt}: {late} ms late; {taken} ms were taken from it");
        text += &format!("{}\n", wrap(&line, 4));
    }
    text += &quoted("last bytes", last_bytes);
    text += &quoted("end of stderr", stderr);
    text += &format!("  {}\n", game.why(*seat));
    text
}

fn stderr(game: &RecordedGame, measured: &BotMeasure) -> Option<String> {
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

fn bot(game: &RecordedGame, seat: char) -> String {
    let seated = game.outcome.seats.iter().find(|seated| seated.seat == seat);
    seated.map_or_else(String::new, |seated| plain(&seated.bot))
}

/// Quotes output of a bot line by line, made safe for a terminal; empty if there is none.
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
