//! Tunes bots with a known optimum, without playing games.

use std::collections::HashSet;

use proptest::prelude::*;

use super::super::{Constraint, Gains, Parameter};
use super::*;

fn parameter(name: &str, integer: bool, [start, min, max, step]: [f64; 4]) -> Parameter {
    Parameter {
        name: name.to_owned(),
        integer,
        start,
        min,
        max,
        step,
    }
}

fn tuning(parameters: Vec<Parameter>, constraints: &[&str], iterations: u32) -> Tuning {
    let read = |text: &&str| Constraint::read(text).expect("an inequality");
    Tuning {
        parameters,
        constraints: constraints.iter().map(read).collect(),
        iterations,
        pairs: 8,
        gains: Gains::usual(iterations),
    }
}

fn course(tuning: &Tuning, master: u64) -> TuningState {
    tuning.check().expect("a sound tuning");
    let names = ["bot+", "bot-"].map(str::to_owned);
    TuningState::new(tuning, master, names).expect("a sound tuning")
}

/// Blunder rate of a bot that plays a random move with probability |θ − θ*| for each of its parameters; the
/// score between two such bots is a logistic function of the difference of their rates.
fn blunders(values: &[f64], best: f64) -> f64 {
    let sane = values.iter().map(|x| 1.0 - (x - best).abs().min(1.0));
    1.0 - sane.product::<f64>()
}

/// Plays all iterations: 8 pairs each, with results drawn from the seed.
fn play(course: &mut TuningState, master: u64, steep: f64, blunders: &dyn Fn(&[f64]) -> f64) {
    while !course.is_finished() {
        let [up, down] = [0, 1].map(|side| blunders(&course.space.values(&course.sides[side])));
        let score = 1.0 / (1.0 + (steep * (up - down)).exp());
        let mut counts = [0; 3];
        for number in course.numbers() {
            let drawn = derive(master, "result", &[&number.to_string()]).small();
            let won = f64::from(drawn) / f64::from(1_u32 << 31) < score;
            counts[2 * usize::from(won)] += 1;
        }
        course.go(counts);
    }
}

/// Starts at three times the best value of each of three parameters and must come within 10 % of it, in 400
/// iterations of 8 pairs, that is 6400 games.
#[test]
fn three_parameters_come_home_in_nine_of_ten_seeds() {
    let make_parameter = |name| parameter(name, false, [0.3, 0.0, 1.0, 0.025]);
    let tuning = tuning(
        vec![
            make_parameter("a"),
            make_parameter("b"),
            make_parameter("c"),
        ],
        &[],
        400,
    );
    assert_eq!(tuning.games(), 6400);
    for steep in [6.0, 8.0, 12.0] {
        let home = |master: &u64| {
            let mut course = course(&tuning, *master);
            play(&mut course, *master, steep, &|values| blunders(values, 0.1));
            course.result().iter().all(|x| (x - 0.1).abs() <= 0.01)
        };
        let home = (1..=100_u64).filter(home).count();
        assert!(home >= 90, "steep {steep}: {home} of 100 seeds");
    }
}

#[test]
fn whole_numbers_come_home_too() {
    let make_parameter = |name| parameter(name, true, [30.0, 0.0, 100.0, 3.0]);
    let tuning = tuning(vec![make_parameter("a"), make_parameter("b")], &[], 400);
    let best = |values: &[f64]| blunders(&[values[0] / 100.0, values[1] / 100.0], 0.1);
    let home = |master: &u64| {
        let mut course = course(&tuning, *master);
        play(&mut course, *master, 8.0, &best);
        course.result().iter().all(|x| (x - 10.0).abs() <= 1.0)
    };
    let home = (1..=100_u64).filter(home).count();
    assert!(home >= 90, "{home} of 100 seeds");
}

#[test]
fn a_constraint_is_kept_where_the_best_is_behind_it() {
    let make_parameter = |name, start| parameter(name, false, [start, 0.0, 1.0, 0.025]);
    let all = vec![make_parameter("low", 0.3), make_parameter("high", 0.6)];
    let tuning = tuning(all, &["low + 0.2 <= high"], 400);
    let mut course = course(&tuning, 5);
    // Without the constraint both would be 0.4: the nearest allowed values are 0.3 and 0.5.
    play(&mut course, 5, 12.0, &|values| {
        let far = values.iter().map(|x| (x - 0.4).powi(2));
        far.sum::<f64>().min(1.0)
    });
    let result = course.result();
    assert!(
        (result[0] - 0.3).abs() < 0.04 && (result[1] - 0.5).abs() < 0.04,
        "{result:?}"
    );
}

#[test]
fn the_same_seed_has_the_same_course_and_another_one_not() {
    let make_parameter = |name| parameter(name, false, [0.3, 0.0, 1.0, 0.03]);
    let tuning = tuning(vec![make_parameter("a"), make_parameter("b")], &[], 30);
    let of = |master| {
        let mut course = course(&tuning, master);
        play(&mut course, 1, 8.0, &|values| blunders(values, 0.1));
        course.past().to_vec()
    };
    assert_eq!(of(7), of(7));
    assert_ne!(of(7), of(8));
}

#[test]
fn signs_are_fair_and_independent() {
    let make_parameter = |name| parameter(name, false, [0.5, 0.0, 1.0, 0.01]);
    let tuning = tuning(vec![make_parameter("a"), make_parameter("b")], &[], 1000);
    let mut course = course(&tuning, 3);
    let mut seen = [0; 4];
    while !course.is_finished() {
        let [up, down] = &course.sides;
        seen[usize::from(up[0] > down[0]) + 2 * usize::from(up[1] > down[1])] += 1;
        course.go([0, 16, 0]);
    }
    assert!(seen.iter().all(|n| (190..=310).contains(n)), "{seen:?}");
}

/// Makes a tuning invalid.
type Spoil = fn(&mut Tuning);

#[test]
fn what_is_wrong_is_said_at_its_key() {
    let sound = || tuning(vec![parameter("a", true, [3.0, 1.0, 9.0, 1.0])], &[], 10);
    let cases: [(Spoil, &str, &str); 13] = [
        (|t| t.iterations = 0, "iterations", "from 1"),
        (|t| t.pairs = 0, "pairs", "from 1"),
        (|t| t.parameters.clear(), "parameters", "at least one"),
        (
            |t| t.parameters[0].name = "a b".into(),
            "parameters.0.name",
            "letters",
        ),
        (
            |t| t.parameters[0].start = 10.0,
            "parameters.0.start",
            "from 1 to 9",
        ),
        (
            |t| t.parameters[0].start = 2.5,
            "parameters.0.start",
            "whole number",
        ),
        (
            |t| t.parameters[0].max = 1.0,
            "parameters.0.max",
            "above min",
        ),
        (|t| t.parameters[0].step = 0.2, "parameters.0.step", "0.5"),
        (
            |t| t.parameters[0].step = 5.0,
            "parameters.0.step",
            "half of the range",
        ),
        (
            |t| t.parameters.push(t.parameters[0].clone()),
            "parameters.1.name",
            "two parameters",
        ),
        (|t| t.gains.alpha = 2.0, "alpha", "at most 1"),
        (
            |t| t.constraints = vec![Constraint::read("b <= 2").expect("read")],
            "constraints.0",
            "no parameter is named b",
        ),
        (
            |t| t.constraints = vec![Constraint::read("a <= 2").expect("read")],
            "constraints",
            "the start breaks it",
        ),
    ];
    assert_eq!(sound().check(), Ok(()));
    for (spoil, key, why) in cases {
        let mut tuning = sound();
        spoil(&mut tuning);
        let (at, said) = tuning.check().expect_err(key);
        assert!(at == key && said.contains(why), "{key}: {at}: {said}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever the results are, everything that is played or printed is allowed and on the grid, and
    /// integers are whole; the two sides differ in at least one iteration.
    #[test]
    fn what_is_played_is_allowed(
        integers in proptest::collection::vec(any::<bool>(), 3),
        steps in proptest::collection::vec(1.0..4.0_f64, 3),
        master in any::<u32>(),
        results in proptest::collection::vec(0_u64..=16, 40),
        bound in 8.0..20.0_f64,
    ) {
        let names = ["a", "b", "c"];
        let first = [4.0, 4.0, 2.0];
        let make_parameter = |i: usize| parameter(names[i], integers[i], [first[i], 0.0, 10.0, steps[i]]);
        let sum = format!("a + 1.5*b + c <= {bound:.3}");
        let mut constraints = vec!["c <= a"];
        if first[0] + 1.5 * first[1] + first[2] <= bound - 0.01 {
            constraints.push(&sum);
        }
        let tuning = tuning((0..3).map(make_parameter).collect(), &constraints, 40);
        let mut course = course(&tuning, master.into());
        let mut widths = HashSet::new();
        for won in results {
            for values in course.sides.clone().map(|side| course.space.values(&side)) {
                for (tuned_parameter, x) in tuning.parameters.iter().zip(&values) {
                    prop_assert!((tuned_parameter.min..=tuned_parameter.max).contains(x), "{} = {x}", tuned_parameter.name);
                    prop_assert!(!tuned_parameter.integer || x.fract() == 0.0, "{} = {x}", tuned_parameter.name);
                }
                for constraint in &tuning.constraints {
                    prop_assert!(constraint.excess(&names, &values) <= 0.0, "{} {:?}", &constraint.text, &values);
                }
            }
            widths.insert(course.sides[0] != course.sides[1]);
            course.go([16 - won, 0, won]);
        }
        prop_assert!(widths.contains(&true));
        for (name, shown) in course.settings(&course.result()) {
            let tuned_parameter = tuning.parameters.iter().find(|known| known.name == name).expect("known");
            let x: f64 = shown.parse().expect("a number");
            prop_assert!((tuned_parameter.min..=tuned_parameter.max).contains(&x), "{shown}");
        }
    }
}
