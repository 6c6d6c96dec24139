//! Sets which engines meet, how often, in what time and from which starts.

use referee_config::format_time_control;
use referee_config::match_files::{PARK_AFTER, quoted};
use referee_record::TimeControl;
use toml::Value;

use super::engine_keys::EngineBot;
use super::foreign_match::ForeignMatch;

/// Sets the keys of the format, and returns its name. Sentences about what differs are added to the match.
pub fn set_format(wanted: &mut ForeignMatch, bots: &[EngineBot]) -> Result<&'static str, String> {
    // Without a key for all games against an opponent, only a tournament file can say the format.
    let (format, games) = match (wanted.has("sprt"), bots.len(), wanted.format) {
        (true, 2, _) => ("sprt", Some("sprt.games")),
        (true, engines, _) => return Err(format!("-sprt: found {engines} engines, expected two")),
        (_, _, Some("knockout")) => ("knockout", None),
        (_, 2, _) => ("match", Some("match.games")),
        (_, _, Some("gauntlet")) => ("gauntlet", Some("games_per_pair")),
        _ => ("round-robin", None),
    };
    let by_itself = games.map(|_| "");
    wanted.set("format", quoted(format), by_itself);
    if format == "sprt" && wanted.rounds.is_none() {
        wanted.tell("-rounds: without it the test goes on until it is decided");
    } else {
        set_games(wanted, games)?;
    }
    if games.is_some() {
        wanted.set("park_after", PARK_AFTER, by_itself);
    }
    if format == "gauntlet" {
        let seeds = wanted.seeds.unwrap_or(1).clamp(1, bots.len() - 1);
        if seeds > 1 {
            wanted.tell(format!(
                "-seeds {seeds}: these engines don't meet each other"
            ));
        }
        let names: Vec<&str> = bots[..seeds].iter().map(|bot| &*bot.name).collect();
        let by_itself = (seeds == 1).then_some("");
        wanted.set("gauntlet.newcomers", Value::from(names), by_itself);
    } else if format == "knockout" && wanted.seeds.is_some() {
        wanted.tell("-seeds: all engines are seeded, in their order");
    }
    Ok(format)
}

/// Sets the number of games, in this key if there is one.
fn set_games(wanted: &mut ForeignMatch, key: Option<&'static str>) -> Result<(), String> {
    let usual = if wanted.cutechess { 1 } else { 2 };
    let rounds = wanted.rounds.unwrap_or(usual);
    let games = wanted.games.unwrap_or(usual);
    let given = format!("-rounds {rounds} -games {games}");
    let all = rounds.checked_mul(games);
    let Some(even) = all.and_then(|all| all.checked_next_multiple_of(2)) else {
        return Err(format!(
            "{given}: expected at most 4294967294 games of two engines"
        ));
    };
    if all != Some(even) {
        wanted.tell(format!(
            "{given}: each start is played from both sides, which makes {even} games"
        ));
    }
    if let Some(key) = key {
        if wanted.has("start") {
            let starts = even / 2;
            wanted.tell(format!(
                "-openings: no start is used twice, so that the book needs {starts} of them"
            ));
        }
        wanted.set(key, even, Some(&format!("-n {even}")));
    } else if wanted.format == Some("knockout") {
        wanted.set("games_per_pair", games.next_multiple_of(2), None);
    } else {
        let is_even = games.is_multiple_of(2);
        wanted.set("rounds", if is_even { rounds } else { even / 2 }, None);
        wanted.set("games_per_pair", if is_even { games } else { 2 }, None);
    }
    Ok(())
}

/// Sets the time of all bots.
pub fn set_time(wanted: &mut ForeignMatch, time: Option<TimeControl>) -> Result<(), String> {
    let Some(time) = time else {
        wanted.tell("tc=: without a time control it is one second for each move");
        return Ok(());
    };
    let keys = toml::to_string(&time).map_err(|why| why.to_string())?;
    let value = format!("{{ {} }}", keys.trim_end().replace('\n', ", "));
    let words = format!("--tc {}", format_time_control(&time));
    // An option has no margin.
    wanted.set("time", value, Some(&*words).filter(|_| time.margin_ms == 0));
    Ok(())
}

/// Sets how games start without a book, where a tournament file has to say what a command does by itself.
pub fn set_start(wanted: &mut ForeignMatch, format: &str) {
    let is_pair = ["sprt", "match"].contains(&format);
    if wanted.has("start") {
        return;
    }
    if wanted.has("options") {
        if !is_pair {
            wanted.set("start", quoted("deal"), Some(""));
        }
    } else if is_pair || format == "gauntlet" {
        wanted.tell("-openings: without it each pair of games begins with random moves of its own");
        if !is_pair {
            // As `referee match` chooses it for chess.
            wanted.set("openings", 6, Some(""));
        }
    }
}
