//! Before a run: does every bot play its game?

use std::time::Duration;

use referee_protocol::ToBot;
use referee_record::Limits;

use crate::handshake::shake_hands;
use crate::player::{Bot, Player};
use crate::process::Process;
use crate::program::Program;
use crate::table::{House, Trouble};

/// Bots that are greeted at the same time.
const AT_ONCE: usize = 16;

/// Greets every bot once, and names one whose `ready` says that it doesn't play the game.
///
/// Whatever else is wrong with a bot is judged in its games.
pub fn preflight(house: &House, game: &str, limits: &Limits) -> Result<(), Trouble> {
    let programs: Vec<&Program> = house.programs.values().collect();
    let mut troubles = Vec::new();
    for some in programs.chunks(AT_ONCE) {
        std::thread::scope(|scope| {
            let greet = |program| scope.spawn(move || greet(program, house, game, limits));
            let greeted: Vec<_> = some.iter().copied().map(greet).collect();
            // A thread that panics has found nothing out.
            troubles.extend(greeted.into_iter().filter_map(|g| g.join().ok().flatten()));
        });
    }
    troubles.sort_by_key(ToString::to_string);
    troubles.into_iter().next().map_or(Ok(()), Err)
}

fn greet(program: &Program, house: &House, game: &str, limits: &Limits) -> Option<Trouble> {
    let process = Process::start(program, &house.haven).ok()?;
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
