//! Checks a tuning, and splits its bot into two sides.

use std::num::NonZeroU32;

use referee_schedule::tune::{Constraint, Gains, Parameter, Tuning};

use super::ConfiguredBot;
use super::place::Refusal;
use super::spec::{BotSpec, ParameterSpec, TournamentSpec};

/// Default number of iterations.
const ITERATIONS: u32 = 400;
/// Default number of pairs in an iteration.
const PAIRS: u32 = 8;
/// Endings of the two sides' names.
const SIDES: [&str; 2] = ["+", "-"];

/// Reads and checks the tuning of a file.
pub(crate) fn tuning(spec: &TournamentSpec) -> Result<Tuning, Refusal> {
    let Some(table) = &spec.tune else {
        let why = "tune: expected what is tuned: write [tune] parameters = [{ name = \"NAME\", start = 5, \
                   min = 0, max = 10 }]";
        return Err(Refusal::key("format", why));
    };
    let parameter = |parameter_spec: &ParameterSpec| Parameter {
        name: parameter_spec.name.clone(),
        integer: parameter_spec.integer,
        start: parameter_spec.start,
        min: parameter_spec.min,
        max: parameter_spec.max,
        step: parameter_spec.step.unwrap_or_else(|| {
            Parameter::usual_step(
                parameter_spec.min,
                parameter_spec.max,
                parameter_spec.integer,
            )
        }),
    };
    let mut constraints = Vec::new();
    for (index, text) in table.constraints.iter().enumerate() {
        let place = format!("tune.constraints.{index}");
        constraints.push(Constraint::read(text).map_err(|why| Refusal::value(place, why))?);
    }
    let iterations = table.iterations.map_or(ITERATIONS, NonZeroU32::get);
    let usual = Gains::usual(iterations);
    let tuning = Tuning {
        parameters: table.parameters.iter().map(parameter).collect(),
        constraints,
        iterations,
        pairs: table.pairs.map_or(PAIRS, NonZeroU32::get),
        gains: Gains {
            rate: table.rate.unwrap_or(usual.rate),
            stability: table.stability.unwrap_or(usual.stability),
            alpha: table.alpha.unwrap_or(usual.alpha),
            gamma: table.gamma.unwrap_or(usual.gamma),
        },
    };
    let refuse = |(key, why): (String, String)| Refusal::value(format!("tune.{key}"), why);
    tuning.check().map_err(refuse)?;
    Ok(tuning)
}

/// Sets the bot of a tuning to its start values: before that, the words in braces have no values.
pub(crate) fn at_start(spec: &BotSpec, tuning: &Tuning) -> BotSpec {
    let start = |parameter: &Parameter| (parameter.name.clone(), parameter.played(parameter.start));
    let house_spec = spec
        .bot
        .as_deref()
        .and_then(|bot| bot.strip_prefix("house:"));
    let name = house_spec.and_then(|house_spec| house_spec.split(',').next());
    BotSpec {
        name: spec.name.clone().or(name.map(str::to_owned)),
        settings: Some(tuning.parameters.iter().map(start).collect()),
        ..spec.clone()
    }
}

/// Returns the two sides of the bot; refuses parameters that the bot has no place for.
pub(crate) fn sides(
    bots: Vec<ConfiguredBot>,
    tuning: &Tuning,
) -> Result<Vec<ConfiguredBot>, Refusal> {
    let [bot] = <[ConfiguredBot; 1]>::try_from(bots).map_err(|bots| {
        let why = format!(
            "tune: one bot plays against itself, but there are {}",
            bots.len()
        );
        Refusal::value("format", why)
    })?;
    let program = &bot.program;
    let words = program
        .args
        .iter()
        .chain(&program.through)
        .chain(program.env.iter().map(|(_, value)| value));
    let words: Vec<String> = words
        .map(|argument| argument.to_string_lossy().into_owned())
        .collect();
    for (index, parameter) in tuning.parameters.iter().enumerate() {
        let place = format!("{{{}}}", parameter.name);
        if !words.iter().any(|argument| argument.contains(&place)) {
            let why = format!(
                "parameter {}: the bot doesn't take it; write {place} in its `bot`, `run`, `args` or \
                 `env`, such as args = [\"--{}={place}\"]",
                parameter.name, parameter.name
            );
            return Err(Refusal::value(format!("tune.parameters.{index}.name"), why));
        }
    }
    let side = |ending: &str| {
        let name: String = bot.name.chars().take(super::bot::NAME_MAX - 1).collect();
        let mut side = bot.clone();
        side.name = name + ending;
        side.program.name.clone_from(&side.name);
        side
    };
    Ok(SIDES.map(side).to_vec())
}
