//! Shows a tournament as the referee understands it, with all defaults filled in.

use std::fmt::Write;

use referee_config::{ConfiguredBot, Tournament, whole};
use referee_output::text_layout;
use referee_record::StartFrom;
use referee_schedule::Format;
use referee_schedule::exam::Exam;
use serde_json::Value;

use super::differences::chatter;
use super::format;

/// Lists the settings, one per line, then the bots.
pub fn summary(t: &Tournament) -> anyhow::Result<String> {
    let mut text = String::new();
    let options = t.options.iter().map(|(k, v)| format!(" {k}={v}"));
    let options: String = options.collect();
    let concurrency = t.concurrency.map_or("auto".to_owned(), |n| n.to_string());
    writeln!(
        text,
        "game            {}{options}, seats {}",
        t.game,
        t.seats.iter().collect::<String>()
    )?;
    writeln!(text, "format          {}", format::format_name(&t.format))?;
    if let Format::Exam(exam) = &t.format {
        stages(&mut text, exam)?;
    } else if let Value::Object(keys) = format::keys(&t.format) {
        for (key, value) in keys.iter().filter(|(_, value)| !value.is_null()) {
            writeln!(text, "{key:<14}  {}", format::shown(value))?;
        }
    }
    if let Some(minutes) = t.minutes {
        writeln!(text, "minutes         {minutes}")?;
    }
    if let Some(games) = t.park_after {
        writeln!(text, "park_after      {games}")?;
    }
    writeln!(text, "seed            {}", t.seed)?;
    writeln!(text, "start           {}", starts(t))?;
    writeln!(text, "openings        {} plies", t.openings)?;
    writeln!(text, "concurrency     {concurrency}")?;
    if t.oversubscribe {
        writeln!(text, "oversubscribe   true")?;
    }
    writeln!(text, "cores           {}", t.cores)?;
    writeln!(text, "pin             {}", t.pin)?;
    writeln!(text, "restart         {}", serialized(&t.restart)?)?;
    writeln!(text, "legal           {}", t.limits.legal)?;
    writeln!(text, "chatter         {}", chatter(&t.limits))?;
    writeln!(text, "tries           {}", t.limits.tries)?;
    let limits = format!("limits          {}", inline(&whole(&t.limits))?);
    writeln!(text, "{}", text_layout::wrap(&limits, 16))?;
    if let Some(pondering) = &t.pondering {
        writeln!(text, "pondering       {}", serialized(pondering)?)?;
    }
    writeln!(text, "bots            {}", bots(t))?;
    for bot in &t.bots {
        describe(&mut text, bot)?;
        if let Some(bot_limits) = bot.limits_under(&t.limits) {
            let limits = format!("    limits  {}", inline(&whole(&bot_limits))?);
            writeln!(text, "{}", text_layout::wrap(&limits, 12))?;
        }
    }
    if !t.refused.is_empty() {
        writeln!(text, "left out        {}", t.refused.len())?;
    }
    Ok(text)
}

/// Shows the number of bots that take part; the bots of an examiner are named separately.
fn bots(t: &Tournament) -> String {
    let (staff, others): (Vec<&ConfiguredBot>, Vec<&ConfiguredBot>) =
        t.bots.iter().partition(|bot| match &t.format {
            Format::Exam(exam) => exam.is_staff(&bot.name),
            _ => false,
        });
    let names: Vec<&str> = staff.iter().map(|bot| bot.name.as_str()).collect();
    match names.join(", ") {
        names if names.is_empty() => others.len().to_string(),
        names => format!("{}, and the examiner's: {names}", others.len()),
    }
}

/// Writes the stages of an exam, one per line.
fn stages(text: &mut String, exam: &Exam) -> std::fmt::Result {
    if let Some(stage) = &exam.basics {
        let questions = text_layout::count(stage.questions.len() as u64, "question");
        writeln!(text, "basics          {questions}")?;
    }
    if let Some(stage) = &exam.qualification {
        let (deals, errors) = (
            stage.deals.len(),
            text_layout::count(stage.errors.into(), "error"),
        );
        let examiner = &stage.examiner;
        writeln!(
            text,
            "qualification   {deals} deals against {examiner}, at most {errors}"
        )?;
    }
    writeln!(text, "main            {} deals", exam.deals.len())
}

fn starts(t: &Tournament) -> String {
    match t.starts.as_slice() {
        [StartFrom::Default] => "default".to_owned(),
        [StartFrom::Deal] => "deal".to_owned(),
        [StartFrom::State(line)] => line.clone(),
        several => format!("{} positions", several.len()),
    }
}

fn describe(text: &mut String, bot: &ConfiguredBot) -> anyhow::Result<()> {
    let program = &bot.program;
    let words = std::iter::once(program.executable.to_string_lossy())
        .chain(program.args.iter().map(|arg| arg.to_string_lossy()));
    let run = program.at_home(&shell_words::join(words));
    writeln!(text, "  {}", bot.name)?;
    writeln!(text, "    run     {run}")?;
    if let Some(folder) = &program.origin {
        writeln!(text, "    folder  {}", folder.display())?;
    }
    for (what, task) in [("fetch", &bot.fetch), ("build", &bot.build)] {
        if let Some(task) = task {
            writeln!(text, "    {what}   {}", shell_words::join(&task.words))?;
        }
    }
    writeln!(text, "    time    {}", inline(&bot.time)?)?;
    Ok(())
}

/// Serializes a value that is written as one word.
fn serialized<T: serde::Serialize>(value: &T) -> anyhow::Result<String> {
    Ok(serde_json::to_string(value)?.replace('"', ""))
}

/// Writes a table on one line.
fn inline<T: serde::Serialize>(value: &T) -> anyhow::Result<String> {
    let text = toml::to_string(value)?;
    Ok(text.trim_end().replace(" = ", "=").replace('\n', " "))
}
