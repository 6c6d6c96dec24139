//! A student's report: the result of every game, and the reason for each one lost by a fault.
//!
//! Only the student gets it. It shows the aliases and results of others, but nothing that they wrote.

use referee_build::jail;
use referee_output::text_layout::count;
use referee_record::FaultKind;
use referee_schedule::exam::{BASICS, MAIN, QUALIFICATION};
use referee_store::Ruling;

use super::exam_data::{ExamGame, ExamGameEnd};
use super::fault::{deal_number, lines, notes, place};
use super::folder::Folder;
use super::points::sentence;
use super::results::ExamResults;
use super::row::{ExamRow, StageStatus, is_right};
use crate::columns::Columns;
use crate::document::{Block, Document, Section, markdown, text};

/// Most deals for which the table of opponents has a column each.
const DEALS_SHOWN: usize = 12;

/// The number of a question, its name, the answer, and how that is judged.
type AnswerRow = (usize, Option<String>, String, &'static str);

/// Writes a text file and a Markdown file for each student on the list, named by id.
pub fn write(results: &ExamResults, folder: &mut Folder) -> anyhow::Result<()> {
    for row in &results.rows {
        let name = folder.name(&row.person.id);
        let report = report(results, row);
        folder.write(&format!("{name}.txt"), &text::document(&report))?;
        folder.write(&format!("{name}.md"), &markdown::document(&report))?;
    }
    Ok(())
}

/// Returns the report of a student.
pub(super) fn report(results: &ExamResults, row: &ExamRow) -> Document {
    let person = &row.person;
    let mut parts = vec![
        Block::Text(format!(
            "{}; others know you as {}.",
            person.id, person.alias
        )),
        Block::Text(verdict(results, row)),
    ];
    if results.stages.any() {
        parts.push(Block::Text(sentence(results, row)));
    }
    if !results.course.complete {
        parts.push(Block::Text(
            "The exam isn't finished: games are missing, and this may change.".to_owned(),
        ));
    }
    let not_verified = results.course.not_verified.iter().cloned();
    parts.extend(not_verified.map(Block::Text));
    let jails = jail::jails_of(&results.course.header);
    parts.extend(jail::remarks(&jails).into_iter().map(Block::Text));
    if let StageStatus::Refused { why, log } = &row.standing {
        parts.push(Block::Verbatim(format!("{why}\n{log}")));
    }
    Document {
        title: format!("Exam: {}", person.name),
        sections: vec![
            Section::new("", parts),
            Section::new(
                format!("Basics: {} of {}", row.basics, row.questions),
                basics(results, row),
            ),
            Section::new("Qualification", qualification(results, row)),
            Section::new("Main stage", main(results, row)),
            Section::new("Games lost by a fault", faults(results, row)),
            Section::new("Rulings", rulings(results, row)),
        ],
    }
}

fn verdict(results: &ExamResults, row: &ExamRow) -> String {
    let mark = row.grade.mark;
    let Some(rank) = row.rank else {
        let why = row.why(results.allowed()).unwrap_or_default();
        return if matches!(row.standing, StageStatus::Refused { .. }) {
            format!("Mark {mark}: your bot took no part, since it could not be started or built.")
        } else {
            format!("Mark {mark}: you weren't in the main stage ({why}).")
        };
    };
    let ranked = results.rows.iter().filter(|row| row.rank.is_some()).count();
    let (counts, points) = (row.results, count(row.grade.score, "point"));
    let games = count(counts.games(), "game");
    let normalized = row.grade.normalized;
    let normalized = normalized.map_or(String::new(), |n| format!(", normalized {n:.2}"));
    format!(
        "Mark {mark}: {points} in {games}{normalized}; {} won, {} drawn, {} lost; rank {rank} of \
         {ranked}.",
        counts.wins, counts.draws, counts.losses
    )
}

/// Returns the questions with the answers of the student.
fn basics(results: &ExamResults, row: &ExamRow) -> Vec<Block> {
    let bot = &row.person.id;
    let asked = results
        .course
        .exam
        .basics
        .iter()
        .flat_map(|stage| &stage.questions);
    let line = |(i, game): (usize, &ExamGame)| {
        let number = deal_number(&results.course, game);
        let question = asked.clone().nth(number.saturating_sub(1));
        let answer = game.answer.clone();
        let failed = || {
            let result = game
                .seat(bot)
                .and_then(|seat| game.outcome.verdict.seat(seat));
            let fault = result.and_then(|result| result.fault);
            fault.map_or("-", FaultKind::text).to_owned()
        };
        let right = match (game.outcome.counts(), is_right(&results.course, game)) {
            (false, _) => "void",
            (_, true) => "right",
            _ => "wrong",
        };
        (
            i + 1,
            question.map(|question| question.name.clone()),
            answer.unwrap_or_else(failed),
            right,
        )
    };
    let games = results.course.games_of(bot, BASICS).enumerate();
    let rows: Vec<AnswerRow> = games.map(line).collect();
    if rows.is_empty() {
        return Vec::new();
    }
    let mut columns = Columns::<AnswerRow>::default();
    columns.people("#", |(number, ..)| *number);
    columns
        .people("question", |(_, question, ..)| question.clone())
        .left();
    columns.people("answer", |(_, _, answer, _)| answer.clone());
    columns.people("", |(.., right)| *right);
    vec![Block::Table(columns.table(&rows))]
}

/// Returns the games against the examiner's bots.
fn qualification(results: &ExamResults, row: &ExamRow) -> Vec<Block> {
    let bot = &row.person.id;
    let games: Vec<&ExamGame> = results.course.games_of(bot, QUALIFICATION).collect();
    if games.is_empty() {
        return Vec::new();
    }
    let most = results.allowed().unwrap_or(0);
    let mut said = format!("{}; at most {most} allowed.", count(row.errors, "error"));
    if row.void > 0 {
        said += &format!(
            " {} that didn't count, which isn't held against you.",
            count(row.void, "game")
        );
    }
    vec![Block::Text(said), opponents(results, bot, QUALIFICATION)]
}

/// Returns the games against the other eligible bots.
fn main(results: &ExamResults, row: &ExamRow) -> Vec<Block> {
    let bot = &row.person.id;
    if results.course.games_of(bot, MAIN).next().is_none() {
        return Vec::new();
    }
    vec![
        opponents(results, bot, MAIN),
        Block::Text(
            "A column a deal: first the game in seat A, then that in seat B. W won, D drawn, L \
             lost, E lost by a fault of your own, v void."
                .to_owned(),
        ),
    ]
}

/// Returns a table with a row for each opponent, the best first, and the results of each deal by seat.
fn opponents(results: &ExamResults, bot: &str, stage: &str) -> Block {
    let course = &results.course;
    let games = course.games_of(bot, stage);
    let stands = |game: &&ExamGame| course.replacement(game.outcome.number).is_none();
    let games: Vec<&ExamGame> = games.filter(stands).collect();
    let ranked = results.rows.iter().map(|row| row.person.id.as_str());
    let mut names: Vec<&str> = ranked.collect();
    let staff = course.plan.bots.iter().map(|bot| bot.name.as_str());
    names.extend(staff.filter(|name| course.exam.is_staff(name)));
    names.retain(|name| games.iter().any(|game| game.opponent(bot) == *name));
    let deals = games.iter().map(|game| deal_number(course, game));
    let deals = deals.max().unwrap_or(0);
    let shown = if deals <= DEALS_SHOWN { deals } else { 0 };
    let met = |name: &str, is_one: &dyn Fn(&ExamGame) -> bool| {
        let met = games.iter().filter(|game| game.opponent(bot) == name);
        met.copied().filter(|game| is_one(game)).collect::<Vec<_>>()
    };
    let of_deal = |name: &str, deal: usize| {
        let played = met(name, &|game| deal_number(course, game) == deal);
        let mut seated: Vec<(Option<char>, ExamGameEnd)> = played
            .into_iter()
            .map(|game| (game.seat(bot), game.end(bot)))
            .collect();
        seated.sort_by_key(|(seat, _)| *seat);
        let letters = seated.into_iter().map(|(_, end)| end.letter());
        letters.collect::<String>()
    };
    let mut columns = Columns::<(usize, &str)>::default();
    columns.people("#", |(number, _)| *number);
    columns
        .people("opponent", |(_, name)| results.alias(name).to_owned())
        .left();
    for deal in 1..=shown {
        columns.people(deal.to_string(), move |(_, name)| of_deal(name, deal));
    }
    let counts: [(&str, &[ExamGameEnd]); 4] = [
        ("W", &[ExamGameEnd::Win]),
        ("D", &[ExamGameEnd::Draw]),
        ("L", &[ExamGameEnd::Loss, ExamGameEnd::Error]),
        ("faults", &[ExamGameEnd::Error]),
    ];
    for (head, ends) in counts {
        columns.people(head, move |(_, name)| {
            met(name, &|game| ends.contains(&game.end(bot))).len()
        });
    }
    Block::Table(columns.table(&(1..).zip(names).collect::<Vec<_>>()))
}

/// Returns the rulings on the student's games, with their reasons.
fn rulings(results: &ExamResults, row: &ExamRow) -> Vec<Block> {
    let (course, bot) = (&results.course, &row.person.id);
    let sentence = |ruling: &Ruling| {
        let game = course.games.get(&ruling.number)?;
        let place = place(course, game, bot, results.alias(game.opponent(bot)))?;
        let what = match (ruling.replay, game.outcome.attempt > ruling.attempt) {
            (true, true) => "was played again".to_owned(),
            (true, false) => "is to be played again".to_owned(),
            (false, _) => match course.replacement(ruling.number) {
                Some(again) => format!("was played again as game {}", again.outcome.number),
                None => "doesn't count".to_owned(),
            },
        };
        let (number, why) = (ruling.number, ruling.because.trim_end_matches('.'));
        Some(Block::Text(format!(
            "Game {number} ({place}) {what}: {why}."
        )))
    };
    course.rulings.iter().filter_map(sentence).collect()
}

/// Returns every game lost by a fault, with its evidence.
fn faults(results: &ExamResults, row: &ExamRow) -> Vec<Block> {
    let (course, bot) = (&results.course, &row.person.id);
    let lost = course
        .games
        .values()
        .filter(|game| game.end(bot) == ExamGameEnd::Error);
    let mut parts = Vec::new();
    for game in lost {
        let alias = results.alias(game.opponent(bot));
        for note in notes(course, game, bot, alias) {
            let fault_reason = &note.evidence.reason;
            parts.push(Block::Text(format!(
                "Game {}: {fault_reason}; {}.",
                note.number, note.place
            )));
            let evidence_entries = lines(note.evidence).into_iter();
            let evidence_lines = evidence_entries
                .map(|(what, value)| format!("{what}: {}", value.replace('\n', "\n  ")));
            let commands = note.commands.iter().map(|command| format!("$ {command}"));
            let all_lines: Vec<String> = evidence_lines.chain(commands).collect();
            parts.push(Block::Verbatim(all_lines.join("\n")));
        }
    }
    if !parts.is_empty() {
        let about = "Of the commands, the first is for whoever has the run. The second is for you: it \
                     starts YOUR-BOT, the folder of your bot, in that position; bot.toml in it says how \
                     the bot is run, such as run = \"python3 bot.py\".";
        let counts = Block::Text(format!("{}.", row.faults));
        parts.splice(0..0, [counts, Block::Text(about.to_owned())]);
    }
    parts
}
