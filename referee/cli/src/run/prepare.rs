//! Before the first game: bots are built and greeted, and optional ones that can't play are left
//! out.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Result;
use referee_arena::{Greeting, Haven, House, greetings};

use super::programs;
use crate::config::{Refused, Tournament};
use crate::exit::{bad_input, machine};
use crate::plain::plain;
use crate::{build, out};

/// Builds the bots, and goes on without those that are optional and can't be built.
pub async fn build(tournament: &mut Tournament, haven: &Haven) -> Result<()> {
    for refused in build::build(&mut tournament.bots, haven).await? {
        tournament.leave_out(refused);
    }
    Ok(())
}

/// Greets each bot, and goes on without those that are optional and aren't ready: an optional bot
/// that is silent among others is greeted once more, alone.
pub async fn greet(tournament: &mut Tournament, house: House) -> Result<House> {
    let mut unsure = Vec::new();
    for (name, greeting) in ask(tournament, &house, false).await? {
        let bot = tournament.bots.iter().find(|bot| bot.name == name);
        let Some(bot) = bot else { continue };
        match greeting {
            Greeting::Refuses(trouble) if !bot.optional => return Err(bad_input(trouble)),
            Greeting::Refuses(trouble) => tournament.leave_out(Refused {
                name,
                why: trouble.to_string(),
                log: None,
            }),
            Greeting::Silent { .. } if bot.optional => unsure.push(bot.clone()),
            // Whatever else is wrong with a bot is judged in its games.
            Greeting::Ready | Greeting::Silent { .. } | Greeting::Unclear => {}
        }
    }
    let few = House {
        programs: programs(&unsure),
        ..house.clone()
    };
    for (name, greeting) in ask(tournament, &few, true).await? {
        let (why, log) = match greeting {
            Greeting::Refuses(trouble) => (trouble.to_string(), String::new()),
            Greeting::Silent { why, stderr } => (format!("it can't be started: {why}"), stderr),
            Greeting::Ready | Greeting::Unclear => continue,
        };
        let log = Some(log).filter(|log| !log.is_empty());
        tournament.leave_out(Refused { name, why, log });
    }
    Ok(House {
        programs: programs(&tournament.bots),
        ..house
    })
}

/// Says on stderr who was left out, a line each.
pub fn tell_refused(tournament: &Tournament) {
    for refused in &tournament.refused {
        out::remark(&plain(&refused.to_string()));
    }
}

async fn ask(
    tournament: &Tournament,
    house: &House,
    alone: bool,
) -> Result<BTreeMap<String, Greeting>> {
    let waiting = Waiting(Some(Arc::clone(&house.stop)));
    let (house, game, limits) = (house.clone(), tournament.game.clone(), tournament.limits);
    let asked = tokio::task::spawn_blocking(move || greetings(&house, &game, &limits, alone));
    let asked = asked.await.map_err(machine);
    waiting.over();
    asked
}

/// Somebody who waits for greetings; when they are gone before these are over, nobody needs more.
struct Waiting(Option<Arc<AtomicBool>>);

impl Waiting {
    fn over(mut self) {
        self.0 = None;
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        if let Some(stop) = &self.0 {
            stop.store(true, Ordering::Relaxed);
        }
    }
}
