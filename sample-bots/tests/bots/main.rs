//! Tests all house bots in all of their games.

mod driver;
mod python;
mod specs;

use std::fs;

use driver::{Guest, PlayedGame, play, rules};
use referee_bots::house;
use referee_games::{Rules, Seat};
use referee_protocol::{Clock, Info};

/// Returns a clock without limits; only the bot's own depth counts, so games are reproducible.
fn no_limit() -> Clock {
    Clock::default()
}

/// Returns the rules of a game, with an option that shortens long games.
fn short(game: &str) -> Box<dyn Rules> {
    let options: &[_] = if game == "ludo" {
        &[("rolls", "300")]
    } else {
        &[]
    };
    rules(game, options)
}

/// Plays two games between two bots; one is ended by `quit`, the other by the end of its input.
fn two_games(game: &str, specs: [&str; 2], seed: u32) -> Vec<PlayedGame> {
    let mut guests = specs.map(Guest::house);
    let seeds = [seed, seed + 1];
    let played = seeds.map(|seed| play(&*short(game), &mut guests, &no_limit(), seed));
    let [a, b] = guests;
    assert!(a.dismiss(true) && b.dismiss(false), "{specs:?}");
    played.into()
}

/// Removes the remarks, because the times in them differ in each run.
fn without_info(games: &mut [PlayedGame]) {
    for ply in games.iter_mut().flat_map(|game| &mut game.plies) {
        ply.info = None;
    }
}

/// Returns how many of 20 games each of two bots wins.
fn wins(game: &str, specs: [&str; 2]) -> [usize; 2] {
    let mut guests = specs.map(Guest::house);
    let mut wins = [0; 2];
    for seed in 0..20 {
        let ending = play(&*short(game), &mut guests, &no_limit(), seed / 2).ending;
        let first = ending.places.iter().filter(|(_, place)| *place == 1);
        if let [(winner, _)] = first.collect::<Vec<_>>()[..] {
            // The bots change seats after each game.
            wins[winner.index() ^ (seed % 2) as usize] += 1;
        }
        guests.reverse();
    }
    wins
}

#[test]
fn every_bot_plays_its_games_to_the_end() {
    for bot in house::bots() {
        let all: Vec<&str> = referee_games::games()
            .iter()
            .map(|game| game.name())
            .collect();
        let games = if bot.games.is_empty() {
            &all
        } else {
            bot.games
        };
        let spec = match bot.name {
            "sleeper" => "sleeper,ms=0",
            "minimax" => "minimax,depth=2",
            "thief" => "thief,threads=1",
            // Without a list, `instant` needs the legal moves in every game, see below; `resign`
            // never plays a move.
            "instant" | "resign" => continue,
            name => name,
        };
        for game in games {
            let played = [(); 2].map(|()| {
                let mut games = two_games(game, [spec, spec], 10);
                if bot.name == "calibrate" {
                    without_info(&mut games);
                }
                games
            });
            assert_eq!(played[1], played[0], "{spec} again in {game}");
        }
    }
}

#[test]
fn bots_say_what_they_play() {
    for bot in house::bots() {
        let guest = Guest::house(bot.name);
        assert_eq!(guest.ready.name.as_deref(), Some(bot.name));
        let games = guest.ready.games.clone().unwrap_or_default();
        assert_eq!(games, bot.games);
        assert!(games.iter().all(|game| referee_games::find(game).is_some()));
        assert!(guest.dismiss(true));
    }
}

#[test]
fn thinking_ahead_wins() {
    for game in [
        "onitama",
        "cublino-pur",
        "cublino-contra",
        "ludo",
        "koolaamee",
    ] {
        let [greedy, random] = wins(game, ["greedy", "random"]);
        assert!(greedy > random, "{game}: greedy {greedy}, random {random}");
    }
    for game in ["onitama", "cublino-pur", "cublino-contra", "koolaamee"] {
        let [minimax, greedy] = wins(game, ["minimax,depth=3", "greedy"]);
        assert!(
            minimax > greedy,
            "{game}: minimax {minimax}, greedy {greedy}"
        );
    }
}

/// B begins with the marbles, unless an odd number of tiles has no room in the end.
#[test]
fn who_looks_ahead_drafts_for_the_first_marble() {
    let rules = rules("koolaamee", &[("board", "drafted")]);
    let begins = |specs: [&str; 2], seed| {
        let mut guests = specs.map(Guest::house);
        let played = play(&*rules, &mut guests, &no_limit(), seed);
        let marble = |ply: &&driver::Ply| !ply.notation.contains('x');
        played.plies.iter().find(marble).expect("a marble").seat
    };
    for bot in ["greedy", "level,level=4"] {
        let takes = (0..20).any(|seed| begins([bot, "random"], seed) == Seat::A);
        assert!(takes, "{bot}");
    }
}

#[test]
fn minimax_says_what_it_found() {
    for played in two_games("koolaamee", ["minimax,depth=2", "first"], 3) {
        for ply in played.plies.iter().filter(|ply| ply.seat == Seat::A) {
            let info = Info::parse(ply.info.as_deref().expect("a remark"));
            assert!(info.depth.is_some() && info.score.is_some() && info.nodes > Some(0));
            assert_eq!(info.pv.first(), Some(&ply.notation));
        }
    }
}

#[test]
fn a_wish_for_a_depth_is_granted() {
    let request = Clock {
        depth: Some(1),
        ..Clock::default()
    };
    let mut guests = ["minimax,depth=5", "first"].map(Guest::house);
    let played = play(&*rules("koolaamee", &[]), &mut guests, &request, 4);
    let info = played.plies[0].info.as_deref().expect("a remark");
    assert_eq!(Info::parse(info).depth, Some(1));
}

#[test]
fn instant_answers_by_the_first_legal_move_or_from_a_list() {
    let [played, _] = &two_games("koolaamee", ["first", "first"], 6)[..] else {
        panic!("two games");
    };
    let words = |seat| -> Vec<&str> {
        let seat_plies = played.plies.iter().filter(|ply| ply.seat == seat);
        seat_plies.map(|ply| ply.notation.as_str()).collect()
    };
    let lists = [Seat::A, Seat::B].map(|seat| format!("{seat}: {}\n", words(seat).join(" ")));
    let file = format!("{}/moves.txt", env!("CARGO_TARGET_TMPDIR"));
    fs::write(&file, lists.concat()).expect("a file");
    let listed = format!("instant,moves={file}");

    for spec in ["instant", &listed] {
        let mut guests = [spec, spec].map(Guest::house);
        assert_eq!(guests[0].ready.legal_off, spec == listed);
        for _ in 0..2 {
            let again = play(&*rules("koolaamee", &[]), &mut guests, &no_limit(), 6);
            assert_eq!(again.plies, played.plies, "{spec}");
        }
        assert!(guests.into_iter().all(|guest| guest.dismiss(true)));
    }
}
