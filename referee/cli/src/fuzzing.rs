//! Entry points for fuzz targets: everything in this crate that reads untrusted files and lines, without the
//! file access and printing around it. Compiled with `--cfg fuzzing` only.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::path::Path;

use clap::Parser;
use referee_checks::{InputLine, InputLines, RulesSession, SessionReply};
use referee_config as config;
use referee_games::{GameKind, GameSource, Rules};
use referee_record::{Outcome, Record};
use referee_report::exam::{self, Audience, ExamResults};
use referee_report::game_view::{self, RecordedGame};
use referee_report::standings::{RunReport, markdown, tables, text};
use referee_report::why::Why;
use referee_store::Run;
use referee_tournament::verify;

use crate::commands::stats;

/// The result of reading: nothing, or the reason why the input is rejected.
pub type Read = Result<(), String>;

#[derive(Parser)]
struct Stats {
    #[command(flatten)]
    args: stats::StatsArgs,
}

fn done<T>(result: Result<T, impl Display>) -> Read {
    result.map(drop).map_err(|why| format!("{why:#}"))
}

/// Parses a tournament file and finds its bots.
pub fn tournament(text: &str, folder: &Path) -> Read {
    let file = config::TournamentFile::of_text(text, "fuzzed", folder, None);
    // The program of a game isn't started.
    let builtin = file.and_then(|file| file.resolve(GameSource::built_in()));
    done(builtin)
}

/// Parses the marks of a tournament file.
pub fn marking(text: &str) -> Read {
    done(config::marking(text))
}

/// Parses a `bot.toml`.
pub fn bot_file(text: &str) -> Read {
    done(config::parse_bot(text))
}

/// Parses a file of state lines.
pub fn starts(text: &str, rules: &dyn Rules) -> Read {
    done(config::parse_starts(text, rules))
}

/// Parses a roster.
pub fn roster(bytes: &[u8]) -> Read {
    done(referee_config::parse_roster(bytes))
}

/// Runs `referee stats` with these arguments.
pub fn calculate(words: &[&str]) -> Read {
    let stats = Stats::try_parse_from([&["stats"], words].concat()).map_err(|e| e.to_string())?;
    done(stats.args.answer())
}

/// Answers the lines of a session about the rules of a game; `hear` is called with every answer.
pub fn session(
    kind: &'static dyn GameKind,
    options: BTreeMap<String, String>,
    input: &[u8],
    mut hear: impl FnMut(&str),
) -> Read {
    let mut session = RulesSession::new(kind, options).map_err(|e| e.to_string())?;
    let mut lines = InputLines::new(input);
    while let Some(line) = lines.next_line().map_err(|e| e.to_string())? {
        let reply = match line {
            InputLine::Text(text) => session.answer(&text),
            InputLine::Refused(why) => SessionReply::error(why),
        };
        let Some(text) = reply.text() else { break };
        hear(&text);
    }
    Ok(())
}

/// Renders a record in every available format.
pub fn show(record: Record) -> Read {
    let outcome = Outcome::of(&record);
    game_view::row(&outcome, None);
    game_view::line(&outcome, "run.db");
    let game = RecordedGame {
        record,
        outcome,
        run: "run.db".to_owned(),
    };
    game_view::details(&game);
    let rules = game
        .rules(&GameSource::built_in())
        .map_err(|e| format!("{e:#}"))?;
    if let Ok(why) = Why::of(&*rules, &game, None, "run.db") {
        why.text();
    }
    done(game_view::log(&*rules, &game.record))?;
    let pages = game_view::pages(&*rules, &game).map_err(|e| format!("{e:#}"))?;
    pages.iter().for_each(|page| drop(page.whole()));
    Ok(())
}

/// Checks a results file, and makes every table of it.
pub fn results(path: &Path) -> Read {
    let run = Run::open(path).map_err(|e| e.to_string())?;
    drop(verify(&run, &GameSource::built_in()));
    if let Ok(report) = RunReport::of(&run, referee_stats::MAIN, u64::MAX) {
        text::whole(&report, true);
        markdown::standings(&report, false);
        markdown::crosstable(&report);
        done(tables::standings_csv(&report.standings, true))?;
        done(tables::crosstable_csv(&report))?;
    }
    let results = ExamResults::read(path, None).map_err(|e| format!("{e:#}"))?;
    for audience in [Audience::Instructor, Audience::Public] {
        exam::text(&results, audience);
        exam::markdown(&results, audience);
        exam::json(&results, audience);
        done(exam::csv(&results, audience))?;
    }
    Ok(())
}
