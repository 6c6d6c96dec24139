//! Checks the laws of every game by random play through the object-safe view.

use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};
use referee_games::scene::{GridRole, Item, Piece};
use referee_games::{GameKind, Position, Rules, Turn, random, terminal};

/// Plays random games, half from the default start and half from random starts, and checks every position.
pub(crate) fn check(kind: &dyn GameKind, options: &[(&str, &str)], games: u64) {
    let given = options
        .iter()
        .map(|(k, v)| (k.to_string(), v.to_string()))
        .collect();
    let rules = kind.rules(&given).expect("these options are in range");
    for seed in 0..games {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let start = if seed % 2 == 0 {
            rules.start()
        } else {
            rules.deal(&mut rng)
        };
        let limit = start.max_plies();
        let mut played = Vec::new();
        let mut position = start;
        while advance(&*rules, &mut *position, &mut rng, &mut played) {
            assert!(
                played.len() as u64 <= limit,
                "more than {limit} plies: {played:?}"
            );
        }
    }
}

/// Checks one position and plays one move; returns false at the end of the game.
fn advance(
    rules: &dyn Rules,
    position: &mut dyn Position,
    rng: &mut ChaCha8Rng,
    played: &mut Vec<String>,
) -> bool {
    let line = position.line();
    look(rules, position, &line);
    match position.turn() {
        Turn::Failed(why) => panic!("{why} in {line}"),
        Turn::Over(ending) => {
            assert!(
                rules.reasons().contains(&&*ending.reason),
                "{}",
                ending.reason
            );
            assert_eq!(position.legal(), [""; 0], "moves after the end in {line}");
            assert!(position.explain("x").is_some());
            let seats: Vec<_> = ending.places.iter().map(|(seat, _)| *seat).collect();
            assert_eq!(seats, position.seats(), "places of other seats in {line}");
            for (_, place) in &ending.places {
                let better = ending
                    .places
                    .iter()
                    .filter(|(_, other)| other < place)
                    .count();
                assert_eq!(usize::from(*place), better + 1, "{:?}", ending.places);
            }
            let scored = ending
                .score
                .map(|s| s.iter().map(|(seat, _)| *seat).collect());
            assert!(scored.is_none_or(|scored: Vec<_>| scored == seats));
            false
        }
        Turn::Chance(chance) => {
            assert_eq!(
                position.legal(),
                [""; 0],
                "moves at a chance node in {line}"
            );
            assert!(position.play("x").is_none() && position.seats().contains(&chance.seat));
            assert!(position.cast(chance.draw(rng)));
            true
        }
        Turn::Forced(seat, m) => {
            assert!(position.seats().contains(&seat));
            assert_eq!(position.legal(), std::slice::from_ref(&m), "in {line}");
            step(position, &m, played);
            true
        }
        Turn::Seat(seat) => {
            assert!(position.seats().contains(&seat));
            let legal = position.legal();
            assert!(!legal.is_empty(), "nobody can move in {line}");
            moves_are_words(position, &legal, &line);
            let notation = &legal[random::index(rng, legal.len())];
            paths_lead_somewhere(position, notation, &line);
            let effects = position.effects(notation).unwrap_or("none".to_owned());
            assert!(!effects.is_empty() && !effects.contains('\n'), "{effects}");
            refusals(position, &legal, &line, rng);
            step(position, &legal[random::index(rng, legal.len())], played);
            true
        }
    }
}

/// Checks that notation is read back unchanged and that drawing never fails.
fn look(rules: &dyn Rules, position: &dyn Position, line: &str) {
    let read = rules.read(line).unwrap_or_else(|e| panic!("{line}: {e}"));
    assert_eq!(read.line(), line);
    assert_eq!(read.turn(), position.turn(), "after reading {line}");
    assert_eq!(read.legal(), position.legal(), "after reading {line}");
    assert!(!line.contains('\n') && line.len() < 1024);
    assert!(!terminal::draw(&position.scene()).is_empty());
    assert!(position.view().is_object());
    for mirrored in position.symmetries() {
        let mirror = rules
            .read(&mirrored)
            .unwrap_or_else(|e| panic!("{mirrored}: {e}"));
        assert_eq!(mirror.legal().len(), position.legal().len(), "{mirrored}");
    }
    if let Some(exchanged) = position.exchanged() {
        let other = rules
            .read(&exchanged)
            .unwrap_or_else(|e| panic!("{exchanged}: {e}"));
        assert_eq!(other.legal().len(), position.legal().len(), "{exchanged}");
        assert_eq!(other.exchanged().as_deref(), Some(line));
        if let (Turn::Seat(seat), Turn::Seat(then)) = (position.turn(), other.turn()) {
            assert_eq!(seat.other(), then);
        }
    }
    assert_eq!(position.perft(1), listed(position), "moves of {line}");
    assert!(!position.boxed().cast("no such outcome"));
}

/// Checks that pieces go from squares on which they stand to squares on which they stand afterwards, unless the move
/// takes them off the board.
fn paths_lead_somewhere(position: &dyn Position, notation: &str, line: &str) {
    let mut after = position.boxed();
    after.play(notation).expect("a legal move");
    for path in position.paths(notation) {
        assert!(path.len() > 1, "{path:?} of {notation} in {line}");
        let [from, to] = [(position, &path[0]), (&*after, &path[path.len() - 1])]
            .map(|(position, name)| standing(position, name));
        let from = from.unwrap_or_else(|| panic!("no square {} in {line}", path[0]));
        let to = to.unwrap_or_else(|| panic!("{path:?} of {notation} leaves the board in {line}"));
        let known = |name: &String| standing(position, name).is_some();
        assert!(path.iter().all(known), "{path:?} of {notation} in {line}");
        let arrives = |piece: &Piece| to.iter().any(|other| other.seat == piece.seat);
        let left = to.is_empty();
        assert!(
            left || from.iter().any(arrives),
            "{path:?} of {notation} in {line}"
        );
    }
}

/// The pieces on the squares of this name; `None` if there is none.
fn standing(position: &dyn Position, name: &str) -> Option<Vec<Piece>> {
    let grids = position
        .scene()
        .items
        .into_iter()
        .filter_map(|item| match item {
            Item::Grid(grid) if grid.role != GridRole::Card => Some(grid),
            _ => None,
        });
    let squares = grids.flat_map(|grid| grid.squares);
    let named: Vec<_> = squares
        .filter(|square| square.name.as_deref() == Some(name))
        .collect();
    (!named.is_empty()).then(|| named.into_iter().flat_map(|square| square.pieces).collect())
}

/// The number of legal moves by their lists; at a chance node, behind all its outcomes.
fn listed(position: &dyn Position) -> u64 {
    let outcomes = match position.turn() {
        Turn::Chance(chance) => chance.outcomes,
        _ => return position.legal().len() as u64,
    };
    let behind = outcomes.iter().map(|(outcome, _)| {
        let mut next = position.boxed();
        assert!(next.cast(outcome));
        listed(&*next)
    });
    behind.sum()
}

fn moves_are_words(position: &dyn Position, legal: &[String], line: &str) {
    for (i, m) in legal.iter().enumerate() {
        assert!(
            !m.is_empty() && m.bytes().all(|b| b.is_ascii_graphic()),
            "{m:?}"
        );
        assert!(!legal[..i].contains(m), "{m} twice in {line}");
        assert_eq!(position.explain(m), None, "in {line}");
        assert!(!position.narrate(m).is_empty());
    }
}

/// Checks that a text that isn't a listed move is either rejected with an explanation or another spelling of
/// a listed move.
fn refusals(position: &dyn Position, legal: &[String], line: &str, rng: &mut ChaCha8Rng) {
    let mut notation = legal[random::index(rng, legal.len())].clone().into_bytes();
    for _ in 0..=random::below(rng, 2) {
        let at = random::index(rng, notation.len());
        notation[at] = b"abcdefgh0123456789xXuldrsABpq"[random::index(rng, 29)];
    }
    let damaged = String::from_utf8_lossy(&notation).into_owned();
    let noise = String::from_utf8_lossy(&rng.next_u64().to_be_bytes()).into_owned();
    for notation in [
        damaged.as_str(),
        noise.as_str(),
        "",
        " ",
        "e4",
        "\u{1f600}",
        &"a".repeat(300),
    ] {
        let mut copy = position.boxed();
        if let Some(m) = copy.play(notation) {
            assert!(
                legal.contains(&m),
                "{notation:?} was played as {m} in {line}"
            );
            assert_eq!(position.explain(notation), None);
        } else {
            assert!(!legal.iter().any(|m| m == notation));
            assert_eq!(copy.line(), line, "a refused move changed the position");
            let why = position.explain(notation).unwrap_or_default();
            assert!(
                why.len() > 10 && why.len() < 600 && !why.contains('\n'),
                "{why:?}"
            );
        }
    }
}

fn step(position: &mut dyn Position, m: &str, played: &mut Vec<String>) {
    assert_eq!(position.play(m).as_deref(), Some(m));
    played.push(m.to_owned());
}
