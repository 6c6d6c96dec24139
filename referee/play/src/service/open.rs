//! Creates a game from a person's request.

use std::collections::BTreeMap;

use rand::TryRng;
use rand::rngs::SysRng;
use referee_config::is_seen;
use referee_games::{GameKind, GamePurpose};
use referee_output::sanitize::plain;
use referee_record::{Start, StartFrom, derive};

use super::bots::{OfferedBots, short, stand_in};
use super::game::HumanGame;
use super::saved_game::{SavedSeat, random_key};
use crate::clock::{RemainingTime, parse_times};
use crate::game_session::GameSession;
use crate::model::{NewGame, NewGameRequest, PlayRefusal, PlayableOption};

/// The option that sets a game's number of seats.
const SEATS: &str = "seats";
/// Maximum length of a person's name, in characters.
const NAME: usize = 40;
/// Milliseconds that a bot may have for a move.
const MOVE_MS: std::ops::RangeInclusive<u64> = 10..=10_000;

/// Creates the game that was requested, with the keys to its seats. Returns an error if the request is
/// invalid.
pub(super) fn open(
    request: &NewGameRequest,
    bots: &OfferedBots,
) -> Result<(HumanGame, NewGame), PlayRefusal> {
    let wrong = |why: String| PlayRefusal::Wrong(why);
    let kind = bots.games().find(&request.game);
    let kind = kind.ok_or_else(|| wrong(format!("There is no game {:?}.", request.game)))?;
    let mut options = request.options.clone();
    if has_seats(kind) {
        options.insert(SEATS.to_owned(), request.players.keys().collect());
    }
    let rules = kind.rules(&options);
    let rules = rules.map_err(|why| wrong(plain(&why.to_string())))?;
    let seats: Vec<char> = rules
        .start()
        .seats()
        .iter()
        .map(|seat| seat.letter())
        .collect();
    if !request.players.keys().eq(&seats) {
        let wanted: String = seats.iter().collect();
        return Err(wrong(format!(
            "{} is played by the seats {wanted}.",
            kind.name()
        )));
    }
    let move_ms = request.move_ms.unwrap_or(1000);
    if !MOVE_MS.contains(&move_ms) {
        return Err(wrong(
            "A bot has from 10 to 10000 milliseconds for a move.".to_owned(),
        ));
    }
    if request.name.chars().count() > NAME {
        return Err(wrong(format!("A name has at most {NAME} characters.")));
    }
    if !request.name.chars().all(is_seen) {
        return Err(wrong(
            "A name has only characters that can be seen.".to_owned(),
        ));
    }
    let seed = SysRng
        .try_next_u64()
        .map_err(|error| PlayRefusal::Machine(error.to_string()))?
        >> 1;
    let from = if request.deal {
        StartFrom::Deal
    } else {
        StartFrom::Default
    };
    let start = Start {
        from,
        plies: 0,
        seed: derive(seed, "deal", &[]),
    };
    let start = referee_engine::opening(&*rules, &start).map_err(|why| wrong(why.to_string()))?;
    let (seats, opened) = saved_seats(request, bots)?;
    let clock = match request.clock.trim() {
        "" => None,
        text => {
            let times = parse_times(text).map_err(|why| wrong(format!("The clock: {why}.")))?;
            let people = seats.iter().filter(|(_, seated)| !seated.auto);
            Some(RemainingTime::new(times, people.map(|(seat, _)| *seat)))
        }
    };
    let session = GameSession::new(kind, rules, start, seed);
    let mut game = HumanGame::new(session, seats, clock, move_ms);
    game.secret = bots.are_secret();
    Ok((game, opened))
}

/// Returns the players of the seats, and the keys.
fn saved_seats(
    request: &NewGameRequest,
    bots: &OfferedBots,
) -> Result<(BTreeMap<char, SavedSeat>, NewGame), PlayRefusal> {
    let mut opened = NewGame {
        id: random_key()?,
        seat_keys: BTreeMap::new(),
        guests: BTreeMap::new(),
    };
    let mut seats = BTreeMap::new();
    for (seat, player) in &request.players {
        let key = random_key()?;
        let (name, bot, auto) = match &**player {
            "me" if request.name.trim().is_empty() => {
                ("player".to_owned(), stand_in(&request.game), false)
            }
            "me" => (
                request.name.trim().to_owned(),
                stand_in(&request.game),
                false,
            ),
            "guest" => ("guest".to_owned(), stand_in(&request.game), false),
            bot if bots.plays(bot, &request.game) => (short(bot), bot.to_owned(), true),
            other => {
                let why = format!("Nobody called {other:?} plays {} here.", request.game);
                return Err(PlayRefusal::Wrong(why));
            }
        };
        seats.insert(*seat, SavedSeat::new(&key, name, bot, auto));
        let keys = if player == "guest" {
            &mut opened.guests
        } else {
            &mut opened.seat_keys
        };
        keys.insert(*seat, key);
    }
    Ok((seats, opened))
}

/// Returns the options of a game that can be chosen; its seats follow from the players.
pub(super) fn choosable(kind: &dyn GameKind) -> Vec<PlayableOption> {
    let drawn = kind.options_for(GamePurpose::Drawn);
    let options = kind.options().into_iter();
    let others = options.filter(|option| option.name != SEATS);
    let choice = others.map(|option| {
        let values = option.kind.values().into_iter().map(str::to_owned);
        PlayableOption {
            values: values.collect(),
            expected: option.kind.expected(),
            dealt: drawn.get(&*option.name).cloned(),
            name: option.name.into_owned(),
            default: option.default.into_owned(),
            help: option.help.into_owned(),
        }
    });
    choice.collect()
}

/// Returns true if the number of seats of a game can be chosen.
pub(super) fn has_seats(kind: &dyn GameKind) -> bool {
    kind.options().iter().any(|option| option.name == SEATS)
}
