//! Tests that the engines agree with the rules, and that their players see wins and losses in one
//! move.

use std::time::{Duration, Instant};

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use referee_games::{Ending, Position, Rules, Turn as Next, find, random};

use super::cublino::{ContraEngine, CublinoEngine, PurEngine};
use super::search::{Memory, search};
use super::{Choice, Engine, EngineStrength, Found, KoolaameeEngine, OnitamaEngine, alpha_beta};
use crate::engine::limits::SearchLimits;
use crate::sdk::{BotTurn, Clock, GameLine};

fn rules(game: &str) -> Box<dyn Rules> {
    let kind = find(game).expect(game);
    kind.rules(&[].into()).expect("the defaults")
}

fn sorted(mut words: Vec<String>) -> Vec<String> {
    words.sort();
    words
}

fn words<E: Engine>(engine: &E, board: &E::Board) -> Vec<String> {
    let mut moves: Vec<Choice> = Vec::new();
    engine.moves(board, &mut moves);
    let notation = |choice: &Choice| engine.format_move(board, choice.code);
    moves.iter().map(notation).collect()
}

/// Returns the moves that win at once.
fn winning(rules: &dyn Rules, position: &mut dyn Position) -> Vec<String> {
    let Next::Seat(seat) = position.turn() else {
        return Vec::new();
    };
    let line = position.line();
    let mut legal = position.legal();
    legal.retain(|notation| {
        let mut next = rules.read(&line).expect(&line);
        next.play(notation).expect("a legal move");
        let Next::Over(ending) = next.turn() else {
            return false;
        };
        sign(&ending, seat.index()) == 1
    });
    legal
}

/// Returns the result of a seat: 1, 0 or -1.
fn sign(ending: &Ending, seat: usize) -> i32 {
    let place = |seat: usize| {
        let mut places = ending.places.iter();
        places.find(|(s, _)| s.index() == seat).expect("a seat").1
    };
    let (own_place, other) = (place(seat), place(1 - seat));
    i32::from(own_place < other) - i32::from(own_place > other)
}

/// Plays random games of a deal, see [`follows_the_rules_from`].
fn follows_the_rules<E: Engine>() {
    follows_the_rules_from::<E>(|rules, rng| rules.deal(rng));
}

/// Plays random games. In each position the engine must have the same moves and the same ending as
/// the rules, and a position that is reached by moves must equal the same position read from its
/// state line.
fn follows_the_rules_from<E: Engine>(
    start: impl Fn(&dyn Rules, &mut ChaCha8Rng) -> Box<dyn Position>,
) {
    let rules = rules(E::NAME);
    for seed in 0..40 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut position = start(&*rules, &mut rng);
        let (engine, mut board) = read::<E>(&position.line());
        let mut mover = 1;
        while let Next::Seat(seat) = position.turn() {
            mover = seat.index();
            let line = position.line();
            let (fresh, read) = read::<E>(&line);
            assert_eq!(engine.key(&board), fresh.key(&read), "{line}");
            assert_eq!(engine.evaluate(&board), fresh.evaluate(&read), "{line}");
            assert_eq!(engine.ending(&board), None, "{line}");
            let legal = position.legal();
            let engine_moves = sorted(words(&engine, &board));
            assert_eq!(engine_moves, sorted(legal.clone()), "{line}");
            if engine.wins_at_once(&board) {
                assert!(!winning(&*rules, &mut *position).is_empty(), "{line}");
            }

            let notation = &legal[random::index(&mut rng, legal.len())];
            let mut moves = Vec::new();
            engine.moves(&board, &mut moves);
            let named = |choice: &&Choice| engine.format_move(&board, choice.code) == *notation;
            let code = moves.iter().find(named).expect("the move").code;
            board = engine.play(&board, code);
            position.play(notation).expect("a legal move");
        }
        let Next::Over(ending) = position.turn() else {
            panic!("{} is not over", position.line());
        };
        let expected = Some(sign(&ending, 1 - mover));
        assert_eq!(engine.ending(&board), expected, "{}", position.line());
    }
}

#[test]
fn engines_follow_the_rules() {
    follows_the_rules::<OnitamaEngine>();
    follows_the_rules::<KoolaameeEngine>();
}

#[test]
fn boards_of_fewer_tiles_are_played() {
    let tiles = ".h...ll.../.h.jjllppp/.h.jj..ppp/.bbeegi.../.bb..ginn./\
                 .aa..g.nn./..cc...nn./.ddd..kkoo/.mmfffkkoo/.mm.....oo";
    let marbles = [".........."; 10].join("/");
    let line = format!("{tiles} {marbles} A - - 28,28");
    follows_the_rules_from::<KoolaameeEngine>(|rules, _| rules.read(&line).expect(&line));
}

fn turn(game: &str, state: &str, clock: Clock) -> BotTurn {
    BotTurn {
        game: GameLine {
            game: game.to_owned(),
            seat: 'A',
            seats: "AB".to_owned(),
            id: 1,
            seed: 1,
            clock: clock.clone(),
            legal: false,
            options: Vec::new(),
        },
        number: 0,
        state: state.to_owned(),
        legal: Vec::new(),
        clock,
        happened: Vec::new(),
        since: Instant::now(),
    }
}

/// Reads a state line with an engine.
pub(super) fn read<E: Engine>(line: &str) -> (E, E::Board) {
    E::read(&turn(E::NAME, line, Clock::default())).expect(line)
}

const STRENGTH: EngineStrength = EngineStrength::Nodes(20_000);

/// Checks that the player takes a win in one move, and avoids a loss in one move if possible.
fn sees_the_end<E: Engine>() {
    let rules = rules(E::NAME);
    for seed in 0..30 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut position = rules.deal(&mut rng);
        let mut before = Vec::new();
        while matches!(position.turn(), Next::Seat(_)) {
            before.push(position.line());
            let legal = position.legal();
            let notation = &legal[random::index(&mut rng, legal.len())];
            position.play(notation).expect("a legal move");
        }
        // Only the last few positions are close to the end.
        for line in before.iter().rev().take(4) {
            let mut position = rules.read(line).expect(line);
            let Next::Seat(mover) = position.turn() else {
                panic!("{line} is over");
            };
            let mover = mover.index();
            let chosen = alpha_beta::<E>(STRENGTH)(&turn(E::NAME, line, Clock::default()));
            let chosen = chosen.expect(line).move_notation().expect(line).to_owned();
            let wins = winning(&*rules, &mut *position);
            if !wins.is_empty() {
                assert!(wins.contains(&chosen), "{chosen} in {line}");
                continue;
            }
            let loses = |notation: &String| {
                let mut next = rules.read(line).expect(line);
                next.play(notation).expect("a legal move");
                match next.turn() {
                    Next::Over(ending) => sign(&ending, mover) == -1,
                    // After the opponent's pass, the same seat is on turn and can win.
                    Next::Seat(seat) if seat.index() == mover => false,
                    _ => !winning(&*rules, &mut *next).is_empty(),
                }
            };
            let all_lose = position.legal().iter().all(loses);
            assert!(all_lose || !loses(&chosen), "{chosen} in {line}");
        }
    }
}

#[test]
fn the_end_is_seen() {
    sees_the_end::<OnitamaEngine>();
    sees_the_end::<KoolaameeEngine>();
    sees_the_end::<CublinoEngine<ContraEngine>>();
}

fn find_out<E: Engine>(limits: SearchLimits) -> Found {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let line = rules(E::NAME).deal(&mut rng).line();
    let (engine, board) = read::<E>(&line);
    search(&engine, &board, limits, &mut Memory::new(12), &mut rng)
}

fn keeps_its_limits<E: Engine>() {
    let limits = SearchLimits {
        depth: 64,
        nodes: 10_000,
        until: None,
    };
    let result = find_out::<E>(limits);
    assert!(result.nodes == 10_000 && result.depth > 1, "{result:?}");
    assert_eq!(result, find_out::<E>(limits));
    let few = find_out::<E>(SearchLimits { nodes: 1, ..limits });
    assert_eq!((few.depth, few.nodes, few.line.len()), (0, 1, 1));
    let flat = find_out::<E>(SearchLimits { depth: 2, ..limits });
    assert_eq!(flat.depth, 2);
    let late = find_out::<E>(SearchLimits {
        until: Some(Instant::now()),
        ..limits
    });
    assert!(late.nodes < 256 && !late.line.is_empty(), "{late:?}");
}

#[test]
fn limits_are_kept() {
    keeps_its_limits::<OnitamaEngine>();
    keeps_its_limits::<KoolaameeEngine>();
    keeps_its_limits::<CublinoEngine<ContraEngine>>();
    keeps_its_limits::<CublinoEngine<PurEngine>>();
}

#[test]
fn patience_has_an_end_but_wishes_are_kept() {
    let thinks = |clock: Clock| {
        let turn = turn("onitama", "", clock);
        let until = EngineStrength::Patient(20_000).limits(&turn).until;
        until.map(|until| (until - turn.since).as_millis())
    };
    let minute = Clock {
        move_ms: Some(60_000),
        ..Clock::default()
    };
    let long = Clock {
        clock_ms: Some(3_600_000),
        ..Clock::default()
    };
    let request = Clock {
        nodes: Some(50_000_000),
        ..minute.clone()
    };
    assert_eq!(thinks(minute), Some(1000));
    assert_eq!(thinks(long), Some(1000));
    assert_eq!(thinks(request), Some(24_000));
    assert_eq!(thinks(Clock::default()), None, "so many positions");
}

#[test]
fn wishes_of_the_referee_are_heard() {
    let engine_strength = EngineStrength::Patient(20_000);
    let limits = |strength: EngineStrength, clock| strength.limits(&turn("onitama", "", clock));
    let nodes = |nodes| Clock {
        nodes,
        ..Clock::default()
    };
    assert_eq!(limits(engine_strength, nodes(None)).nodes, 20_000);
    assert_eq!(limits(engine_strength, nodes(Some(50_000))).nodes, 50_000);
    assert_eq!(limits(STRENGTH, nodes(Some(50_000))).nodes, 20_000);
    assert_eq!(limits(STRENGTH, nodes(Some(50))).nodes, 50);
    let timed = limits(
        engine_strength,
        Clock {
            move_ms: Some(1000),
            ..Clock::default()
        },
    );
    let until = timed.until.expect("a time");
    assert!(timed.nodes == u64::MAX && until < Instant::now() + Duration::from_secs(1));
}
