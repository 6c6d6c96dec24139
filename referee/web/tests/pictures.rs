//! Tests, for every game, that applying the changes of a replay gives the pictures of its positions.

use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};
use referee_games::scene::{Item, Scene};
use referee_games::{Position, Turn, games};
use referee_web::board::{SceneChange, changes};

/// Applies changes as the script does.
fn apply(scene: &mut Scene, changes: Vec<SceneChange>) {
    for change in changes {
        match change {
            SceneChange::Keep(items) => scene.items.truncate(items),
            SceneChange::Item(at, item) if at == scene.items.len() => scene.items.push(item),
            SceneChange::Item(at, item) => scene.items[at] = item,
            SceneChange::Square(at, square, what) => {
                let Item::Grid(grid) = &mut scene.items[at] else {
                    panic!("item {at} is no grid");
                };
                grid.squares[square] = what;
            }
        }
    }
}

/// Plays a random move or casts a die; returns false at the end.
fn step(position: &mut dyn Position, rng: &mut ChaCha8Rng) -> bool {
    match position.turn() {
        Turn::Over(_) => false,
        Turn::Chance(chance) => position.cast(chance.draw(rng)),
        _ => {
            let legal = position.legal();
            let move_text = &legal[rng.random_range(0..legal.len())];
            position.play(move_text).is_some()
        }
    }
}

#[test]
fn changes_lead_from_picture_to_picture() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for kind in games() {
        let rules = kind
            .rules(&std::collections::BTreeMap::new())
            .expect("rules");
        let mut position = rules.deal(&mut rng);
        let mut seen = position.scene();
        let mut steps = 0;
        while steps < 300 && step(&mut *position, &mut rng) {
            let scene = position.scene();
            let scene_changes = changes(&seen, &scene);
            let text = serde_json::to_string(&scene_changes).expect("JSON");
            assert!(text.len() < 6000, "{}: {text}", kind.name());
            apply(&mut seen, scene_changes);
            assert_eq!(seen, scene, "{}", kind.name());
            steps += 1;
        }
        assert!(steps > 5);
    }
}
