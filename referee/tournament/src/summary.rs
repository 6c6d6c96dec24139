//! Describes a tournament as the referee understands it, with all defaults filled in.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::num::NonZeroU32;

use referee_config::{ChangedBots, ConfiguredBot, StartSource, Tournament, limits_table};
use referee_output::sanitize::plain;
use referee_output::text_layout::{count, wrap};
use referee_record::{Adjudication, Pondering, Restart, TimeControl};
use referee_schedule::Format;
use referee_schedule::exam::Exam;
use serde::Serialize;
use serde_json::Value;

use super::differences::chatter;
use super::format;

/// The settings of a tournament, and its bots.
#[derive(Debug, Serialize)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a setting of its own"
)]
pub struct TournamentSummary {
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    game: String,
    options: BTreeMap<String, String>,
    seats: String,
    format: String,
    settings: FormatSummary,
    minutes: Option<NonZeroU32>,
    park_after: Option<NonZeroU32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    changed_bots: Option<ChangedBots>,
    allow_faults: bool,
    seed: u64,
    start: String,
    /// Random plies from the start.
    openings: u32,
    /// Games at the same time; none if the machine decides.
    concurrency: Option<NonZeroU32>,
    oversubscribe: bool,
    cores: NonZeroU32,
    pin: bool,
    restart: Restart,
    legal: bool,
    chatter: &'static str,
    tries: u32,
    limits: BTreeMap<String, Value>,
    pondering: Option<Pondering>,
    #[serde(skip_serializing_if = "Adjudication::is_off")]
    adjudicate: Adjudication,
    bots: Vec<BotSummary>,
}

/// Settings of a format.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum FormatSummary {
    Exam(ExamSummary),
    /// Keys of a tournament file with their values.
    Keys(Value),
}

/// The stages of an exam.
#[derive(Debug, Serialize)]
struct ExamSummary {
    /// Number of questions.
    basics: Option<u64>,
    qualification: Option<QualificationSummary>,
    /// Number of deals.
    main: u64,
}

/// The qualification of an exam.
#[derive(Debug, Serialize)]
struct QualificationSummary {
    /// Number of deals.
    deals: u64,
    examiner: String,
    /// Most errors with which a bot is eligible.
    errors: u32,
}

/// A bot that takes part.
#[derive(Debug, Serialize)]
struct BotSummary {
    name: String,
    /// Whether it is the examiner's, and takes no part itself.
    examiner: bool,
    run: String,
    folder: Option<String>,
    fetch: Option<String>,
    build: Option<String>,
    time: TimeControl,
    /// Its limits, where they aren't those of the tournament.
    limits: Option<BTreeMap<String, Value>>,
}

impl TournamentSummary {
    /// Summarizes a tournament.
    pub fn of(t: &Tournament) -> TournamentSummary {
        TournamentSummary {
            title: t.title.clone(),
            game: t.game.clone(),
            options: t.options.clone(),
            seats: t.seats.iter().collect(),
            format: format::format_name(&t.format),
            settings: match &t.format {
                Format::Exam(exam) => FormatSummary::Exam(ExamSummary::of(exam)),
                other => FormatSummary::Keys(format::keys(other)),
            },
            minutes: t.minutes,
            park_after: t.park_after,
            changed_bots: t.changed_bots,
            allow_faults: t.allow_faults,
            seed: t.seed,
            start: starts(t),
            openings: t.openings,
            concurrency: t.concurrency,
            oversubscribe: t.oversubscribe,
            cores: t.cores,
            pin: t.pin,
            restart: t.restart,
            legal: t.limits.legal,
            chatter: chatter(&t.limits),
            tries: t.limits.tries,
            limits: limits_table(&t.limits),
            pondering: t.pondering,
            adjudicate: t.adjudicate,
            bots: t.bots.iter().map(|bot| BotSummary::of(bot, t)).collect(),
        }
    }

    /// Lists the settings, one per line, then the bots.
    pub fn text(&self) -> anyhow::Result<String> {
        let mut text = String::new();
        if let Some(title) = &self.title {
            writeln!(text, "title           {}", plain(title))?;
        }
        let options = self.options.iter().map(|(k, v)| format!(" {k}={v}"));
        let options: String = options.collect();
        let (game, seats) = (&self.game, &self.seats);
        writeln!(text, "game            {game}{options}, seats {seats}")?;
        writeln!(text, "format          {}", self.format)?;
        self.settings.write(&mut text)?;
        if let Some(minutes) = self.minutes {
            writeln!(text, "minutes         {minutes}")?;
        }
        if let Some(games) = self.park_after {
            writeln!(text, "park_after      {games}")?;
        }
        if let Some(what) = &self.changed_bots {
            writeln!(text, "changed_bots    {}", word(what)?)?;
        }
        if self.allow_faults {
            writeln!(text, "allow_faults    true")?;
        }
        writeln!(text, "seed            {}", self.seed)?;
        writeln!(text, "start           {}", self.start)?;
        writeln!(text, "openings        {} plies", self.openings)?;
        let concurrency = self
            .concurrency
            .map_or("auto".to_owned(), |n| n.to_string());
        writeln!(text, "concurrency     {concurrency}")?;
        if self.oversubscribe {
            writeln!(text, "oversubscribe   true")?;
        }
        writeln!(text, "cores           {}", self.cores)?;
        writeln!(text, "pin             {}", self.pin)?;
        writeln!(text, "restart         {}", word(&self.restart)?)?;
        writeln!(text, "legal           {}", self.legal)?;
        writeln!(text, "chatter         {}", self.chatter)?;
        writeln!(text, "tries           {}", self.tries)?;
        let limits = format!("limits          {}", inline(&self.limits)?);
        writeln!(text, "{}", wrap(&limits, 16))?;
        if let Some(pondering) = &self.pondering {
            writeln!(text, "pondering       {}", word(pondering)?)?;
        }
        if !self.adjudicate.is_off() {
            writeln!(text, "adjudicate      {}", adjudication(&self.adjudicate))?;
        }
        writeln!(text, "bots            {}", self.number_of_bots())?;
        for bot in &self.bots {
            bot.write(&mut text)?;
        }
        Ok(text)
    }

    /// Shows the number of bots that take part; the bots of an examiner are named separately.
    fn number_of_bots(&self) -> String {
        let (staff, others): (Vec<&BotSummary>, Vec<&BotSummary>) =
            self.bots.iter().partition(|bot| bot.examiner);
        let names: Vec<&str> = staff.iter().map(|bot| bot.name.as_str()).collect();
        match names.join(", ") {
            names if names.is_empty() => others.len().to_string(),
            names => format!("{}, and the examiner's: {names}", others.len()),
        }
    }
}

impl FormatSummary {
    /// Writes the settings, or the stages of an exam, one per line.
    fn write(&self, text: &mut String) -> std::fmt::Result {
        match self {
            FormatSummary::Exam(exam) => exam.write(text),
            FormatSummary::Keys(Value::Object(keys)) => {
                for (key, value) in keys.iter().filter(|(_, value)| !value.is_null()) {
                    writeln!(text, "{key:<14}  {}", format::shown(value))?;
                }
                Ok(())
            }
            FormatSummary::Keys(_) => Ok(()),
        }
    }
}

impl ExamSummary {
    fn of(exam: &Exam) -> ExamSummary {
        let basics = exam.basics.as_ref();
        let qualification = exam.qualification.as_ref();
        ExamSummary {
            basics: basics.map(|stage| stage.questions.len() as u64),
            qualification: qualification.map(|stage| QualificationSummary {
                deals: stage.deals.len() as u64,
                examiner: stage.examiner.clone(),
                errors: stage.errors,
            }),
            main: exam.deals.len() as u64,
        }
    }

    fn write(&self, text: &mut String) -> std::fmt::Result {
        if let Some(questions) = self.basics {
            writeln!(text, "basics          {}", count(questions, "question"))?;
        }
        if let Some(stage) = &self.qualification {
            let (deals, examiner) = (count(stage.deals, "deal"), &stage.examiner);
            let errors = count(stage.errors.into(), "error");
            writeln!(
                text,
                "qualification   {deals} against {examiner}, at most {errors}"
            )?;
        }
        writeln!(text, "main            {}", count(self.main, "deal"))
    }
}

impl BotSummary {
    fn of(bot: &ConfiguredBot, t: &Tournament) -> BotSummary {
        let program = &bot.program;
        let words = (program.through.iter())
            .map(|word| word.to_string_lossy())
            .chain([program.executable.to_string_lossy()])
            .chain(program.args.iter().map(|arg| arg.to_string_lossy()));
        let folder = program.origin.as_ref();
        let fetch = bot
            .fetch
            .as_ref()
            .map(|task| shell_words::join(&task.words));
        let build = bot
            .build
            .as_ref()
            .map(|task| shell_words::join(&task.words));
        BotSummary {
            name: bot.name.clone(),
            examiner: t.staff().any(|staff| staff.name == bot.name),
            run: program.at_home(&shell_words::join(words)),
            folder: folder.map(|folder| folder.to_string_lossy().into_owned()),
            fetch,
            build,
            time: bot.time,
            limits: bot
                .limits_under(&t.limits)
                .map(|limits| limits_table(&limits)),
        }
    }

    fn write(&self, text: &mut String) -> anyhow::Result<()> {
        writeln!(text, "  {}", self.name)?;
        // Authors write these, and name their folders.
        writeln!(text, "    run     {}", plain(&self.run))?;
        for (what, value) in [
            ("folder", &self.folder),
            ("fetch ", &self.fetch),
            ("build ", &self.build),
        ] {
            if let Some(value) = value {
                writeln!(text, "    {what}  {}", plain(value))?;
            }
        }
        writeln!(text, "    time    {}", inline(&self.time)?)?;
        if let Some(limits) = &self.limits {
            let limits = format!("    limits  {}", inline(limits)?);
            writeln!(text, "{}", wrap(&limits, 12))?;
        }
        Ok(())
    }
}

fn starts(t: &Tournament) -> String {
    match (&t.starts, t.lines.as_slice()) {
        (StartSource::Default, _) => "default".to_owned(),
        (StartSource::Deal, _) => "deal".to_owned(),
        (StartSource::Book(_), [line]) => line.clone(),
        (StartSource::Book(book), lines) => {
            let of = match book.count() {
                all if (lines.len() as u64) < all => format!(" of {all}"),
                _ => String::new(),
            };
            let order = if book.is_random() {
                ", in an order by the seed"
            } else {
                ""
            };
            format!("{} positions{of}{order}", lines.len())
        }
    }
}

/// Writes when games end before their rules end them, as the options of a match say it.
fn adjudication(rules: &Adjudication) -> String {
    let draw = rules.draw.map(|rule| {
        let (from, moves, score) = (rule.from, rule.moves, rule.score);
        format!("draw {from},{moves},{score}")
    });
    let resign = rules.resign.map(|rule| {
        let both = if rule.both { ",both" } else { "" };
        format!("resign {},{}{both}", rule.moves, rule.score)
    });
    let plies = rules.plies.map(|plies| format!("plies {plies}"));
    let parts = [draw, resign, plies].into_iter().flatten();
    parts.collect::<Vec<_>>().join("; ")
}

/// Writes a value that is one word.
fn word(value: &impl Serialize) -> anyhow::Result<String> {
    Ok(serde_json::to_string(value)?.replace('"', ""))
}

/// Writes a table on one line.
fn inline(value: &impl Serialize) -> anyhow::Result<String> {
    let text = toml::to_string(value)?;
    Ok(text.trim_end().replace(" = ", "=").replace('\n', " "))
}
