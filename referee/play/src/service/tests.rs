//! Games of people without a browser, and without bots' processes.

use referee_record::FaultKind;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use referee_build::jail::JailRequest;
use referee_engine::Cores;
use referee_games::Seat;

use super::bots::{OfferedBots, RunBots};
use super::game::HumanGame;
use super::move_paths::ways;
use super::open::open;
use super::play_service::PlayService;
use crate::model::{Action, NewGame, NewGameRequest, PlayApi, PlayRefusal, SeatKey};

fn bots() -> OfferedBots {
    OfferedBots::new(RunBots::default(), JailRequest::default(), None, false)
}

fn request(game: &str, players: &[(char, &str)]) -> NewGameRequest {
    let players = players
        .iter()
        .map(|(seat, player)| (*seat, (*player).to_owned()));
    NewGameRequest {
        game: game.to_owned(),
        players: players.collect(),
        ..NewGameRequest::default()
    }
}

fn hand(opened: &NewGame, seat: char) -> SeatKey {
    let key = opened
        .seat_keys
        .get(&seat)
        .or_else(|| opened.guests.get(&seat))
        .expect("a key");
    SeatKey {
        seat,
        key: key.clone(),
    }
}

fn service(file: &Path, most: usize) -> PlayService {
    PlayService::open(file, bots(), most, None).expect("a service")
}

fn file() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("people.db");
    (folder, file)
}

fn play(notation: &str) -> Action {
    Action::Move(notation.to_owned())
}

/// Takes an action as a person who holds the server's token, and waits for the reply.
fn act(
    service: &PlayService,
    id: &str,
    hand: &SeatKey,
    action: Action,
) -> Result<Option<String>, PlayRefusal> {
    let reply = service.act(id, hand, action, true)?;
    reply.blocking_recv().expect("the game is awake")
}

/// Returns the sentence of a refusal.
fn why<T>(done: Result<T, PlayRefusal>) -> String {
    done.err()
        .map_or_else(|| "done".to_owned(), |why| why.to_string())
}

#[test]
fn two_people_play_and_the_game_outlasts_its_server() {
    let (_folder, file) = file();
    let first = service(&file, 4);
    let opened = first
        .open(&request("koolaamee", &[('A', "me"), ('B', "guest")]))
        .expect("a game");
    let (ada, ben) = (hand(&opened, 'A'), hand(&opened, 'B'));
    let id = &opened.id;
    assert!(why(act(&first, id, &ben, play("e4"))).contains("your turn"));
    assert_eq!(act(&first, id, &ada, play("e4")), Ok(None));
    assert!(why(act(&first, id, &ben, play("e4"))).contains("e4"));
    assert!(why(act(&first, id, &ben, Action::Undo)).contains("against bots"));
    let stranger = SeatKey {
        seat: 'B',
        key: ada.key.clone(),
    };
    assert_eq!(
        act(&first, id, &stranger, Action::Resign),
        Err(PlayRefusal::Key)
    );
    let way = first.look(id, true).expect("the game").borrow().ways[0].clone();
    assert_eq!(act(&first, id, &ben, play(&way.word)), Ok(None));
    let before = first.look(id, true).expect("the game").borrow().clone();
    drop(first);

    let second = service(&file, 4);
    let after = second
        .look(id, true)
        .expect("the same game")
        .borrow()
        .clone();
    assert_eq!(
        (&after.steps, &after.scene, &after.ways),
        (&before.steps, &before.scene, &before.ways)
    );
    assert!(after.version > before.version);
    assert_eq!(act(&second, id, &ada, Action::Resign), Ok(None));
    let mut seen = second.look(id, true).expect("the game");
    assert!(
        seen.borrow_and_update()
            .over
            .as_ref()
            .is_some_and(|over| over.contains("B (guest) wins"))
    );
    assert!(why(act(&second, id, &ben, Action::Resign)).contains("is over"));
}

#[test]
fn what_nobody_knows_isn_t_there() {
    let (_folder, file) = file();
    let service = service(&file, 4);
    for id in ["", "x", "../people", &"0".repeat(32), &"F".repeat(32)] {
        assert_eq!(
            service.look(id, true).err(),
            Some(PlayRefusal::Unknown),
            "{id}"
        );
    }
}

#[test]
fn there_are_so_many_at_once_and_who_is_away_makes_room() {
    let (_folder, file) = file();
    let service = service(&file, 1);
    let request = request("onitama", &[('A', "me"), ('B', "me")]);
    let first = service.open(&request).expect("room");
    let watched = service.look(&first.id, true).expect("the game");
    assert!(matches!(service.open(&request), Err(PlayRefusal::Busy(_))));
    drop(watched);
    let second = service.open(&request).expect("nobody looks at the first");
    let _watched = service.look(&second.id, true).expect("the game");
    assert!(matches!(
        service.look(&first.id, true),
        Err(PlayRefusal::Busy(_))
    ));
}

#[test]
fn strangers_wake_no_bots_and_end_no_game() {
    let (_folder, file) = file();
    let service = service(&file, 1);
    let request = request("onitama", &[('A', "me"), ('B', "house:first")]);
    let first = service.open(&request).expect("room");
    let second = service.open(&request).expect("nobody looks at the first");
    let rests = |new_game: &NewGame| {
        let seen = service.look(&new_game.id, false).expect("the game");
        seen.borrow().rests
    };
    assert_eq!(
        service.look(&"0".repeat(32), false).err(),
        Some(PlayRefusal::Unknown)
    );
    let (seat_key, other) = (hand(&first, 'A'), hand(&second, 'A'));
    let wrong = |action| service.act(&first.id, &other, action, false).err();
    assert_eq!(wrong(Action::Resign), Some(PlayRefusal::Key));
    for action in [Action::Hint, Action::Auto(true)] {
        let refused = service.act(&first.id, &seat_key, action, false).err();
        assert_eq!(refused, Some(PlayRefusal::Token));
    }
    assert!(rests(&first) && !rests(&second));
    // An invited person resumes the game and needs no token for it.
    let reply = service.act(&first.id, &seat_key, Action::Auto(false), false);
    assert_eq!(reply.expect("a reply").blocking_recv(), Ok(Ok(None)));
    assert!(!rests(&first) && rests(&second));
}

#[test]
fn the_names_of_an_exam_s_bots_are_shown_to_nobody() {
    let (mut game, ..) = against_a_bot("");
    let seated = game.seats.get_mut(&'B').expect("a bot");
    "bot:Zelda".clone_into(&mut seated.bot);
    "Zelda".clone_into(&mut seated.name);
    let shown = |game: &HumanGame| serde_json::to_string(&game.table()).expect("JSON");
    assert!(shown(&game).contains("Zelda"));
    game.secret = true;
    game.leave(Seat::A, FaultKind::Resigned, String::new());
    let shown = shown(&game);
    assert!(!shown.contains("Zelda"), "{shown}");
    assert!(shown.contains("B (a bot of the run) wins"), "{shown}");
    assert_eq!(game.table().first, ['B']);
}

#[test]
fn a_clock_runs_out_for_whoever_moves() {
    for auto in [false, true] {
        let (mut game, ada, _) = against_a_bot("0.01");
        for _ in 0..2 {
            assert!(!game.time_is_over());
            let seat = game.turn().expect("a seat on turn");
            let notation = game.session.position().legal()[0].clone();
            game.play(seat, &notation).expect("a legal move");
        }
        assert_eq!(game.act(&ada, &Action::Auto(auto)), Ok(None));
        assert!(game.running.is_some());
        game.running = game
            .running
            .and_then(|since| since.checked_sub(Duration::from_secs(1)));
        assert!(game.time_is_over());
        assert_eq!(game.table().first, ['B']);
    }
}

#[test]
fn bots_need_a_core_that_the_run_leaves() {
    let (_folder, file) = file();
    let everything = Cores {
        sets: vec![Vec::new()],
        warning: None,
    };
    let service = PlayService::open(&file, bots(), 4, Some(&everything)).expect("a service");
    let bots = request("onitama", &[('A', "me"), ('B', "house:first")]);
    assert!(why(service.open(&bots)).contains("in earnest"));
    let people = service
        .open(&request("onitama", &[('A', "me"), ('B', "me")]))
        .expect("a game of people");
    assert!(
        why(act(&service, &people.id, &hand(&people, 'A'), Action::Hint)).contains("in earnest")
    );
    service.run_is_over();
    assert!(
        act(&service, &people.id, &hand(&people, 'A'), Action::Hint)
            .is_ok_and(|hint| hint.is_some())
    );
}

#[test]
fn wishes_are_looked_at() {
    let long = "x".repeat(41);
    let clocked = |clock: &str| NewGameRequest {
        clock: clock.to_owned(),
        ..request("onitama", &[('A', "me"), ('B', "me")])
    };
    let named = NewGameRequest {
        name: long,
        ..clocked("")
    };
    let hidden = NewGameRequest {
        name: "wolf\u{200b}".to_owned(),
        ..clocked("")
    };
    for (request, expected) in [
        (hidden, "can be seen"),
        (request("go", &[]), "no game"),
        (request("onitama", &[('A', "me")]), "seats AB"),
        (
            request("ludo", &[('A', "me"), ('C', "me"), ('D', "me")]),
            "done",
        ),
        (request("ludo", &[('A', "me")]), "seats"),
        (
            request("onitama", &[('A', "me"), ('B', "git:main")]),
            "Nobody called",
        ),
        (
            request("onitama", &[('A', "me"), ('B', "/bin/true")]),
            "Nobody called",
        ),
        (
            request("onitama", &[('A', "me"), ('B', "house:level=9")]),
            "Nobody called",
        ),
        (clocked("soon"), "expected TIME or"),
        (clocked("5:00+3"), "done"),
        (named, "at most 40"),
    ] {
        let refusal = why(open(&request, &bots()));
        assert!(refusal.contains(expected), "{request:?}: {refusal}");
    }
}

#[test]
fn a_game_keeps_the_options_that_were_asked_for() {
    let with = |name: &str, value: &str, request: NewGameRequest| NewGameRequest {
        options: BTreeMap::from([(name.to_owned(), value.to_owned())]),
        ..request
    };
    let board = |value: &str| {
        let people = [('A', "me"), ('B', "me")];
        with("board", value, request("koolaamee", &people))
    };
    for (request, expected) in [
        (board("oval"), "expected classic or random or drafted"),
        (with("tiles", "17", board("")), "no option `tiles`"),
    ] {
        let refusal = why(open(&request, &bots()));
        assert!(refusal.contains(expected), "{request:?}: {refusal}");
    }
    let (_folder, file) = file();
    let first = service(&file, 4);
    let opened = first.open(&board("drafted")).expect("a game");
    let tiles = |service: &PlayService| {
        let seen = service.look(&opened.id, true).expect("the game");
        let table = seen.borrow();
        table.ways.iter().filter(|way| way.tile.is_some()).count()
    };
    assert_eq!(tiles(&first), 565);
    drop(first);
    assert_eq!(tiles(&service(&file, 4)), 565);
}

/// A game against a bot, whose moves the test makes.
fn against_a_bot(clock: &str) -> (HumanGame, SeatKey, SeatKey) {
    let request = NewGameRequest {
        clock: clock.to_owned(),
        ..request("onitama", &[('A', "me"), ('B', "house:first")])
    };
    let (game, opened) = open(&request, &bots()).expect("a game");
    let hands = (hand(&opened, 'A'), hand(&opened, 'B'));
    (game, hands.0, hands.1)
}

#[test]
fn moves_are_taken_back_against_bots_without_a_clock() {
    let (mut game, ada, bot) = against_a_bot("");
    let start = game.session.position().line();
    assert!(why(game.act(&ada, &Action::Undo)).contains("no move yet"));
    for ply in 0..4 {
        assert_eq!(game.bot_on_turn().is_some(), ply % 2 == 1);
        let seat = game.turn().expect("a seat on turn");
        let notation = game.session.position().legal()[0].clone();
        game.play(seat, &notation).expect("a legal move");
    }
    assert!(why(game.act(&bot, &Action::Undo)).contains("A bot moves"));
    assert_eq!(game.act(&ada, &Action::Undo), Ok(None));
    assert_eq!(game.session.steps().len(), 2);
    assert_eq!(game.act(&ada, &Action::Undo), Ok(None));
    assert_eq!(game.session.position().line(), start);

    let (mut game, ada, _) = against_a_bot("5");
    let notation = game.session.position().legal()[0].clone();
    assert_eq!(game.act(&ada, &Action::Move(notation)), Ok(None));
    assert!(why(game.act(&ada, &Action::Undo)).contains("With a clock"));
}

#[test]
fn a_seat_is_left_to_a_bot_and_taken_back() {
    let (mut game, ada, bot) = against_a_bot("");
    assert_eq!(game.bot_on_turn(), None);
    assert_eq!(game.act(&ada, &Action::Auto(true)), Ok(None));
    assert!(
        game.bot_on_turn()
            .is_some_and(|(seat, bot)| seat == Seat::A && bot.starts_with("house:level="))
    );
    let notation = game.session.position().legal()[0].clone();
    assert!(why(game.act(&ada, &Action::Move(notation.clone()))).contains("untick"));
    assert!(game.table().ways.is_empty());
    for hand in [&ada, &bot] {
        assert_eq!(game.act(hand, &Action::Auto(false)), Ok(None));
    }
    assert_eq!(game.act(&ada, &Action::Move(notation)), Ok(None));
    assert!(!game.table().ways.is_empty());
}

#[test]
fn every_move_of_every_game_can_be_made_on_the_board() {
    let koolaamee = referee_games::find("koolaamee").expect("a game");
    let drafted = BTreeMap::from([("board".to_owned(), "drafted".to_owned())]);
    let games = referee_games::games().iter();
    let games = games.map(|kind| (*kind, BTreeMap::new()));
    for (kind, options) in games.chain([(koolaamee, drafted)]) {
        let rules = kind.rules(&options).expect("allowed options");
        let mut position = rules.start();
        for _ in 0..300 {
            use referee_games::Turn;
            match position.turn() {
                Turn::Over(_) | Turn::Failed(_) => break,
                Turn::Chance(chance) => {
                    assert!(position.cast(&chance.outcomes[chance.outcomes.len() - 1].0));
                }
                Turn::Forced(_, word) => drop(position.play(&word)),
                Turn::Seat(seat) => {
                    let move_paths = ways(&*position, seat);
                    let apart = |way: &crate::model::MovePath| (way.path.clone(), way.says.clone());
                    let mut all: Vec<_> = move_paths.iter().map(apart).collect();
                    all.sort();
                    all.dedup();
                    assert_eq!(
                        all.len(),
                        move_paths.len(),
                        "{}: {move_paths:?}",
                        kind.name()
                    );
                    let bare = move_paths
                        .iter()
                        .find(|way| way.path.is_empty() && !way.word.contains("XXXX"));
                    assert_eq!(bare, None, "{}: {}", kind.name(), position.line());
                    position.play(&move_paths[move_paths.len() / 2].word);
                }
            }
        }
    }
}
