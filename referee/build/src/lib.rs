//! Prepares bots, and games whose rules are a program: makes a snapshot of each, from which it plays; a bot with a build command is first built in
//! a separate copy.
//!
//! Begin at [`build`]. The files that play are the files that are hashed ([`Sources`]): a snapshot is made of
//! the files that the hash covers. The result of a build is stored under a hash of everything that went into
//! it. What somebody hands in is unpacked by [`unpack_upload`] and kept by [`freeze`]. `reach` decides which paths
//! beyond its folder a bot may read; [`jail`] opens the sandbox; it is public as a namespace of what is said about the
//! jail.
//!
//! This crate must not know about schedules, what results mean, or how a run is shown.

mod apart;
mod archive;
mod belongs;
mod cache;
mod command;
mod disk;
mod fetch;
mod frozen;
mod game;
pub mod jail;
mod key;
mod printed;
mod private;
mod reach;
mod ready;
mod snapshot;
mod sources;
mod tree;
mod view;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use referee_config::{Builds, ConfiguredBot, RejectedBot, SourceLimits, check_executable};
use referee_engine::{ProcessScope, missing_path, remove_tree};
use referee_output::failure::{bad_input, machine};
use referee_output::remarks;
use referee_output::sanitize::plain_lines;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use crate::jail::JailRequest;
use cache::Cache;
use command::{BuildFailure, BuildStep};
use disk::Disk;
use tree::Purpose;
use view::{environment, homes, inside};

pub use apart::apart;
pub use archive::{pack, unpack, unpack_upload};
pub use belongs::{is_output, is_without_results, make_results_folder};
pub use frozen::{FrozenSources, SourceFilter, freeze};
pub use game::{GameBuild, bring, bring_stored, pack_game, unpack_game};
pub use reach::{ForbiddenPaths, describe_reach};
pub use ready::{programs, ready};
pub use sources::{SourceTree, Sources, bot_files};

/// Number of bytes that the folder of a build may hold.
const DISK: u64 = 2 << 30;
/// Number of files, folders and links that the folder of a build may hold.
const FILES: u64 = 200_000;
/// `HOME` of a build, relative to the copy of the bot's folder.
const HOME: &str = ".home";

/// Options for preparing bots.
#[expect(clippy::struct_excessive_bools, reason = "each is a choice of its own")]
#[derive(Clone, Debug)]
pub struct BuildOptions {
    /// Settings of builds: the jail and the limits.
    pub builds: Builds,
    /// True if a bot may fetch from the network what its build needs.
    pub fetch: bool,
    /// True if stored build results are not used.
    pub anew: bool,
    /// True if results of builds are stored.
    pub cache: bool,
    /// Sources that were read before, by the names of the bots.
    pub sources: BTreeMap<String, Sources>,
    /// True if bots may read what their own files ask for, beyond the system's files and their own.
    pub reads: bool,
    /// Paths that no bot may open.
    pub closed: ForbiddenPaths,
    /// True if bots are tried, so that advice on them is told.
    pub advise: bool,
}

impl BuildOptions {
    /// Makes the default options, given only the settings of builds and the jail that is asked for.
    pub fn new(builds: Builds, jail: &JailRequest) -> BuildOptions {
        BuildOptions {
            builds,
            fetch: false,
            reads: jail.reads(),
            anew: false,
            cache: true,
            sources: BTreeMap::new(),
            closed: ForbiddenPaths::default(),
            advise: false,
        }
    }
}

/// Bots that could not be built, and must not be played.
#[derive(Default)]
pub struct Unbuilt {
    /// The optional bots among them.
    pub refused: Vec<RejectedBot>,
    /// The others: the name of each, and a sentence with the reason.
    pub broken: Vec<(String, String)>,
}

/// Builds bots as [`build_each`] does. Returns the optional bots that could not be built, which must not be
/// played; if any other bot fails, returns an error.
pub async fn build(
    bots: &mut [ConfiguredBot],
    scope: &ProcessScope,
    options: &BuildOptions,
) -> anyhow::Result<Vec<RejectedBot>> {
    let unbuilt = build_each(bots, scope, options).await?;
    let sentences: Vec<String> = unbuilt.broken.into_iter().map(|(_, why)| why).collect();
    if sentences.is_empty() {
        return Ok(unbuilt.refused);
    }
    Err(bad_input(sentences.join("\n")))
}

/// Makes a snapshot of every bot in the folder of the process scope, and builds the bots that ask for it, as
/// many at the same time as there are processors. Processes that a build leaves behind end with the process
/// scope.
pub async fn build_each(
    bots: &mut [ConfiguredBot],
    scope: &ProcessScope,
    options: &BuildOptions,
) -> anyhow::Result<Unbuilt> {
    let parallel = std::thread::available_parallelism().map_or(1, usize::from);
    let turns = Arc::new(Semaphore::new(parallel));
    let options = Arc::new(options.clone());
    let cache = cache(bots).filter(|_| options.cache);
    let kept: Vec<PathBuf> = cache::root().into_iter().collect();
    let disk = Arc::new(Disk::now(scope.folder(), &kept));
    let mut failed: Vec<(usize, BuildFailure)> = Vec::new();
    // Outside a jail, bots can read anything anyway.
    let reads = options.reads || !scope.jail().confines();
    for (number, why) in options.closed.clone().check(bots, reads) {
        failed.push((number, why.into()));
    }
    let mut tasks = JoinSet::new();
    for (number, bot) in bots.iter().enumerate() {
        if failed.iter().any(|(other, _)| *other == number) {
            continue;
        }
        let (turns, bot, scope) = (Arc::clone(&turns), bot.clone(), scope.clone());
        let (options, cache, disk) = (Arc::clone(&options), cache.clone(), Arc::clone(&disk));
        tasks.spawn(async move {
            let _turn = turns.acquire().await;
            let made = make(bot, &scope, &options, cache.as_ref(), &disk).await;
            (number, made)
        });
    }
    let mut remarks = BTreeSet::new();
    while let Some(done) = tasks.join_next().await {
        let (number, made) = done.map_err(machine)?;
        match (bots.get_mut(number), made) {
            (Some(bot), Ok(made)) => {
                remarks.extend(made.remarks.iter().cloned());
                if options.advise {
                    remarks.extend(made.advice.iter().cloned());
                }
                *bot = made;
            }
            (_, Ok(_)) => {}
            (_, Err(why)) => failed.push((number, why)),
        }
    }
    for remark in remarks {
        remarks::lines(&plain_lines(&format!("referee: {remark}")));
    }
    failed.sort();
    let mut unbuilt = Unbuilt::default();
    for (number, failed) in failed {
        let Some(bot) = bots.get(number) else {
            continue;
        };
        if bot.optional {
            unbuilt.refused.push(RejectedBot {
                name: bot.name.clone(),
                why: failed.why,
                log: Some(failed.log).filter(|log| !log.is_empty()),
            });
        } else {
            let why = format!("{} {}: {failed}", bot.role.word(), bot.name);
            unbuilt.broken.push((bot.name.clone(), why));
        }
    }
    Ok(unbuilt)
}

/// Opens the cache of build results, if a bot is built and the cache can be used.
fn cache(bots: &[ConfiguredBot]) -> Option<Cache> {
    if !bots.iter().any(ConfiguredBot::is_built) {
        return None;
    }
    Cache::open().unwrap_or_else(|why| {
        remarks::lines(&format!("referee: results of builds aren't kept: {why}"));
        None
    })
}

/// Prepares one bot: returns it with the snapshot from which it plays.
async fn make(
    mut bot: ConfiguredBot,
    scope: &ProcessScope,
    options: &BuildOptions,
    cache: Option<&Cache>,
    disk: &Arc<Disk>,
) -> Result<ConfiguredBot, BuildFailure> {
    let Some(origin) = bot.program.folder.clone() else {
        return Ok(bot);
    };
    let built = bot.is_built();
    let jailed = built && options.builds.jailed && scope.jail().confines();
    let purpose = match (built, jailed && rustix::process::geteuid().is_root()) {
        (false, _) => Purpose::Play,
        (true, false) => Purpose::Work,
        (true, true) => Purpose::Share,
    };
    let before = options.sources.get(&bot.name).cloned();
    let (place, known) = (scope.clone(), bot.clone());
    let copied = blocking(move || snapshot::copy(&known, &place, purpose, before.as_ref()));
    let folder = copied.await?;
    if let Some(commit) = &mut bot.commit {
        let home = commit.replace_root(&origin.to_string_lossy());
        bot.program.origin = Some(home.into());
    }
    let folder = if built {
        let steps = steps(&bot, &folder, options, jailed, scope, disk);
        let result = snapshot::place(scope)?;
        let produced = produce(&bot, steps, &folder, &result, scope, options, cache).await;
        // It may hold more files than can be removed in a hurry at the end.
        let gone = folder.clone();
        blocking(move || {
            remove_tree(&gone);
            Ok(())
        })
        .await?;
        produced?;
        result
    } else {
        folder
    };
    snapshot::move_to(&mut bot.program, &origin, &folder);
    if built {
        let checked = check_executable(&bot.program.executable);
        checked.map_err(|why| format!("after its build: {}", bot.program.at_home(&why)))?;
    }
    if scope.jail().confines() {
        snapshot::check_program(&bot.program, &folder)?;
    }
    bot.remarks.extend(snapshot::remarks(&bot, &folder)?);
    if let Some(commit) = &mut bot.commit {
        commit.give_back(&bot.program.read);
    }
    Ok(bot)
}

/// Builds a bot in a copy of its folder, or takes the stored result of an earlier build.
async fn produce(
    bot: &ConfiguredBot,
    steps: Vec<BuildStep>,
    folder: &Path,
    result: &Path,
    scope: &ProcessScope,
    options: &BuildOptions,
    cache: Option<&Cache>,
) -> Result<(), BuildFailure> {
    let (copy, same) = (folder.to_owned(), steps.clone());
    let key = blocking(move || key::key(&copy, &same)).await?;
    let place = match cache {
        Some(cache) => Some(Arc::new(
            cache.place(&key).await.map_err(|e| e.to_string())?,
        )),
        None => None,
    };
    if let Some(place) = place.clone().filter(|_| !options.anew) {
        let result = result.to_owned();
        if blocking(move || place.take(&result)).await? {
            return Ok(());
        }
    }
    fetch::check(bot, options)?;
    let mut log = String::new();
    let jailed = steps.iter().any(|step| step.jailed);
    for step in steps {
        let network = step.network;
        match command::run(step, scope).await {
            Ok(written) => log += &written,
            Err(failed) => return Err(fetch::explained(failed, bot, folder, network)),
        }
    }
    let (copy, to) = (folder.to_owned(), result.to_owned());
    let known = if jailed {
        inside(folder, scope)
    } else {
        folder
    };
    let known = known.to_owned();
    let bounds = SourceLimits {
        mib: bot.bounds.mib + (DISK >> 20),
        files: bot.bounds.files + FILES,
    };
    let taken = move || {
        // Processes that the build left behind may still write there.
        let mut tree = sources::all_within(&copy, bounds)?;
        for spent in [".cache", "tmp"] {
            tree.leave_out(&Path::new(HOME).join(spent));
        }
        let shown = |why: String| format!("after its build: {why}");
        tree::copy(&tree, &to, Purpose::Play).map_err(shown)?;
        tree::mend_links(&tree, &known, &to).map_err(|e| shown(format!("its links: {e}")))
    };
    blocking(taken).await?;
    if let (Some(cache), Some(place)) = (cache.cloned(), place) {
        let from = result.to_owned();
        let kept = blocking(move || {
            place.keep(&from, &log)?;
            cache.trim(&place);
            Ok(())
        });
        if let Err(failed) = kept.await {
            remarks::lines(&format!("referee: a build isn't kept: {}", failed.why));
        }
    }
    Ok(())
}

/// Returns the commands to run in a copy of a bot's folder: its fetch command, then its build command.
fn steps(
    bot: &ConfiguredBot,
    folder: &Path,
    options: &BuildOptions,
    jailed: bool,
    scope: &ProcessScope,
    disk: &Arc<Disk>,
) -> Vec<BuildStep> {
    let tasks = [("fetch", &bot.fetch), ("build", &bot.build)];
    let tasks = tasks
        .into_iter()
        .filter_map(|(what, task)| Some((what, task.as_ref()?)));
    let step = |(what, task): (&'static str, &referee_config::BuildTask)| {
        let network = what == "fetch";
        let mut step = BuildStep {
            what,
            words: task.words.clone(),
            program: command::program(task.program.as_deref(), &task.words, folder),
            folder: folder.to_owned(),
            env: environment(bot, jailed),
            read: bot.program.read.clone(),
            network,
            jailed,
            limits: options.builds.limits,
            disk: Arc::clone(disk),
        };
        if jailed {
            step.env.extend(homes(folder, scope));
            if network {
                fetch::admit(&mut step);
            }
        }
        step
    };
    tasks.map(step).collect()
}

async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, String> + Send + 'static,
) -> Result<T, BuildFailure> {
    let done = tokio::task::spawn_blocking(work).await;
    Ok(done.map_err(|e| e.to_string())??)
}
