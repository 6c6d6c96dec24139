//! Builds the tested bot and its opponent, and holds their process scope.

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::Ordering;

use anyhow::Result;
use referee_build::jail::JailRequest;
use referee_build::{self as build, BuildOptions, jail};
use referee_config::{
    BotSpec, Builds, ConfiguredBot, ProgramLookup, ResolveContext, check_games, entrant,
};
use referee_engine::{EngineContext, ProcessScope};
use referee_output::failure::{bad_input, interrupted, machine};
use referee_record::Limits;
use referee_tournament::Signals;

use super::plan::RegressionPlan;
use crate::conformance::{BOT, BotUnderTest, Notes, OPPONENT};

/// The tested bot and its opponent, with the context that they run in.
#[derive(Clone)]
pub(super) struct TestBed {
    /// Context with the bots under the names [`BOT`] and [`OPPONENT`].
    pub context: EngineContext,
}

/// Finds a bot that a file names, under its own name.
pub(super) fn named(bot: &str, folder: &Path, places: ProgramLookup) -> Result<ConfiguredBot> {
    let spec = BotSpec {
        bot: Some(bot.to_owned()),
        ..BotSpec::default()
    };
    let terms = ResolveContext::new(referee_record::TimeControl::default(), places);
    entrant(spec, folder, terms).map_err(|why| bad_input(format!("bot {bot}: {why}")))
}

impl TestBed {
    /// Builds the bot. Returns an error if that fails or is interrupted.
    pub(super) async fn build(
        plan: &RegressionPlan,
        wanted: &JailRequest,
        fetch: bool,
        signals: &mut Signals,
    ) -> Result<TestBed> {
        let places = ProgramLookup::at(wanted.level());
        let mut tested_bot = named(&plan.spec.bot, &plan.folder, places)?;
        check_games(&tested_bot, plan.rules.name()).map_err(bad_input)?;
        BOT.clone_into(&mut tested_bot.name);
        let mut partner = named("house:random", &plan.folder, places)?;
        OPPONENT.clone_into(&mut partner.name);
        let mut bots = vec![tested_bot, partner];
        let scope = jail::open(wanted)?;
        let options = BuildOptions {
            fetch,
            ..BuildOptions::new(Builds::of(places), wanted)
        };
        tokio::select! {
            ready = build::ready(&mut bots, &scope, &options) => Ok(TestBed { context: ready? }),
            () = signals.come() => {
                scope.kill_all();
                Err(interrupted("interrupted while the bot was built; nothing was tested"))
            }
        }
    }

    /// Returns whether the test was stopped.
    pub(super) fn is_over(&self) -> bool {
        self.context.stop.load(Ordering::Relaxed)
    }

    /// Stops the test and kills all processes.
    pub(super) fn end(&self) {
        self.context.stop.store(true, Ordering::Relaxed);
        self.context.scope.kill_all();
    }

    /// Returns the bot in the form that the conformance test takes.
    pub(super) fn subject(&self, move_ms: u64) -> Result<BotUnderTest> {
        let program = self.context.programs.get(BOT);
        let program = program.ok_or_else(|| machine("the bot is gone after its build"))?;
        Ok(BotUnderTest {
            program: program.clone(),
            scope: self.scope().clone(),
            limits: Limits::default(),
            move_ms,
            notes: Mutex::new(Notes::default()),
            context: self.context.clone(),
        })
    }

    fn scope(&self) -> &ProcessScope {
        &self.context.scope
    }
}
