//! Cases of single positions: one legal move, every roll of a die, no list of legal moves.

use referee_games::{Position, Rules, Turn};
use referee_report::Diagnosis;

use super::bot_under_test::BotUnderTest;
use super::case::CaseResult;
use super::conversation::{ANSWER, CheckStart, ask};
use super::observation::ProtocolRule;
use super::random_positions;

/// Number of positions of a kind.
const EACH: usize = 2;
/// Number of positions for a bot that knows the rules itself.
const BY_RULES: usize = 5;

/// Case: one legal move is left.
pub(super) fn one_move(subject: &BotUnderTest, rules: &dyn Rules) -> CaseResult {
    let matching_positions = random_positions::positions(rules, EACH, &|_, legal| legal.len() == 1);
    each(subject, rules, matching_positions, ANSWER, None)
}

/// Case: no legal move moves a piece, in games that have such moves; in onitama a card is exchanged.
pub(super) fn no_piece(subject: &BotUnderTest, rules: &dyn Rules) -> CaseResult {
    let matching_positions = random_positions::positions(rules, EACH, &|position, legal| {
        let parts = position.move_parts();
        legal.iter().all(|notation| parts.moves_no_piece(notation))
    });
    each(subject, rules, matching_positions, ANSWER, None)
}

/// Case: after its move the bot is asked again, since its opponent has no move.
pub(super) fn twice(subject: &BotUnderTest, rules: &dyn Rules) -> CaseResult {
    let again = |position: &dyn Position, legal: &[String]| {
        let current_turn = position.turn();
        legal.iter().all(|move_text| {
            let mut next = position.boxed();
            next.play(move_text);
            next.turn() == current_turn
        })
    };
    let matching_positions =
        random_positions::positions(rules, 1, &|position, legal| again(position, legal));
    let Some(scene) = matching_positions
        .into_iter()
        .next()
        .and_then(|start| CheckStart::of(rules, start))
    else {
        return CaseResult::skipped("none came up");
    };
    let asked = super::talk::CheckConversation::begin(subject).and_then(|mut talk| {
        talk.game(&scene.line(subject))?;
        let move_text = talk.ask(&*scene.position)?;
        let mut next = scene.position.boxed();
        next.play(&move_text);
        talk.played(scene.seat, &move_text);
        talk.ask(&*next)
    });
    match asked {
        Ok(_) => CaseResult::fine(""),
        Err(seen) => seen.fault(ANSWER, None),
    }
}

/// Case: every outcome of a die.
pub(super) fn dice(subject: &BotUnderTest, rules: &dyn Rules) -> CaseResult {
    let Some((position, chance)) = random_positions::die(rules) else {
        return CaseResult::skipped("it has no dice");
    };
    let cast = chance.outcomes.iter().map(|(outcome, _)| {
        let mut next = position.boxed();
        next.cast(outcome);
        next
    });
    each(subject, rules, cast.collect(), ANSWER, None)
}

/// Case: positions without the list of legal moves, for a bot that says that it knows the rules.
pub(super) fn no_legal(subject: &BotUnderTest, rules: &dyn Rules, claims: bool) -> CaseResult {
    if !claims {
        return CaseResult::skipped("it doesn't say legal=off");
    }
    let mut place = 0;
    let place = std::cell::Cell::from_mut(&mut place);
    let matching_positions = random_positions::positions(rules, BY_RULES, &|_, _| {
        place.set(place.get() + 1);
        place.get() % 7 == 0
    });
    let rule = ProtocolRule(
        "a line `move WORD` with a legal move, known without `legal`",
        "protocol.md#without-the-legal-moves",
    );
    each(
        subject,
        rules,
        matching_positions,
        rule,
        Some(Diagnosis::NoLegal),
    )
}

/// Asks each position in its own process.
fn each(
    subject: &BotUnderTest,
    rules: &dyn Rules,
    positions: Vec<Box<dyn Position>>,
    rule: ProtocolRule,
    suspect: Option<Diagnosis>,
) -> CaseResult {
    if positions.is_empty() {
        return CaseResult::skipped("none came up");
    }
    let count = positions.len();
    for position in positions {
        if !matches!(position.turn(), Turn::Seat(_)) {
            continue;
        }
        let Some(scene) = CheckStart::of(rules, position) else {
            continue;
        };
        if let Err(seen) = ask(subject, &scene, |_| {}) {
            let illegal = seen.mistake == Diagnosis::Illegal;
            return seen.fault(rule, suspect.filter(|_| illegal));
        }
    }
    CaseResult::fine(referee_output::text_layout::count(count as u64, "position"))
}
