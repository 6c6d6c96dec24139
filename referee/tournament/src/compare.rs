//! Compares a stored run with the tournament that is to continue it.
//!
//! Only differences in what is played count. Comments, the order of tables and bots, concurrency, cores and
//! paths are no differences; the stored order of the bots is kept.

use std::collections::{BTreeMap, BTreeSet};

use referee_build::Sources;
use referee_config::{RejectedBot, SourceCommit, Tournament, short};
use referee_schedule::{Entrant, Format, Plan, PlanChange, RaiseError};
use referee_store::StoredCommit;

use super::differences::{bounds, limits, list, settings, times};
use super::format::ends;
use super::plan;

/// The games that are played, and the sources that the bots are made of.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PlayedConfig {
    /// Plan of the games.
    pub plan: Plan,
    /// Each bot's sources by its name; see [`Sources`]. A bot without any counts as unchanged.
    pub sources: BTreeMap<String, Sources>,
    /// The commit of each bot that is named by one, by its name.
    pub commits: BTreeMap<String, StoredCommit>,
}

/// Differences between a tournament and a stored run.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Comparison {
    /// Differences in what is played, other than the bots that take part, one sentence each.
    pub differs: Vec<String>,
    /// Bounds that are wider now (rounds, games, starts), one sentence each.
    pub raised: Vec<String>,
    /// Bots that the run doesn't know.
    pub joined: Vec<Entrant>,
    /// Bots of the run that aren't in the tournament any more.
    pub withdrawn: Vec<String>,
    /// Bots that were withdrawn from the run and are in the tournament again.
    pub returned: Vec<String>,
    /// Bots in both whose sources have changed.
    pub changed: Vec<String>,
    /// Git revisions that name another commit now, one sentence each.
    pub moved: Vec<String>,
}

impl PlayedConfig {
    /// Reads the sources of the tournament's bots, before anything is built. Leaves out optional bots whose
    /// sources can't be read; returns an error if those of another bot can't be.
    pub(crate) fn of(tournament: &mut Tournament) -> Result<PlayedConfig, String> {
        let mut read = BTreeMap::new();
        for bot in tournament.bots.clone() {
            match Sources::of(&bot) {
                Ok(sources) => {
                    read.insert(bot.name, sources);
                }
                Err(why) if bot.optional => tournament.leave_out(RejectedBot {
                    name: bot.name,
                    why,
                    log: None,
                }),
                Err(why) => return Err(why),
            }
        }
        let bots = tournament.bots.iter();
        let commits =
            bots.filter_map(|bot| Some((bot.name.clone(), stored_commit(bot.commit.as_ref()?))));
        Ok(PlayedConfig {
            plan: plan(tournament),
            commits: commits.collect(),
            sources: read,
        })
    }

    /// Returns the hash of a bot's sources, if they are known.
    pub(crate) fn hash_of(&self, bot: &str) -> Option<&String> {
        Some(&self.sources.get(bot)?.hash)
    }
}

/// Fills in what the tournament file leaves open and a stored run has settled: the seed, and the number of
/// rounds where it depends on the number of bots. Bots that have played are no longer optional.
pub(crate) fn adopt(tournament: &mut Tournament, stored: &Plan) {
    if !tournament.seed_given {
        tournament.seed = stored.setup.master;
    }
    tournament.title.clone_from(&stored.title);
    tournament.distinct.clone_from(&stored.setup.distinct);
    let open = !tournament.rounds_given;
    match (&mut tournament.format, stored.format_now()) {
        (
            Format::Swiss { rounds, .. },
            Format::Swiss {
                rounds: settled, ..
            },
        )
        | (
            Format::Ladder { rounds, .. },
            Format::Ladder {
                rounds: settled, ..
            },
        ) if open => *rounds = *settled,
        _ => {}
    }
    for bot in &mut tournament.bots {
        bot.optional &= stored.everybody().all(|known| known.name != bot.name);
    }
}

/// Compares what is stored with what is played now.
pub(crate) fn compare(stored: &PlayedConfig, now: &PlayedConfig) -> Comparison {
    let before = &stored.plan;
    let gone = before.withdrawn();
    let known: BTreeSet<&str> = before.everybody().map(|bot| bot.name.as_str()).collect();
    let present: BTreeSet<&str> = now.plan.bots.iter().map(|bot| bot.name.as_str()).collect();
    let names = |names: Vec<&str>| names.into_iter().map(str::to_owned).collect();
    let mine = |keep: &dyn Fn(&str) -> bool| -> Vec<String> {
        let everybody = before.everybody().map(|bot| bot.name.as_str());
        names(everybody.filter(|name| keep(name)).collect())
    };
    let joined = now
        .plan
        .bots
        .iter()
        .filter(|bot| !known.contains(bot.name.as_str()));
    let other = |name: &str| {
        let sources = (stored.hash_of(name), now.sources.get(name));
        matches!(sources, (Some(before), Some(now)) if now.hash != *before)
    };
    let mut differs = settings(before, &now.plan);
    differs.extend(newcomers(before, &now.plan));
    differs.extend(times(before, &now.plan));
    differs.extend(limits(before, &now.plan));
    let (was, is) = (before.format_now(), &now.plan.format);
    let mut raised = bounds(before, &now.plan);
    if was.goes_on_as(&was.with_bounds_of(is)).is_err() {
        differs.append(&mut raised);
    }
    Comparison {
        differs,
        raised,
        joined: joined.cloned().collect(),
        withdrawn: mine(&|name| !gone.contains(name) && !present.contains(name)),
        returned: mine(&|name| gone.contains(name) && present.contains(name)),
        moved: moved(&stored.commits, &now.commits),
        changed: mine(&|name| !gone.contains(name) && present.contains(name) && other(name)),
    }
}

/// Finds git revisions that named another commit before, one sentence each.
fn moved(
    before: &BTreeMap<String, StoredCommit>,
    now: &BTreeMap<String, StoredCommit>,
) -> Vec<String> {
    let gone = |name: &String, commit: &StoredCommit| match now.get(name) {
        Some(same) => same.id != commit.id,
        None => true,
    };
    let gone = before.iter().filter(|(name, commit)| gone(name, commit));
    let sentence = |(name, was): (&String, &StoredCommit)| {
        let mut now = now.iter();
        let (other, is) = now.find(|(_, is)| is.named == was.named && is.id != was.id)?;
        let (old, new) = (short(&was.id), short(&is.id));
        // `git:REV:PATH`
        let path = was.named.splitn(3, ':').nth(2);
        let path = path.map_or_else(String::new, |path| format!(":{path}"));
        Some(format!(
            "{} was commit {old} ({name}) and is {new} ({other}) now; git:{old}{path} is still the first",
            was.named
        ))
    };
    gone.filter_map(sentence).collect()
}

/// Describes which bots of both plans are newcomers of the gauntlet in only one of them.
fn newcomers(before: &Plan, now: &Plan) -> Option<String> {
    let (Format::Gauntlet { newcomers: a, .. }, Format::Gauntlet { newcomers: b, .. }) =
        (before.format_now(), &now.format)
    else {
        return None;
    };
    let first = |name: &&String| before.bots.iter().any(|bot| bot.name == **name);
    let still = |name: &&String| now.bots.iter().any(|bot| bot.name == **name);
    let of_both = |names: &[String]| -> BTreeSet<String> {
        names.iter().filter(first).filter(still).cloned().collect()
    };
    let (a, b) = (of_both(a), of_both(b));
    let words = |names: BTreeSet<String>| list(&names.into_iter().collect::<Vec<_>>());
    (a != b).then(|| format!("newcomers: {}, now {}", words(a), words(b)))
}

impl Comparison {
    /// Returns whether the same bots play the same games; their sources may have changed.
    pub(crate) fn same_games(&self) -> bool {
        self.differs.is_empty() && self.raised.is_empty() && self.same_bots()
    }

    fn same_bots(&self) -> bool {
        self.joined.is_empty() && self.withdrawn.is_empty() && self.returned.is_empty()
    }

    /// Returns the change that `--extend` makes to the plan, or `None` if the bots and the bounds stay the
    /// same. `after` is the highest number of a recorded game. Returns an error that says why, if the run
    /// can't be extended.
    pub(crate) fn change(
        &self,
        stored: &Plan,
        now: &Plan,
        after: u64,
    ) -> Result<Option<PlanChange>, String> {
        let before = stored.format_now();
        let mut format = before.with_bounds_of(&now.format);
        if let Err(lower @ RaiseError::Lower { .. }) = before.goes_on_as(&format) {
            return Err(lower.to_string());
        }
        if !self.differs.is_empty() {
            return Err(nothing_else(before, &self.differs));
        }
        if !self.returned.is_empty() {
            return Err(format!(
                "{} left this run and can't come back under the same name, since results go by name; \
                 give another `name`",
                list(&self.returned)
            ));
        }
        let joined: Vec<&str> = self.joined.iter().map(|bot| bot.name.as_str()).collect();
        match (&mut format, &now.format) {
            (Format::Knockout { .. }, _) if !joined.is_empty() => {
                return Err(format!(
                    "the bracket of a knockout is drawn, so {} can't join it; bots can only leave",
                    list(&joined)
                ));
            }
            (Format::Gauntlet { newcomers, .. }, Format::Gauntlet { newcomers: now, .. }) => {
                let veteran = |name: &&&str| !now.iter().any(|n| n == **name);
                if let Some(name) = joined.iter().find(veteran) {
                    return Err(format!(
                        "who joins a gauntlet is a newcomer; add {name:?} to its newcomers"
                    ));
                }
                newcomers.extend(joined.iter().map(|&name| name.to_owned()));
            }
            _ => {}
        }
        let (left, seats) = (now.bots.len(), stored.setup.seats.len());
        if left < seats {
            return Err(format!(
                "{left} bots are left, but {} is played by {seats}",
                stored.setup.game
            ));
        }
        Ok(
            (!self.same_bots() || format != *before).then(|| PlanChange {
                after,
                joined: self.joined.clone(),
                withdrawn: self.withdrawn.clone(),
                format: (format != *before).then_some(format),
                appeals: Vec::new(),
            }),
        )
    }
}

/// Explains why a run of this format can't be extended by these differences.
fn nothing_else(format: &Format, differs: &[String]) -> String {
    let bounds: Vec<&str> = format.bounds().iter().map(|(key, _)| *key).collect();
    let raises = match &bounds[..] {
        [] => String::new(),
        keys => format!(", and raises {}", list(keys)),
    };
    let ends = ends(format).map_or_else(String::new, |why| format!("; {why}"));
    let differs = differs.join("; ");
    format!("--extend adds and withdraws bots{raises}, but changes nothing else: {differs}{ends}")
}

/// Converts the commit of a bot to the form that is stored with a run.
pub(crate) fn stored_commit(commit: &SourceCommit) -> StoredCommit {
    StoredCommit {
        named: commit.named.clone(),
        id: commit.id.clone(),
    }
}
