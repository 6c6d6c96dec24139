//! What the bots of a recorded run were sent, and the same bytes sent again without a referee.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::Result;
use referee_engine::{JobRules, SeatTranscript};
use referee_games::GameSource;
use referee_store::Run;

use crate::bare::BareBot;

/// What the bots of some games were sent.
pub(crate) struct Sent {
    /// What a new process is sent first.
    hello: String,
    games: Vec<SentGame>,
}

struct SentGame {
    /// The first and the last lines of the game, by seats.
    frames: [[String; 2]; 2],
    /// The questions in the order of the plies: the index of the seat, and all that was written.
    questions: Vec<(usize, String)>,
}

impl Sent {
    pub(crate) fn of(results: &Path) -> Result<Sent> {
        let mut hello = String::new();
        let mut games = Vec::new();
        let mut rules_of = JobRules::new(GameSource::built_in());
        for record in Run::open(results)?.records()? {
            let record = record?;
            let rules = rules_of.of(&record.played.job)?;
            let seats = [
                SeatTranscript::of(&*rules, &record, 'A')?,
                SeatTranscript::of(&*rules, &record, 'B')?,
            ];
            let asked = seats.iter().enumerate().flat_map(|(seat, transcript)| {
                let questions = transcript.questions.iter();
                questions.map(move |asked| (asked.ply, seat, asked.messages.clone()))
            });
            let mut asked: Vec<_> = asked.collect();
            asked.sort();
            // Processes that play all games are greeted in the first one.
            if hello.is_empty() {
                hello.clone_from(&seats[0].hello);
            }
            games.push(SentGame {
                frames: seats.map(|seat| [seat.game, seat.end]),
                questions: asked
                    .into_iter()
                    .map(|(_, seat, text)| (seat, text))
                    .collect(),
            });
        }
        Ok(Sent { hello, games })
    }

    fn start(&self, program: &Path) -> Result<BareBot> {
        let mut bot = BareBot::start(Command::new(program))?;
        bot.ask(&self.hello)?;
        Ok(bot)
    }

    #[expect(clippy::cast_precision_loss, reason = "thousands at most")]
    pub(crate) fn plies(&self) -> f64 {
        self.games
            .iter()
            .map(|game| game.questions.len())
            .sum::<usize>() as f64
    }

    /// Plays the games again and again for `slice`, in processes of its own for each game (`fresh`) or for all.
    /// Returns the plies per second.
    #[expect(clippy::cast_precision_loss, reason = "millions at most")]
    pub(crate) fn play(&self, program: &Path, fresh: bool, slice: Duration) -> Result<f64> {
        let mut kept: Option<[BareBot; 2]> = None;
        let mut plies = 0;
        let began = Instant::now();
        'games: loop {
            for game in &self.games {
                let mut bots = match kept.take() {
                    Some(bots) => bots,
                    None => [self.start(program)?, self.start(program)?],
                };
                game.play(&mut bots)?;
                plies += game.questions.len();
                if fresh {
                    bots.into_iter().for_each(BareBot::close);
                } else {
                    kept = Some(bots);
                }
                if began.elapsed() > slice {
                    break 'games;
                }
            }
        }
        let seconds = began.elapsed().as_secs_f64();
        kept.into_iter().flatten().for_each(BareBot::close);
        Ok(plies as f64 / seconds)
    }
}

impl SentGame {
    fn play(&self, bots: &mut [BareBot; 2]) -> Result<()> {
        for (bot, [first, _]) in bots.iter_mut().zip(&self.frames) {
            bot.tell(first)?;
        }
        for (seat, text) in &self.questions {
            bots[*seat].ask(text)?;
        }
        // The bots read on, whatever `quit` in the last lines of a recorded process says.
        for (bot, [_, end]) in bots.iter_mut().zip(&self.frames) {
            bot.tell(end.trim_end_matches("quit\n"))?;
        }
        Ok(())
    }
}
