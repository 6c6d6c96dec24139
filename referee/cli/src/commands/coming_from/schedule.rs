//! Says which engines meet, and how often.

use referee_config::match_files::{PARK_AFTER, quoted};

use super::engine::EngineBot;
use super::foreign_match::{ForeignMatch, Setting};

/// The formats that a command plays; all others take a tournament file.
const COMMANDS: [&str; 3] = ["sprt", "match", "gauntlet"];

/// Returns the format of the tournament, in the referee's word.
pub fn format(wanted: &ForeignMatch, bots: &[EngineBot]) -> Result<&'static str, String> {
    match (wanted.is_test, bots.len(), wanted.format) {
        (true, 2, _) => Ok("sprt"),
        (true, engines, _) => Err(format!("-sprt: found {engines} engines, expected two")),
        (_, _, Some("knockout")) => Ok("knockout"),
        (_, 2, _) => Ok("match"),
        (.., format) => Ok(format.unwrap_or("round-robin")),
    }
}

/// Returns the settings of the format. Sentences about what differs are added to the match.
pub fn settings(
    wanted: &mut ForeignMatch,
    format: &'static str,
    bots: &[EngineBot],
) -> Result<Vec<Setting>, String> {
    let is_command = COMMANDS.contains(&format);
    let by_itself = is_command.then_some(&[][..]);
    let mut settings = vec![Setting::new(by_itself, ("", "format"), quoted(format))];
    settings.extend(length(wanted, format)?);
    if is_command {
        settings.push(Setting::new(by_itself, ("", "park_after"), PARK_AFTER));
    }
    match format {
        "gauntlet" => settings.push(newcomers(wanted, bots)),
        "knockout" if wanted.seeds.is_some() => {
            wanted.tell("-seeds: all engines are seeded, in their order".to_owned());
        }
        _ => {}
    }
    Ok(settings)
}

/// Returns the settings for the number of games.
fn length(wanted: &mut ForeignMatch, format: &'static str) -> Result<Vec<Setting>, String> {
    let usual = if wanted.cutechess { 1 } else { 2 };
    let (rounds, games) = (
        wanted.rounds.unwrap_or(usual),
        wanted.games.unwrap_or(usual),
    );
    if format == "sprt" && wanted.rounds.is_none() {
        wanted.tell("-rounds: without it the test goes on until it is decided".to_owned());
        return Ok(Vec::new());
    }
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
    let is_command = COMMANDS.contains(&format);
    if is_command && wanted.has("start") {
        let starts = even / 2;
        wanted.tell(format!(
            "-openings: no start is used twice, so that the book needs {starts} of them"
        ));
    }
    let per_pair = |games: u32| Setting::new(None, ("", "games_per_pair"), games);
    let in_all = |place| Setting::new(Some(&["-n", &even.to_string()]), place, even);
    Ok(match format {
        "sprt" | "match" => vec![in_all((format, "games"))],
        "gauntlet" => vec![in_all(("", "games_per_pair"))],
        "knockout" => vec![per_pair(games.next_multiple_of(2))],
        _ => {
            let (rounds, games) = if games.is_multiple_of(2) {
                (rounds, games)
            } else {
                (even / 2, 2)
            };
            vec![Setting::new(None, ("", "rounds"), rounds), per_pair(games)]
        }
    })
}

/// Returns the setting for the engines that meet the others.
fn newcomers(wanted: &mut ForeignMatch, bots: &[EngineBot]) -> Setting {
    let wished = wanted.seeds.and_then(|seeds| usize::try_from(seeds).ok());
    let seeds = wished.unwrap_or(1).clamp(1, bots.len() - 1);
    if seeds > 1 {
        wanted.tell(format!(
            "-seeds {seeds}: these engines don't meet each other"
        ));
    }
    let names: Vec<String> = bots[..seeds].iter().map(|bot| quoted(&bot.name)).collect();
    let by_itself = (seeds == 1).then_some(&[][..]);
    Setting::new(
        by_itself,
        ("gauntlet", "newcomers"),
        format!("[{}]", names.join(", ")),
    )
}
