//! Playing what was ordered, and ending with its block.

use std::path::PathBuf;

use referee_store::Run;

use super::field;
use super::model::Match;
use super::order::{Order, OrderArgs, here};
use super::text;
use crate::exit::{Exit, bad_input, machine};
use crate::run::{self, Closed, Settings};
use crate::{config, out};

/// What was ordered, and how it is played.
pub struct Asked {
    /// The tournament.
    pub order: Order,
    /// How.
    pub args: OrderArgs,
    /// In a gauntlet, the starts that a newcomer needs.
    pub starts: Option<u64>,
}

/// Plays it to its end, or until it is interrupted.
pub fn play(asked: Asked) -> anyhow::Result<Exit> {
    let Asked {
        order,
        args,
        starts,
    } = asked;
    let jail = args.jail.wanted();
    let refuse = |why: String| bad_input(format!("{}: {why}", order.title));
    let mut tournament = config::of_text(&order.text, here(), jail.said()).map_err(refuse)?;
    tournament.concurrency = args.concurrency;
    if let Some(starts) = starts {
        run::look_at_so_many(&mut tournament, starts).map_err(refuse)?;
    }
    let settings = Settings {
        file: PathBuf::from(&order.title),
        out: order.out,
        log: None,
        new: args.new,
        extend: false,
        changed: args.changed_bots,
        fetch: args.allow_fetch,
        anew: false,
        jail,
    };
    let finished = run::runtime()?.block_on(run::run(tournament, settings))?;
    let played = Run::open(&finished.path).map_err(machine)?;
    let (exit, told) = match Match::of(&played, Some(finished.closed))? {
        Some(found) if args.json => (found.exit(), serde_json::to_string_pretty(&found)?),
        Some(found) => (found.exit(), text::block(&found)),
        None => field::told(&played, args.json)?,
    };
    out::text(&told)?;
    let tallies = played.tallies().map_err(machine)?;
    for line in run::fault_lines(&played, tallies.main())? {
        out::remark(&line);
    }
    Ok(match finished.closed {
        Closed::Interrupted if exit == Exit::Fine => Exit::Interrupted,
        _ => exit,
    })
}
