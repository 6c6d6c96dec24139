//! Before a run: does every bot play its game?

use std::time::Duration;

use referee_protocol::ToBot;
use referee_record::Limits;

use crate::handshake::shake_hands;
use crate::player::{Bot, Player};
use crate::process::{Process, SpawnError};
use crate::program::Program;
use crate::table::{House, Trouble};

/// Bots that are greeted at the same time.
const AT_ONCE: usize = 16;

/// Greets every bot once, and names one whose `ready` says that it doesn't play the game.
///
/// Whatever else is wrong with a bot is judged in its games.
pub fn preflight(house: &House, game: &str, limits: &Limits) -> Result<(), Trouble> {
    let mut complaints = complaints(house, game, limits).into_iter();
    let refuses = complaints.find(|(_, trouble)| matches!(trouble, Trouble::Refuses { .. }));
    refuses.map_or(Ok(()), |(_, trouble)| Err(trouble))
}

/// Greets every bot once, and names those that can't be started or say that they don't play the
/// game, each with the reason.
pub fn complaints(house: &House, game: &str, limits: &Limits) -> Vec<(String, Trouble)> {
    let programs: Vec<&Program> = house.programs.values().collect();
    let mut troubles: Vec<(String, Trouble)> = Vec::new();
    for some in programs.chunks(AT_ONCE) {
        std::thread::scope(|scope| {
            let greet = |program: &'_ Program| {
                let name = program.name.clone();
                Some((name, greet(program, house, game, limits)?))
            };
            let greet = |program| scope.spawn(move || greet(program));
            let greeted: Vec<_> = some.iter().copied().map(greet).collect();
            // A thread that panics has found nothing out.
            troubles.extend(greeted.into_iter().filter_map(|g| g.join().ok().flatten()));
        });
    }
    troubles.sort_by(|(one, _), (other, _)| one.cmp(other));
    troubles
}

fn greet(program: &Program, house: &House, game: &str, limits: &Limits) -> Option<Trouble> {
    let process = match Process::start(program, &house.haven) {
        Ok(process) => process,
        Err(SpawnError::Machine(_)) => return None,
        Err(error @ SpawnError::Bot { .. }) => return Some(Trouble::NotStarted(error.to_string())),
    };
    let mut player = Player::new(Bot::new(process), 'A', limits, None);
    let greeted = shake_hands(&mut player, limits);
    let plays = player.bot.ready.games.clone();
    if greeted.is_ok() {
        player.tell(&ToBot::Quit);
        player.dismiss(Duration::from_millis(limits.grace_ms));
    }
    let plays = plays.filter(|plays| !plays.iter().any(|g| g == game))?;
    Some(Trouble::Refuses {
        bot: program.name.clone(),
        game: game.to_owned(),
        plays: plays.join(","),
    })
}
