//! Cases of a conversation: one bot alone, one question, and something unusual about it.

use referee_games::{Position, Rules, Turn};
use referee_protocol::{Clock, Encoding, GameLine, ToBot};

use super::case::Finding;
use super::mistake::Mistake;
use super::seen::{Rule, Seen};
use super::subject::Subject;
use super::talk::Talk;

/// What a question has to be answered with.
pub const ANSWER: Rule = Rule(
    "a line `move WORD` with a legal move",
    "protocol.md#messages",
);
const READY: Rule = Rule(
    "a line `ready` before the start limit",
    "protocol.md#messages",
);
const IGNORED: Rule = Rule(
    "the same as without it: what isn't known is ignored",
    "protocol.md#messages",
);
/// Lines before a question: more than a pipe holds.
const MANY: usize = 3000;
/// The longest line, its end included.
const LONGEST: usize = 16 << 10;

/// A start in which a seat has to move.
pub struct Scene<'a> {
    /// The game.
    pub rules: &'a dyn Rules,
    /// The position.
    pub position: Box<dyn Position>,
    /// All seats.
    pub seats: String,
    /// Who moves.
    pub seat: char,
}

impl<'a> Scene<'a> {
    /// Where a seat has to move in the position.
    pub fn of(rules: &'a dyn Rules, position: Box<dyn Position>) -> Option<Scene<'a>> {
        let Turn::Seat(seat) = position.turn() else {
            return None;
        };
        Some(Scene {
            rules,
            seats: position.seats().iter().map(|seat| seat.letter()).collect(),
            seat: seat.letter(),
            position,
        })
    }

    /// The first question of a game: chance takes its first outcome.
    pub fn first(rules: &'a dyn Rules) -> Option<Scene<'a>> {
        let mut position = rules.start();
        while let Turn::Chance(chance) = position.turn() {
            // The last outcome of a die is its best: the one with a choice.
            let (outcome, _) = chance.outcomes.last()?;
            position.cast(outcome);
        }
        Scene::of(rules, position)
    }

    /// The line that begins the game.
    pub fn line(&self, subject: &Subject) -> GameLine {
        subject.game_line(self.rules, &self.seats, self.seat)
    }
}

/// Greets, and gives what the bot said of itself.
pub fn handshake(subject: &Subject) -> (Finding, Option<Talk<'_>>) {
    match Talk::begin(subject) {
        Err(seen) => (seen.fault(READY, None), None),
        Ok(mut talk) => {
            let unknown = talk.ready.games.clone().unwrap_or_default();
            let unknown = unknown
                .into_iter()
                .find(|game| referee_games::find(game).is_none());
            if let Some(game) = unknown {
                let seen = talk.seen(Mistake::Games, format!("there is no game {game:?}"));
                return (seen.fault(READY, None), Some(talk));
            }
            let ms = talk.start.as_millis();
            let name = talk.ready.name.clone();
            let name = name.map_or(String::new(), |name| format!("{name}, "));
            (Finding::fine(format!("{name}{ms} ms")), Some(talk))
        }
    }
}

/// Nothing stands before `ready`.
pub fn banner(talk: &mut Talk<'_>) -> Finding {
    if talk.banner.is_empty() {
        return Finding::fine("");
    }
    let count = talk.banner.len();
    let mut seen = talk.seen(
        Mistake::Banner,
        format!("{count} other lines came before `ready`"),
    );
    seen.came = talk.banner.iter().take(4).cloned().collect();
    let rule = Rule(
        "nothing before `ready`",
        "protocol.md#from-the-bot-to-the-referee",
    );
    seen.fault(rule, None)
}

/// An ordinary question.
pub fn question(subject: &Subject, scene: &Scene<'_>) -> Finding {
    let game = scene.rules.name();
    match ask(subject, scene, |_| {}) {
        Ok(_) => Finding::fine(game),
        Err(mut seen) => {
            seen.what = format!("{game}: {}", seen.what);
            seen.fault(ANSWER, None)
        }
    }
}

/// The position is asked for after the game line and what else is told.
pub fn ask(
    subject: &Subject,
    scene: &Scene<'_>,
    before: impl FnOnce(&mut Talk<'_>),
) -> Result<String, Seen> {
    let mut talk = Talk::begin(subject)?;
    talk.game(&scene.line(subject));
    before(&mut talk);
    talk.ask(&*scene.position)
}

fn finding(asked: Result<String, Seen>, rule: Rule, suspect: Option<Mistake>) -> Finding {
    match asked {
        Ok(_) => Finding::fine(""),
        Err(seen) => seen.fault(rule, suspect),
    }
}

/// Whole messages that no bot knows.
pub fn unknown_keyword(subject: &Subject, scene: &Scene<'_>) -> Finding {
    let asked = ask(subject, scene, |talk| {
        let lines = match talk.encoding() {
            Encoding::Text => "weather sunny temperature=21\nnews\n",
            Encoding::Json => "{\"type\":\"weather\",\"sky\":[1,{}]}\n{\"type\":\"news\"}\n",
        };
        talk.say(lines);
    });
    finding(asked, IGNORED, Some(Mistake::UnknownKeyword))
}

/// Pairs and words that no bot knows, on every line but the state and the moves.
pub fn unknown_key(subject: &Subject, scene: &Scene<'_>) -> Finding {
    with_lines(
        subject,
        scene,
        Mistake::UnknownKey,
        IGNORED,
        |line, keyword| {
            let pair = match keyword {
                "game" | "go" if line.starts_with('{') => ",\"mood\":{\"of\":\"day\"}}",
                "game" | "go" => " mood=fine",
                _ => return line.to_owned(),
            };
            line.trim_end_matches('}').to_owned() + pair
        },
    )
}

/// The pairs of `game` the other way round.
pub fn key_order(subject: &Subject, scene: &Scene<'_>) -> Finding {
    let rule = Rule(
        "pairs are looked up by name: their order is no promise",
        "protocol.md#from-the-referee-to-the-bot",
    );
    with_lines(subject, scene, Mistake::KeyOrder, rule, |line, keyword| {
        if keyword != "game" || line.starts_with('{') {
            return line.to_owned();
        }
        let (words, pairs): (Vec<&str>, Vec<&str>) =
            line.split(' ').partition(|word| !word.contains('='));
        let turned = words.into_iter().chain(pairs.into_iter().rev());
        turned.collect::<Vec<_>>().join(" ")
    })
}

/// A question whose lines are changed one by one.
fn with_lines(
    subject: &Subject,
    scene: &Scene<'_>,
    suspect: Mistake,
    rule: Rule,
    change: impl Fn(&str, &str) -> String,
) -> Finding {
    let asked = Talk::begin(subject).and_then(|mut talk| {
        let mut game = String::new();
        let line = scene.line(subject);
        let legal = line.legal && !talk.ready.legal_off;
        ToBot::Game(&GameLine { legal, ..line }).write(talk.encoding(), &mut game);
        let question = talk.question(&*scene.position, &subject.clock());
        let changed = |text: &str| -> String {
            let keyword = |line: &str| {
                let word = line.trim_start_matches("{\"type\":\"");
                let end = word.find([' ', '"']).unwrap_or(word.len());
                word[..end].to_owned()
            };
            let lines = text.lines().map(|line| change(line, &keyword(line)) + "\n");
            lines.collect()
        };
        talk.say(&changed(&game));
        talk.ask_in(&changed(&question), &*scene.position)
    });
    finding(asked, rule, Some(suspect))
}

/// The longest line that there can be.
pub fn long_line(subject: &Subject, scene: &Scene<'_>) -> Finding {
    let asked = ask(subject, scene, |talk| {
        let (begin, end) = match talk.encoding() {
            Encoding::Text => ("weather ", "\n"),
            Encoding::Json => ("{\"type\":\"weather\",\"sky\":\"", "\"}\n"),
        };
        let words = "move go quit ".repeat(LONGEST / 13 + 1);
        let room = LONGEST - begin.len() - end.len();
        talk.say(&format!("{begin}{}{end}", &words[..room]));
    });
    let rule = Rule(
        "lines of up to 16 KiB are read whole",
        "protocol.md#from-the-bot-to-the-referee",
    );
    finding(asked, rule, Some(Mistake::LongLine))
}

/// More lines before a question than a pipe holds.
pub fn many_lines(subject: &Subject, scene: &Scene<'_>) -> Finding {
    let asked = ask(subject, scene, |talk| {
        let line = match talk.encoding() {
            Encoding::Text => "weather sunny temperature=21 wind=3\n",
            Encoding::Json => "{\"type\":\"weather\",\"temperature\":21}\n",
        };
        talk.say(&line.repeat(MANY));
    });
    let rule = Rule("all lines are read, up to `go`", "protocol.md#time");
    finding(asked, rule, Some(Mistake::Unread))
}

/// Every form of the time.
pub fn clocks(subject: &Subject, scene: &Scene<'_>) -> Finding {
    let ms = subject.move_ms;
    let usual = Clock::default();
    let clock = Clock {
        clock_ms: Some(20 * ms),
        others: vec![('B', 20 * ms)],
        ..Clock::default()
    };
    let forms = [
        (
            "clock with increment",
            Clock {
                inc_ms: Some(ms),
                ..clock.clone()
            },
        ),
        (
            "clock with delay",
            Clock {
                delay_ms: Some(ms),
                ..clock.clone()
            },
        ),
        (
            "moves per period",
            Clock {
                inc_ms: Some(0),
                moves_left: Some(20),
                ..clock
            },
        ),
        (
            "no time but a cap",
            Clock {
                cap_ms: Some(ms),
                ..usual.clone()
            },
        ),
        (
            "CPU time",
            Clock {
                move_ms: Some(ms),
                cpu: true,
                cap_ms: Some(60_000),
                ..usual.clone()
            },
        ),
        (
            "depth and nodes",
            Clock {
                cap_ms: Some(ms),
                nodes: Some(1000),
                depth: Some(2),
                ..usual
            },
        ),
    ];
    let count = forms.len();
    for (name, clock) in forms {
        let asked = Talk::begin(subject).and_then(|mut talk| {
            let line = GameLine {
                clock: clock.clone(),
                ..scene.line(subject)
            };
            talk.game(&line);
            let question = talk.question(&*scene.position, &clock);
            talk.ask_in(&question, &*scene.position)
        });
        if let Err(mut seen) = asked {
            seen.what = format!("{name}: {}", seen.what);
            let rule = Rule("an answer whatever the time control", "protocol.md#time");
            return seen.fault(rule, Some(Mistake::Clock));
        }
    }
    Finding::fine(format!("{count} forms"))
}

/// JSON, for a bot that wants it: names and values that it doesn't know.
pub fn json(subject: &Subject, scene: &Scene<'_>, claims: bool) -> Finding {
    if !claims {
        return Finding::skipped("it doesn't say json=on");
    }
    let rule = Rule("a legal move, as JSON or as text", "protocol.md#json");
    finding(ask(subject, scene, |_| {}), rule, Some(Mistake::Json))
}

/// Leaves after `quit`, its input still open.
pub fn quit(subject: &Subject) -> Finding {
    let rule = Rule(
        "the process ends within its grace time",
        "protocol.md#limits-and-defaults",
    );
    left(subject, true, rule, Mistake::IgnoresQuit)
}

/// Leaves at the end of its input.
pub fn end_of_input(subject: &Subject) -> Finding {
    let rule = Rule(
        "the process ends with its input",
        "protocol.md#from-the-referee-to-the-bot",
    );
    left(subject, false, rule, Mistake::IgnoresEnd)
}

fn left(subject: &Subject, quit: bool, rule: Rule, mistake: Mistake) -> Finding {
    match Talk::begin(subject).and_then(|mut talk| talk.leave(quit)) {
        Ok(took) => Finding::fine(format!("{} ms", took.as_millis())),
        Err(seen) => {
            let suspect = (seen.mistake == Mistake::IgnoresQuit).then_some(mistake);
            seen.fault(rule, suspect)
        }
    }
}
