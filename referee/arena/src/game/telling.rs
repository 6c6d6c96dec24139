//! What the bots of a game are told, and those who watch it.

use referee_protocol::{Clock, GameLine, Outcome, ToBot};
use referee_record::{Evidence, SeatResult, Verdict};

use super::{Game, Notice, Watcher};
use crate::player::Player;

impl Game<'_, '_> {
    /// Tells every bot that is ready what is played.
    pub(super) fn tell_game(&mut self) {
        let seats: String = self.job.seats.iter().map(|chair| chair.seat).collect();
        let own = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
        let options: Vec<_> = self.rules.options().iter().map(own).collect();
        for (chair, told) in self.chairs.iter_mut().zip(&self.job.seats) {
            let Some(player) = chair.player.as_mut().filter(|_| chair.greeted) else {
                continue;
            };
            player.tell(&ToBot::Game(&GameLine {
                game: self.job.game.clone(),
                seat: chair.seat,
                seats: seats.clone(),
                id: self.job.number,
                seed: told.seed,
                clock: chair.clock.told(),
                legal: self.job.limits.legal && !player.bot.ready.legal_off,
                options: options.clone(),
            }));
            player.send();
        }
    }

    /// Tells a bot its own fault and result; one whose process can't be trusted any more is killed.
    pub(super) fn tell_fault(&mut self, i: usize, evidence: &Evidence, place: u8, kill: bool) {
        let chair = &mut self.chairs[i];
        let Some(player) = &mut chair.player else {
            return;
        };
        if !chair.greeted {
            player.bot.process.kill();
            return;
        }
        player.tell(&ToBot::Error {
            reason: &evidence.reason,
            text: &evidence.sentence,
        });
        let view = player.wants_view().then(|| self.position.view());
        player.tell(&ToBot::State {
            line: &evidence.state,
            view: view.as_ref(),
        });
        player.tell(&ToBot::Result {
            outcome: Outcome::Loss,
            place: Some(place),
            reason: &evidence.reason,
            score: &[],
        });
        player.send();
        if kill {
            player.bot.process.kill();
        }
    }

    pub(super) fn tell_results(&mut self, verdict: &Verdict) {
        let line = self.position.line();
        let points = |s: &SeatResult| Some((s.seat, s.score?));
        let score: Vec<_> = verdict.seats.iter().filter_map(points).collect();
        let firsts = verdict.seats.iter().filter(|s| s.place == 1).count();
        let void = verdict.void.is_some();
        for chair in self.chairs.iter_mut().filter(|chair| chair.playing) {
            let (Some(player), Some(own)) = (&mut chair.player, verdict.seat(chair.seat)) else {
                continue;
            };
            let view = player.wants_view().then(|| self.position.view());
            player.tell(&ToBot::State {
                line: &line,
                view: view.as_ref(),
            });
            player.tell(&ToBot::Result {
                outcome: match (own.place, firsts) {
                    _ if void => Outcome::Void,
                    (1, 1) => Outcome::Win,
                    (1, _) => Outcome::Draw,
                    _ => Outcome::Loss,
                },
                place: (!void).then_some(own.place),
                reason: &verdict.reason,
                score: &score,
            });
            player.send();
        }
    }

    pub(super) fn tell_all(&mut self, message: &ToBot<'_>) {
        for chair in self.chairs.iter_mut().filter(|chair| chair.playing) {
            if let Some(player) = &mut chair.player {
                player.tell(message);
            }
        }
    }

    pub(super) fn clock_told(&self, i: usize) -> Clock {
        let mut clock = self.chairs[i].clock.told();
        if clock.clock_ms.is_some() {
            let others = self
                .chairs
                .iter()
                .enumerate()
                .filter(|(j, c)| *j != i && c.playing);
            clock.others = others
                .filter_map(|(_, c)| Some((c.seat, c.clock.left_ms()?)))
                .collect();
        }
        clock
    }

    /// Shows those who watch what a bot has written to stderr since.
    pub(super) fn pass_stderr(&mut self, i: usize) {
        let chair = &mut self.chairs[i];
        let fresh = chair.player.as_mut().and_then(Player::take_stderr);
        if let Some(text) = fresh {
            notify(&mut self.watcher, Notice::Stderr(chair.seat, &text));
        }
    }
}

/// Tells those who watch, if anybody does.
pub(super) fn notify(watcher: &mut Watcher<'_>, notice: Notice<'_>) {
    if let Some(watcher) = watcher {
        watcher(notice);
    }
}
