//! Formats that pair by results: batches of meetings, each a function of those before.
//!
//! [`RoundSchedule`] does what these formats share: it numbers the games of a batch, waits until all of them
//! are settled, and lets the [`RoundFormat`] pair the next batch.

mod bracket;
mod knockout;
mod ladder;
mod meeting;
pub mod pairings;
mod swiss;

use std::collections::{BTreeMap, HashMap, VecDeque};

use referee_record::{Job, Outcome};

use crate::plan::game_config::{Entrant, GameConfig, GameSlot, from_one};
use crate::plan::{Plan, PlanChange, PlanError};
use crate::{Schedule, TieBreak};

pub(crate) use knockout::knockout;
pub(crate) use ladder::ladder;
use meeting::{GameValidity, MeetingResult, SettledGame};
use pairings::{EventPart, Meeting, MeetingState, Pairings, Round};
pub(crate) use swiss::swiss;

/// The pairing rules of a format. Bots are identified by their index in the order in which they joined, which
/// is their seeding.
pub(crate) trait RoundFormat: Send {
    /// Returns the next batch, of at least one meeting; None when the event is over. `active` says for each
    /// bot whether it takes part now.
    fn pair(&mut self, active: &[bool]) -> Option<MeetingBatch>;

    /// Records the results of the last batch's meetings, in their order.
    fn take(&mut self, ended: &[MeetingResult]);

    /// Returns the largest possible number of meetings among so many bots.
    fn most(&self, bots: usize) -> u64;

    /// Returns each bot's values for its rank.
    fn tie_breaks(&self) -> Vec<TieBreak>;

    /// Returns notes for users, in order.
    fn notes(&self) -> &[String];

    /// Returns the rounds of a bracket, if the format has one; `now` holds the present results of the current
    /// batch.
    fn bracket(&self, _now: &[MeetingResult]) -> Option<Vec<Round>> {
        None
    }
}

/// Meetings that are played at the same time.
pub(crate) struct MeetingBatch {
    /// Number of the round, from 1.
    pub(crate) round: u32,
    /// The pairs of bots; the first bot of each has the first seat in the first game.
    pub(crate) meetings: Vec<[usize; 2]>,
    /// The bot with a bye, if any.
    pub(crate) bye: Option<usize>,
}

/// Number of games of a meeting.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MeetingSize {
    pub(crate) deals: usize,
    /// Games of each deal.
    pub(crate) rotations: usize,
}

impl MeetingSize {
    fn games(self) -> usize {
        self.deals * self.rotations
    }
}

/// A game that is numbered but not issued yet.
struct Planned {
    number: u64,
    round: u32,
    /// Number of deals in the batches before it.
    dealt: usize,
    meeting: [usize; 2],
    /// Index of the game in its meeting, from 0.
    game: usize,
}

/// Schedule of a tournament that is played in batches.
pub(crate) struct RoundSchedule<F> {
    setup: GameConfig,
    form: MeetingSize,
    format: F,
    bots: Vec<Entrant>,
    index: HashMap<String, usize>,
    changes: Vec<PlanChange>,
    /// Index of the first change that withdrew each bot, from 0.
    leaves: HashMap<String, usize>,
    /// True for each bot that isn't there yet or has left.
    absent: Vec<bool>,
    /// Largest number of games of a meeting, now or later.
    longest: usize,
    /// Deals of all batches so far, including the current one.
    dealt: usize,
    /// Pairs of the current batch.
    meetings: Vec<[usize; 2]>,
    /// Number of the current batch's last game.
    last: u64,
    /// Number of games of the current batch that aren't settled.
    missing: usize,
    /// The settled games of the current batch, and of later ones.
    settled: BTreeMap<u64, SettledGame>,
    queue: VecDeque<Planned>,
    over: bool,
    /// The current batch, and the earlier ones with their results.
    current: Option<MeetingBatch>,
    past: Vec<(MeetingBatch, Vec<MeetingResult>)>,
}

impl<F: RoundFormat> RoundSchedule<F> {
    /// Creates the schedule and pairs the first batch.
    pub(crate) fn new(plan: &Plan, form: MeetingSize, format: F) -> RoundSchedule<F> {
        let bots: Vec<Entrant> = plan.everybody().cloned().collect();
        let names = bots.iter().enumerate();
        let leaves = plan
            .changes
            .iter()
            .enumerate()
            .rev()
            .flat_map(|(i, change)| {
                let withdrawn = change.withdrawn.iter();
                withdrawn.map(move |name| (name.clone(), i))
            });
        let raised = plan.changes.iter().filter_map(PlanChange::games);
        let mut course = RoundSchedule {
            setup: plan.setup.clone(),
            longest: raised.fold(form.games(), usize::max),
            form,
            format,
            index: names.map(|(i, bot)| (bot.name.clone(), i)).collect(),
            changes: plan.changes.clone(),
            leaves: leaves.collect(),
            absent: (0..bots.len()).map(|i| i >= plan.bots.len()).collect(),
            bots,
            dealt: 0,
            meetings: Vec::new(),
            last: 0,
            missing: 0,
            settled: BTreeMap::new(),
            queue: VecDeque::new(),
            over: false,
            current: None,
            past: Vec::new(),
        };
        course.advance();
        course
    }

    /// Pairs further batches, as long as all games of the current one are settled.
    fn advance(&mut self) {
        while self.missing == 0 && !self.over {
            self.close();
            self.come_and_go();
            let active: Vec<bool> = self.absent.iter().map(|absent| !absent).collect();
            match self.format.pair(&active) {
                Some(batch) => {
                    self.open(&batch);
                    self.current = Some(batch);
                }
                None => self.over = true,
            }
        }
    }

    /// Ends the current batch, if there is one.
    fn close(&mut self) {
        let Some(batch) = self.current.take() else {
            return;
        };
        let ended = self.stand();
        self.settled = self.settled.split_off(&(self.last + 1));
        for ended in &ended {
            for (player, left) in ended.players.iter().zip(ended.left) {
                self.absent[*player] |= left;
            }
        }
        self.format.take(&ended);
        self.meetings.clear();
        self.past.push((batch, ended));
    }

    /// Returns the present results of the current batch; games that aren't settled don't count.
    fn stand(&self) -> Vec<MeetingResult> {
        let MeetingSize { rotations, .. } = self.form;
        let first = self.last + 1 - (self.meetings.len() * self.form.games()) as u64;
        let game = |number: u64| {
            let open = SettledGame::Played {
                halves: [0; 2],
                standing: GameValidity::Void,
            };
            self.settled.get(&number).copied().unwrap_or(open)
        };
        let games: Vec<SettledGame> = (first..=self.last).map(game).collect();
        let meetings = self.meetings.iter().zip(games.chunks(self.form.games()));
        meetings
            .map(|(players, games)| MeetingResult::of(*players, games, rotations))
            .collect()
    }

    /// Applies the changes that are due: a change applies to batches that begin after all games recorded
    /// before it.
    fn come_and_go(&mut self) {
        let due = self
            .changes
            .partition_point(|change| change.after <= self.last);
        for change in self.changes.drain(..due) {
            if let Some(games) = change.games() {
                self.form.deals = games / self.form.rotations;
            }
            let joined = change.joined.iter().map(|bot| (&bot.name, false));
            let withdrawn = change.withdrawn.iter().map(|name| (name, true));
            for (name, absent) in joined.chain(withdrawn) {
                if let Some(bot) = self.index.get(name) {
                    self.absent[*bot] = absent;
                }
            }
        }
    }

    fn open(&mut self, batch: &MeetingBatch) {
        self.meetings.clear();
        for &meeting in &batch.meetings {
            for game in 0..self.form.games() {
                self.last += 1;
                self.missing += usize::from(!self.settled.contains_key(&self.last));
                self.queue.push_back(Planned {
                    number: self.last,
                    round: batch.round,
                    dealt: self.dealt,
                    meeting,
                    game,
                });
            }
            let [a, b] = meeting;
            self.meetings.push([a.min(b), a.max(b)]);
        }
        self.dealt += self.form.deals;
    }

    fn settle(&mut self, number: u64, game: SettledGame) {
        let begun = self.settled.insert(number, game).is_none() && number <= self.last;
        self.missing -= usize::from(begun);
        self.advance();
    }

    fn job(&self, planned: &Planned) -> Job {
        let rotations = self.form.rotations;
        let [first, second] = planned.meeting;
        // A block is in the order of the configuration, whichever bot has the first seat.
        let turned = usize::from(rotations == 1 && first > second);
        let block = [&self.bots[first.min(second)], &self.bots[first.max(second)]];
        let spot = GameSlot {
            stage: "main",
            round: planned.round,
            deal: from_one(planned.dealt + planned.game / rotations),
            rotation: planned.game % rotations + turned,
            rotations,
        };
        self.setup.job(planned.number, &block, spot)
    }

    fn is_closed(&self, number: u64) -> bool {
        let games = (self.meetings.len() * self.form.games()) as u64;
        number <= self.last.saturating_sub(games)
    }
}

impl<F: RoundFormat> Schedule for RoundSchedule<F> {
    fn next(&mut self) -> Option<Job> {
        let planned = self.queue.pop_front()?;
        Some(self.job(&planned))
    }

    fn record(&mut self, outcome: &Outcome) {
        if !self.is_closed(outcome.number) {
            self.settle(outcome.number, SettledGame::of(outcome));
        }
    }

    /// If both bots have left by now, only the one that left first counts as gone: the job was skipped when
    /// it left, and the other was still there. A bot that left without being withdrawn was gone from the
    /// beginning of a batch, so it counts as the first.
    fn skip(&mut self, job: &Job, gone: &[String], _parked: &[String]) {
        if self.is_closed(job.number) {
            return;
        }
        let when = |bot: &String| self.leaves.get(bot);
        let first = gone.iter().map(when).min();
        let left = |i: usize| {
            let bot = job.place.block.get(i).filter(|bot| gone.contains(bot));
            bot.is_some_and(|bot| Some(when(bot)) == first)
        };
        let skipped = SettledGame::Skipped([left(0), left(1)]);
        self.settle(job.number, skipped);
    }

    fn finished(&self) -> bool {
        self.over && self.queue.is_empty()
    }

    /// None: it depends on the results and on which bots join or leave.
    fn size(&self) -> Option<u64> {
        None
    }

    fn most(&self) -> Option<u64> {
        let meetings = self.format.most(self.bots.len());
        meetings.checked_mul(self.longest as u64)
    }

    fn tie_breaks(&self) -> BTreeMap<String, TieBreak> {
        let names = self.bots.iter().map(|bot| bot.name.clone());
        names.zip(self.format.tie_breaks()).collect()
    }

    fn notes(&self) -> Vec<String> {
        self.format.notes().to_vec()
    }

    fn pairings(&self) -> Option<Pairings> {
        let now = self.current.as_ref().map(|batch| (batch, self.stand()));
        let ended = now.as_ref().map_or(&[][..], |(_, ended)| ended);
        if let Some(rounds) = self.format.bracket(ended) {
            return Some(Pairings {
                bracket: true,
                rounds,
            });
        }
        let names: Vec<String> = self.bots.iter().map(|bot| bot.name.clone()).collect();
        let round = |(batch, ended): (&MeetingBatch, &[MeetingResult]), state| Round {
            title: format!("round {}", batch.round),
            part: EventPart::Main,
            meetings: (batch.meetings.iter().zip(ended))
                .map(|(players, ended)| Meeting::of(ended, *players, &names, state))
                .collect(),
            bye: batch.bye.and_then(|bot| names.get(bot).cloned()),
        };
        let past = self.past.iter();
        let past = past.map(|(batch, ended)| round((batch, ended), MeetingState::Over));
        let now = now
            .iter()
            .map(|(batch, ended)| round((batch, ended), MeetingState::Playing));
        Some(Pairings {
            bracket: false,
            rounds: past.chain(now).collect(),
        })
    }
}

impl PlanChange {
    /// Returns the games of a meeting from then on, if the change raised them.
    fn games(&self) -> Option<usize> {
        let (_, games) = self.format.as_ref()?.rounds()?;
        Some(games as usize)
    }
}

/// Returns the names of all bots by index, including those that join later.
pub(crate) fn names(plan: &Plan) -> Vec<String> {
    plan.everybody().map(|bot| bot.name.clone()).collect()
}

/// Returns an error if the game hasn't two seats.
pub(crate) fn check_seats(plan: &Plan, format: &str) -> Result<(), PlanError> {
    match plan.setup.seats.len() {
        2 => Ok(()),
        seats => Err(PlanError::Format(format!(
            "format {format}: expected a game for two seats, but {} has {seats}; choose another \
             format, or a game or option with two seats",
            plan.setup.game
        ))),
    }
}
