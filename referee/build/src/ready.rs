//! Makes bots ready to play, for commands that start none without all others.

use std::collections::HashMap;
use std::sync::Arc;

use referee_config::ConfiguredBot;
use referee_engine::{EngineContext, ProcessScope, Program};

use crate::{BuildOptions, build};

/// Builds bots of which none is optional, and returns the context in which they play. Returns an error if one can't be
/// built.
pub async fn ready(
    bots: &mut [ConfiguredBot],
    scope: &ProcessScope,
    options: &BuildOptions,
) -> anyhow::Result<EngineContext> {
    build(bots, scope, options).await?;
    Ok(EngineContext::new(programs(bots), scope.clone()))
}

/// Maps the names of bots to their programs.
pub fn programs(bots: &[ConfiguredBot]) -> Arc<HashMap<String, Program>> {
    let program = |bot: &ConfiguredBot| (bot.name.clone(), bot.program.clone());
    Arc::new(bots.iter().map(program).collect())
}
