//! Asks a bot to judge positions: it takes the score of its `info` line, for both sides.
//!
//! A score is from the view of the side to move, and searches of even and odd depth differ. So the bot is
//! asked in the position, and again for the other side after its move; the mean of both counts.

use std::time::Duration;

use anyhow::Result;
use referee_engine::{BotSession, Utterance};
use referee_games::{Position, Rules, Seat, Turn};
use referee_output::failure::bad_input;
use referee_protocol::{Clock, Encoding, FromBot, GameLine, Info, Ready, SeatOutcome, ToBot};
use referee_record::{Limits, TimeBudget, derive};

use super::{BookJudges, BookRequest};

/// Time that an answer may take beyond the bot's limit; it can't lose by it here.
const PATIENCE: Duration = Duration::from_secs(5);

/// A bot that judges positions.
pub(super) struct PositionJudge<'a> {
    rules: &'a dyn Rules,
    session: BotSession,
    ready: Ready,
    clock: Clock,
    /// Time to get ready.
    start: Duration,
    seed: u64,
    asked: u64,
}

/// The bot's answer for a position.
struct Said {
    /// Its score, from the view of the side to move.
    score: Option<f64>,
    /// Its move; `None` if it gave up.
    move_text: Option<String>,
}

impl<'a> PositionJudge<'a> {
    /// Starts the bot and waits for `ready`. Returns an error if it doesn't start, doesn't say `ready` or
    /// doesn't play the game.
    pub(super) fn start(request: &'a BookRequest, bench: &BookJudges) -> Result<PositionJudge<'a>> {
        let limits = Limits::default();
        let session = BotSession::start(&bench.program, &limits, &bench.scope);
        let session = session.map_err(|error| bad_input(error.explained(&bench.program)))?;
        let move_ms = match request.time.budget {
            TimeBudget::Move { ms } => Some(ms),
            TimeBudget::Clock { .. } | TimeBudget::Untimed { .. } => None,
        };
        let mut judge = PositionJudge {
            rules: &*request.rules,
            session,
            ready: Ready::default(),
            clock: Clock {
                move_ms,
                nodes: request.time.nodes,
                ..Clock::default()
            },
            start: Duration::from_millis(limits.start_ms),
            seed: request.seed,
            asked: 0,
        };
        judge.ask_within(judge.start, &ToBot::Hello);
        while let Ok(line) = judge.line() {
            if let FromBot::Ready(ready) = FromBot::parse(&line) {
                judge.ready = ready;
                return judge.plays();
            }
        }
        let why = judge.session.stderr();
        Err(bad_input(format!(
            "bot {}: it didn't say `ready`; try `referee check`\n{}",
            bench.program.name,
            bench.program.at_home(&why)
        )))
    }

    fn plays(self) -> Result<PositionJudge<'a>> {
        let name = self.rules.name();
        match &self.ready.games {
            Some(games) if !games.iter().any(|game| game == name) => {
                Err(bad_input(format!("the bot doesn't play {name}")))
            }
            _ => Ok(self),
        }
    }

    /// Returns the score of the side to move, in the bot's own unit; `None` if the bot gives up. Returns an
    /// error if the bot doesn't answer, plays an illegal move or tells no score.
    pub(super) fn score(&mut self, position: &dyn Position) -> Result<Option<f64>, String> {
        let Turn::Seat(mover) = position.turn() else {
            return Ok(None);
        };
        let first = self.ask(position, mover)?;
        let (Some(word), Some(score)) = (first.move_text, first.score) else {
            return Ok(None);
        };
        let mut after = position.boxed();
        after.play(&word);
        while let Turn::Forced(_, word) = after.turn() {
            after.play(&word);
        }
        let other = match after.turn() {
            Turn::Seat(other) => other,
            Turn::Failed(why) => return Err(why),
            _ => return Ok(Some(score)),
        };
        let second = self.ask(&*after, other)?;
        let back = second
            .score
            .map(|back| if other == mover { back } else { -back });
        Ok(Some(back.map_or(score, |back| f64::midpoint(score, back))))
    }

    /// Asks the bot in a new game.
    fn ask(&mut self, position: &dyn Position, seat: Seat) -> Result<Said, String> {
        self.asked += 1;
        let line = position.line();
        let seats = position.seats();
        let owned_pair = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
        let legal = !self.ready.legal_off;
        let game = GameLine {
            game: self.rules.name().to_owned(),
            seat: seat.letter(),
            seats: seats.iter().map(|seat| seat.letter()).collect(),
            id: self.asked,
            seed: derive(self.seed, "judge", &[&line]).small(),
            clock: self.clock.clone(),
            legal,
            options: self.rules.options().iter().map(owned_pair).collect(),
        };
        self.begin(&ToBot::Game(&game))?;
        let view = self.ready.json.then(|| position.view());
        self.tell(&ToBot::State {
            line: &line,
            view: view.as_ref(),
        });
        if legal {
            self.tell(&ToBot::Legal(&position.legal_line()));
        }
        let clock = self.clock.clone();
        let time = clock.move_ms.map(Duration::from_millis);
        self.ask_within(time.unwrap_or_default() + PATIENCE, &ToBot::Go(&clock));
        let said = self.answer(position, &line)?;
        self.tell(&ToBot::Result {
            outcome: SeatOutcome::Void,
            place: None,
            reason: "stopped",
            score: &[],
        });
        Ok(said)
    }

    fn answer(&mut self, position: &dyn Position, line: &str) -> Result<Said, String> {
        let mut score = None;
        loop {
            let heard = self.line();
            let heard = heard.map_err(|why| format!("the bot {why} in the position {line}"))?;
            match FromBot::parse(&heard) {
                FromBot::Info(info) => score = score_of(&info).or(score),
                FromBot::Resign => {
                    return Ok(Said {
                        score,
                        move_text: None,
                    });
                }
                FromBot::Move(word) => {
                    let played_move = position.boxed().play(&word);
                    let canonical = played_move.ok_or_else(|| {
                        let said = String::from_utf8_lossy(&heard);
                        format!("the bot answered {said:?} in the position {line}: no legal move")
                    })?;
                    if score.is_none() {
                        return Err(
                            "the bot tells no score before its move; expected a line such as `info \
                             score=1.5`, as house:level=3 writes it"
                                .to_owned(),
                        );
                    }
                    let move_text = Some(canonical);
                    return Ok(Said { score, move_text });
                }
                FromBot::Ready(_) | FromBot::Chatter => {}
            }
        }
    }

    /// Sends the message that begins a game, and waits until the bot has set up for it, if it says so.
    fn begin(&mut self, game: &ToBot<'_>) -> Result<(), String> {
        if !self.ready.setup {
            self.tell(game);
            return Ok(());
        }
        self.ask_within(self.start, game);
        loop {
            let heard = self
                .line()
                .map_err(|why| format!("the bot {why} after `game`"))?;
            if matches!(FromBot::parse(&heard), FromBot::Ready(_)) {
                return Ok(());
            }
        }
    }

    /// Reads the next line, or returns why there is none.
    fn line(&mut self) -> Result<Vec<u8>, String> {
        match self.session.answer() {
            Utterance::Line(line) => Ok(line),
            Utterance::TooMuch => Err("wrote more than is forgiven".to_owned()),
            Utterance::Silence(_) => Err("didn't answer in time".to_owned()),
            Utterance::End(fault) => Err(format!("ended ({})", fault.sentence)),
            Utterance::Broken(why) | Utterance::Crowded(why) => {
                Err(format!("can't be heard: {why}"))
            }
        }
    }

    fn tell(&mut self, message: &ToBot<'_>) {
        let line = self.written(message);
        self.session.tell(&line);
    }

    /// Sends a message that must be answered within `patience`.
    fn ask_within(&mut self, patience: Duration, message: &ToBot<'_>) {
        let line = self.written(message);
        self.session.ask(&line, patience);
    }

    fn written(&self, message: &ToBot<'_>) -> String {
        let encoding = if self.ready.json {
            Encoding::Json
        } else {
            Encoding::Text
        };
        let mut line = String::new();
        message.write(encoding, &mut line);
        line
    }
}

impl Drop for PositionJudge<'_> {
    fn drop(&mut self) {
        self.tell(&ToBot::Quit);
        let grace = Duration::from_millis(Limits::default().grace_ms);
        let _ = self.session.leaves(grace);
    }
}

/// Returns the score in an `info` line, in text or JSON.
fn score_of(info: &str) -> Option<f64> {
    if info.starts_with('{') {
        let object: serde_json::Value = serde_json::from_str(info).ok()?;
        return object.get("score")?.as_f64();
    }
    Info::parse(info).score
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_read_in_both_encodings() {
        assert_eq!(score_of("depth=2 score=-1.5 nodes=3"), Some(-1.5));
        assert_eq!(score_of("{\"type\":\"info\",\"score\":4}"), Some(4.0));
        assert_eq!(score_of("text=score"), None);
    }
}
