//! The tested bot, built, and where its processes belong to.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use anyhow::Result;
use referee_arena::{Haven, House};
use referee_record::Limits;

use super::plan::Plan;
use crate::build::{self, Wishes};
use crate::config::{BotSpec, Builds, Entrant, Places, Terms, check_games, entrant};
use crate::conformance::{BOT, Notes, OPPONENT, Subject};
use crate::exit::{bad_input, interrupted, machine};
use crate::jail;
use crate::jail::Wanted;
use crate::run::{self, Signals};

/// Who is asked, who sits at the other seats, and what they live in.
#[derive(Clone)]
pub struct Bench {
    /// The bots by what they are here: [`BOT`] and [`OPPONENT`].
    pub house: House,
}

/// A bot that a file names, under its own name.
pub fn named(bot: &str, folder: &Path, places: Places) -> Result<Entrant> {
    let spec = BotSpec {
        bot: Some(bot.to_owned()),
        ..BotSpec::default()
    };
    let terms = Terms::new(referee_record::TimeControl::default(), places);
    entrant(spec, folder, terms).map_err(|why| bad_input(format!("bot {bot}: {why}")))
}

impl Bench {
    /// Builds the bot.
    pub async fn build(
        plan: &Plan,
        wanted: &Wanted,
        fetch: bool,
        signals: &mut Signals,
    ) -> Result<Bench> {
        let places = Places::at(wanted.level());
        let mut own = named(&plan.spec.bot, &plan.folder, places)?;
        check_games(&own, plan.rules.name()).map_err(bad_input)?;
        BOT.clone_into(&mut own.name);
        let mut partner = named("house:random", &plan.folder, places)?;
        OPPONENT.clone_into(&mut partner.name);
        let mut bots = vec![own, partner];
        let haven = jail::open(wanted)?;
        let wishes = Wishes {
            fetch,
            ..Wishes::new(Builds::of(places))
        };
        tokio::select! {
            // None of these bots is optional.
            built = build::build(&mut bots, &haven, &wishes) => drop(built?),
            () = signals.come() => {
                haven.kill_all();
                return Err(interrupted("interrupted while the bot was built; nothing was tested"));
            }
        }
        Ok(Bench {
            house: House {
                programs: run::programs(&bots),
                haven,
                log: None,
                stop: Arc::new(AtomicBool::new(false)),
                gallery: None,
            },
        })
    }

    /// Whether somebody has ended it.
    pub fn is_over(&self) -> bool {
        self.house.stop.load(Ordering::Relaxed)
    }

    /// Ends whatever is going on.
    pub fn end(&self) {
        self.house.stop.store(true, Ordering::Relaxed);
        self.house.haven.kill_all();
    }

    /// The bot as the conformance test takes it.
    pub fn subject(&self, move_ms: u64) -> Result<Subject> {
        let program = self.house.programs.get(BOT);
        let program = program.ok_or_else(|| machine("the bot is gone after its build"))?;
        Ok(Subject {
            program: program.clone(),
            haven: self.haven().clone(),
            limits: Limits::default(),
            move_ms,
            notes: Mutex::new(Notes::default()),
            house: self.house.clone(),
        })
    }

    fn haven(&self) -> &Haven {
        &self.house.haven
    }
}
