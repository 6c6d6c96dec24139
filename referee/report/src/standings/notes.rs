//! Notes below the tables: sentences, in groups.

use referee_build::jail;
use referee_games::text::quote;
use referee_output::numbers::percent;
use referee_output::text_layout::{count, counts};
use referee_tournament::calibration;

use super::model::{
    ChatterNote, FieldFit, Gone, MeetingRow, Omission, RunReport, StandingsEntry, VoidGame,
};
use crate::Diagnosis;
use crate::chatter::no_messages;
use crate::document::NoteGroup;
use crate::worker_notes::WorkerNotes;

/// Most void games, left-out units, groups or cycles that are listed one by one.
const LISTED: usize = 20;

/// Returns the notes on the standings: the meaning of ratings, and the bots that can't be told apart.
pub fn about_ratings(report: &RunReport) -> NoteGroup {
    let Some(field) = &report.field else {
        return NoteGroup::default();
    };
    let mut lines = vec![
        "rating: Elo from complete pairs or blocks of games, 0 the mean; ± is half of the 95 % \
         interval; P(k): probability of rank k."
            .to_owned(),
    ];
    if let Some(prior) = &field.prior {
        lines.push(format!(
            "The results alone don't bound all ratings, so there is a prior: {prior}."
        ));
    }
    lines.extend(apart(field));
    NoteGroup::new(None, lines)
}

/// Returns what one needs to read the ratings, and the bots that can't be told apart.
pub fn about_ratings_in_short(report: &RunReport) -> NoteGroup {
    let Some(field) = &report.field else {
        return NoteGroup::default();
    };
    let mut lines = vec!["rating: Elo, 0 the mean; ± is half of the 95 % interval.".to_owned()];
    lines.extend(apart(field));
    NoteGroup::new(None, lines)
}

fn apart(field: &FieldFit) -> Vec<String> {
    let group =
        |group: &Vec<String>| format!("Can't be told apart with 95 %: {}.", group.join(", "));
    let mut lines: Vec<String> = field.groups.iter().take(LISTED).map(group).collect();
    lines.extend(more(field.groups.len(), "group"));
    let circle = |[a, b, c]: &[String; 3]| {
        format!("Cycle, each with 95 % at least: {a} beats {b} beats {c} beats {a}.")
    };
    lines.extend(field.cycles.iter().take(LISTED).map(circle));
    lines.extend(more(field.cycles.len(), "cycle"));
    lines
}

/// Returns the notes on bots that played with more than one version.
pub fn versions(report: &RunReport) -> NoteGroup {
    let several = report
        .standings
        .iter()
        .filter(|bot| !bot.versions.is_empty());
    let line = |bot: &StandingsEntry| {
        let versions = count(bot.versions.len() as u64, "version");
        format!("{} played with {versions}: its files changed.", bot.row.bot)
    };
    NoteGroup::new(Some("Versions"), several.map(line).collect())
}

/// Returns the notes on names that people may confuse.
pub fn names(report: &RunReport) -> NoteGroup {
    NoteGroup::new(Some("Names"), report.look_alikes.clone())
}

/// Returns facts of a match of two bots other than strength: the share of draws, and that of the first seat.
pub fn of_match(report: &RunReport) -> Vec<(&'static str, String)> {
    let draws = report.duel.as_ref().and_then(|duel| duel.draws);
    let first = report.seats.first().map(|seat| seat.score);
    let rows = [("drawn games", draws), ("first seat", first)];
    let shown = |(name, share): (_, Option<f64>)| Some((name, format!("{} %", percent(share?))));
    rows.into_iter().filter_map(shown).collect()
}

/// Returns the faults of each bot, by kind.
pub fn faults(report: &RunReport) -> NoteGroup {
    let guilty = report.standings.iter().filter_map(|bot| {
        let faults = match &bot.exam_faults {
            Some(faults) => faults.to_string(),
            None => counts(&bot.row.faults),
        };
        (!bot.row.faults.is_empty()).then(|| format!("{}: {faults}", bot.row.bot))
    });
    NoteGroup::new(Some("Faults"), guilty.collect())
}

/// Returns the bots that wrote lines that are no messages, and what to do about it.
pub fn chatter(report: &RunReport) -> NoteGroup {
    let note = |note: &ChatterNote| {
        let (bot, game, lines) = (&note.bot, note.game, no_messages(note.lines));
        let first = note
            .first
            .as_ref()
            .map(|first| format!(": {}", quote(first)));
        format!(
            "{bot}: {lines}, the first in game {game}{}",
            first.unwrap_or_default()
        )
    };
    let mut lines: Vec<String> = report.chatter.iter().take(LISTED).map(note).collect();
    lines.extend(more(report.chatter.len(), "bot"));
    if !lines.is_empty() {
        lines.push(Diagnosis::Garbage.likely().to_owned());
    }
    NoteGroup::new(Some("Chatter"), lines)
}

/// Returns the number of games and the score of each seat in them.
pub fn games(report: &RunReport) -> NoteGroup {
    if report.games == 0 {
        return NoteGroup::default();
    }
    let seats: Vec<String> = report
        .seats
        .iter()
        .map(|seat| format!("{} {} %", seat.seat, percent(seat.score)))
        .collect();
    let mut games = count(report.games, "game");
    if report.distinct < report.games {
        games += &format!(", {} distinct", report.distinct);
    }
    let mut lines = vec![format!("{games}; points by seat: {}", seats.join(", "))];
    if report.distinct < report.games {
        lines.push(
            "Games that are equal to the move say nothing new: errors count them once.".to_owned(),
        );
    }
    NoteGroup::new(None, lines)
}

/// Returns the note that the run was changed, or not completely checked.
pub fn verification(report: &RunReport) -> NoteGroup {
    NoteGroup::new(None, report.not_verified.iter().cloned().collect())
}

/// Returns the notes on verification, names, faults, games, course, left-out games and sandbox, a sentence each,
/// for output without groups.
pub fn sentences(report: &RunReport) -> Vec<String> {
    let mut faults = faults(report).lines;
    for line in &mut faults {
        line.insert_str(0, "Faults of ");
    }
    let others = [chatter, games, notes, left_out, jail].map(|of| of(report).lines);
    let all = [
        verification(report).lines,
        versions(report).lines,
        names(report).lines,
        faults,
        others.concat(),
    ];
    all.concat()
}

/// Returns the notes on the sandbox (jail) of the run.
pub fn jail(report: &RunReport) -> NoteGroup {
    NoteGroup::new(Some("Jail"), jail::remarks(&report.jails))
}

/// Returns the notes on the sandbox if it had holes, or differed between sessions.
pub fn jail_warnings(report: &RunReport) -> NoteGroup {
    let whole = match &report.jails[..] {
        [jail] => jail.broken.is_empty(),
        jails => jails.is_empty(),
    };
    if whole {
        return NoteGroup::default();
    }
    jail(report)
}

/// Returns the notes on times that can't be trusted.
pub fn clock_warnings(report: &RunReport) -> NoteGroup {
    NoteGroup::new(Some("Clock"), report.crowded.clone())
}

/// Returns the notes on how far the times can be trusted.
pub fn clock(report: &RunReport) -> NoteGroup {
    let errors = report.clocks.iter().take(LISTED).map(calibration::sentence);
    let lines = errors.chain(report.crowded.iter().cloned()).collect();
    NoteGroup::new(Some("Clock"), lines)
}

/// Returns the notes on workers that were left out, or on which games ended otherwise.
pub fn worker_warnings(report: &RunReport) -> NoteGroup {
    workers_of(&report.workers, &[])
}

/// Returns the notes on the workers that played, and on those that were left out.
pub fn workers(report: &RunReport) -> NoteGroup {
    workers_of(&report.workers, &report.workers.played)
}

fn workers_of(workers: &WorkerNotes, played: &[String]) -> NoteGroup {
    let warnings = workers.left_out.iter().chain(&workers.differ);
    let mut lines: Vec<String> = warnings.chain(played).cloned().collect();
    let rest = more(lines.len(), "note");
    lines.truncate(LISTED);
    lines.extend(rest);
    NoteGroup::new(Some("Workers"), lines)
}

/// Returns the notes of the format.
pub fn notes(report: &RunReport) -> NoteGroup {
    NoteGroup::new(Some("Course"), report.notes.clone())
}

/// Returns what is missing from the numbers, with the reasons.
pub fn left_out(report: &RunReport) -> NoteGroup {
    let Omission {
        void,
        units,
        parked,
        withdrawn,
    } = &report.left_out;
    let mut lines = Vec::new();
    if report.void > 0 {
        let annulled = match report.annulled {
            0 => String::new(),
            n => format!(" ({n} annulled)"),
        };
        let games = count(report.void, "game");
        lines.push(format!("Void, so not counted: {games}{annulled}."));
    }
    if report.tried_again > 0 {
        let attempts = count(report.tried_again, "void attempt");
        lines.push(format!("Played again: {attempts}."));
    }
    lines.extend(void.iter().take(LISTED).map(void_game));
    lines.extend(more(void.len(), "void game"));
    lines.extend(units.iter().take(LISTED).map(left_unit));
    lines.extend(more(units.len(), "left-out unit"));
    lines.extend(parked.iter().map(|gone| {
        format!(
            "{} is parked for failing again and again: its games are left out of the ratings{}.",
            gone.bot,
            passed_over(gone)
        )
    }));
    lines.extend(
        withdrawn
            .iter()
            .map(|gone| format!("{} is withdrawn{}.", gone.bot, passed_over(gone))),
    );
    NoteGroup::new(Some("Left out"), lines)
}

fn void_game(game: &VoidGame) -> String {
    let attempt = match game.attempt {
        1 => String::new(),
        n => format!(", attempt {n}"),
    };
    let again = if game.again {
        "; another attempt counts instead"
    } else {
        ""
    };
    let why = game.because.trim_end_matches('.');
    format!("game {}{attempt}: {why}{again}.", game.game)
}

fn left_unit(meeting: &MeetingRow) -> String {
    let MeetingRow { round, deal, bots } = meeting;
    format!(
        "{}, round {round}, deal {deal}: not in ratings and errors, as a game of it is void or \
         nobody started.",
        bots.join(" – ")
    )
}

fn passed_over(gone: &Gone) -> String {
    match gone.skipped {
        0 => String::new(),
        1 => "; 1 game isn't played".to_owned(),
        n => format!("; {n} games aren't played"),
    }
}

fn more(hidden: usize, thing: &str) -> Option<String> {
    let rest = hidden.checked_sub(LISTED).filter(|rest| *rest > 0)?;
    let things = count(rest as u64, thing);
    Some(format!("… and {things} more; --json has them all."))
}
