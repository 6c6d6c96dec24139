//! Before the first game: of every bot a snapshot is made, from which it plays; what is built is
//! built in a copy of its own first.

mod apart;
mod cache;
#[cfg(target_os = "linux")]
mod cell;
mod command;
mod disk;
mod fetch;
mod key;
mod reach;
mod snapshot;
mod tree;

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use referee_arena::{Haven, missing_path, remove_tree};
use referee_jail::Namespaces;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use crate::config::{Builds, Entrant, Refused, USUAL, check_executable};
use crate::exit::{bad_input, machine};
use crate::out;
use crate::sinks::plain_lines;
use crate::sources::Sources;
pub use apart::apart;
use cache::Cache;
use command::{Failed, Step};
use disk::Disk;
pub use reach::{Closed, told};
use tree::Purpose;

/// Bytes that the folder of a build may hold.
const DISK: u64 = 2 << 30;
/// Files, folders and links that it may hold.
const FILES: u64 = 200_000;
/// Where a build has its HOME, in the copy.
const HOME: &str = ".home";

/// How bots are made ready.
#[derive(Clone, Debug)]
pub struct Wishes {
    /// How they are built.
    pub builds: Builds,
    /// Whether a bot may fetch what its build needs.
    pub fetch: bool,
    /// Whether results that are kept are left alone.
    pub anew: bool,
    /// Sources that were read before, by the bots' names.
    pub sources: BTreeMap<String, Sources>,
    /// What no bot may open.
    pub closed: Closed,
}

impl Wishes {
    /// Those of somebody who has said nothing.
    pub fn new(builds: Builds) -> Wishes {
        Wishes {
            builds,
            fetch: false,
            anew: false,
            sources: BTreeMap::new(),
            closed: Closed::default(),
        }
    }
}

/// Bots that can't be built, and must not be played.
#[derive(Default)]
pub struct Unbuilt {
    /// Those that are optional.
    pub refused: Vec<Refused>,
    /// The others: the name of each, and a sentence that says why.
    pub broken: Vec<(String, String)>,
}

/// Builds bots as [`build_each`] does. Gives the optional bots that can't be built, which must not be
/// played; any other is an error.
pub async fn build(
    bots: &mut [Entrant],
    haven: &Haven,
    wishes: &Wishes,
) -> anyhow::Result<Vec<Refused>> {
    let unbuilt = build_each(bots, haven, wishes).await?;
    let sentences: Vec<String> = unbuilt.broken.into_iter().map(|(_, why)| why).collect();
    if sentences.is_empty() {
        return Ok(unbuilt.refused);
    }
    Err(bad_input(sentences.join("\n")))
}

/// Makes a snapshot of every bot, in the haven, and builds those that ask for it, as many at the same
/// time as there are processors. What lives on of a build ends with the haven.
pub async fn build_each(
    bots: &mut [Entrant],
    haven: &Haven,
    wishes: &Wishes,
) -> anyhow::Result<Unbuilt> {
    let parallel = std::thread::available_parallelism().map_or(1, usize::from);
    let turns = Arc::new(Semaphore::new(parallel));
    let wishes = Arc::new(wishes.clone());
    let cache = cache(bots);
    let kept: Vec<PathBuf> = cache::root().into_iter().collect();
    let disk = Arc::new(Disk::now(haven.folder(), &kept));
    let mut failed: Vec<(usize, Failed)> = Vec::new();
    for (number, why) in wishes.closed.clone().check(bots) {
        failed.push((number, why.into()));
    }
    let mut tasks = JoinSet::new();
    for (number, bot) in bots.iter().enumerate() {
        if failed.iter().any(|(other, _)| *other == number) {
            continue;
        }
        let (turns, bot, haven) = (Arc::clone(&turns), bot.clone(), haven.clone());
        let (wishes, cache, disk) = (Arc::clone(&wishes), cache.clone(), Arc::clone(&disk));
        tasks.spawn(async move {
            let _turn = turns.acquire().await;
            let made = make(bot, &haven, &wishes, cache.as_ref(), &disk).await;
            (number, made)
        });
    }
    let mut remarks = BTreeSet::new();
    while let Some(done) = tasks.join_next().await {
        let (number, made) = done.map_err(machine)?;
        match (bots.get_mut(number), made) {
            (Some(bot), Ok(made)) => {
                remarks.extend(made.remarks.iter().cloned());
                *bot = made;
            }
            (_, Ok(_)) => {}
            (_, Err(why)) => failed.push((number, why)),
        }
    }
    for remark in remarks {
        out::remark(&plain_lines(&format!("referee: {remark}")));
    }
    failed.sort();
    let mut unbuilt = Unbuilt::default();
    for (number, failed) in failed {
        let Some(bot) = bots.get(number) else {
            continue;
        };
        if bot.optional {
            unbuilt.refused.push(Refused {
                name: bot.name.clone(),
                why: failed.why,
                log: Some(failed.log).filter(|log| !log.is_empty()),
            });
        } else {
            let why = format!("bot {}: {failed}", bot.name);
            unbuilt.broken.push((bot.name.clone(), why));
        }
    }
    Ok(unbuilt)
}

/// Where results are kept, if anything is built and they can be.
fn cache(bots: &[Entrant]) -> Option<Cache> {
    if !bots.iter().any(Entrant::is_built) {
        return None;
    }
    Cache::open().unwrap_or_else(|why| {
        out::remark(&format!("referee: results of builds aren't kept: {why}"));
        None
    })
}

/// The bot as it plays: from a snapshot.
async fn make(
    mut bot: Entrant,
    haven: &Haven,
    wishes: &Wishes,
    cache: Option<&Cache>,
    disk: &Arc<Disk>,
) -> Result<Entrant, Failed> {
    let Some(origin) = bot.program.folder.clone() else {
        return Ok(bot);
    };
    let built = bot.is_built();
    let jailed = built && wishes.builds.jailed && haven.jail().confines();
    let purpose = match (built, jailed && rustix::process::geteuid().is_root()) {
        (false, _) => Purpose::Play,
        (true, false) => Purpose::Work,
        (true, true) => Purpose::Share,
    };
    let before = wishes.sources.get(&bot.name).cloned();
    let (place, known) = (haven.clone(), bot.clone());
    let copied = blocking(move || snapshot::copy(&known, &place, purpose, before.as_ref()));
    let folder = copied.await?;
    if let Some(commit) = &mut bot.commit {
        let home = commit.told(&origin.to_string_lossy());
        bot.program.origin = Some(home.into());
    }
    let folder = if built {
        let steps = steps(&bot, &folder, wishes, jailed, haven, disk);
        let result = snapshot::place(haven)?;
        let produced = produce(&bot, steps, &folder, &result, haven, wishes, cache).await;
        // It may hold more than can be removed at the end in a hurry.
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
    if haven.jail().confines() {
        snapshot::check_program(&bot.program, &folder)?;
    }
    bot.remarks.extend(snapshot::remarks(&bot, &folder)?);
    if let Some(commit) = &mut bot.commit {
        commit.give_back(&bot.program.read);
    }
    Ok(bot)
}

/// Builds a bot in a copy of its folder, or takes the result of an earlier build.
async fn produce(
    bot: &Entrant,
    steps: Vec<Step>,
    folder: &Path,
    result: &Path,
    haven: &Haven,
    wishes: &Wishes,
    cache: Option<&Cache>,
) -> Result<(), Failed> {
    let (copy, same) = (folder.to_owned(), steps.clone());
    let key = blocking(move || key::key(&copy, &same)).await?;
    let place = match cache {
        Some(cache) => Some(Arc::new(
            cache.place(&key).await.map_err(|e| e.to_string())?,
        )),
        None => None,
    };
    if let Some(place) = place.clone().filter(|_| !wishes.anew) {
        let result = result.to_owned();
        if blocking(move || place.take(&result)).await? {
            return Ok(());
        }
    }
    fetch::check(bot, wishes)?;
    let mut log = String::new();
    let jailed = steps.iter().any(|step| step.jailed);
    for step in steps {
        let network = step.network;
        match command::run(step, haven).await {
            Ok(written) => log += &written,
            Err(failed) => return Err(fetch::explained(failed, bot, folder, network)),
        }
    }
    let (copy, to) = (folder.to_owned(), result.to_owned());
    let known = if jailed {
        inside(folder, haven)
    } else {
        folder
    };
    let known = known.to_owned();
    let taken = move || {
        let mut tree = crate::sources::all(&copy)?;
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
            out::remark(&format!("referee: a build isn't kept: {}", failed.why));
        }
    }
    Ok(())
}

/// What is run in a copy of a bot's folder: what it fetches, then its build.
fn steps(
    bot: &Entrant,
    folder: &Path,
    wishes: &Wishes,
    jailed: bool,
    haven: &Haven,
    disk: &Arc<Disk>,
) -> Vec<Step> {
    let tasks = [("fetch", &bot.fetch), ("build", &bot.build)];
    let tasks = tasks
        .into_iter()
        .filter_map(|(what, task)| Some((what, task.as_ref()?)));
    let step = |(what, task): (&'static str, &crate::config::Task)| {
        let network = what == "fetch";
        let mut step = Step {
            what,
            words: task.words.clone(),
            program: command::program(task.program.as_deref(), &task.words, folder),
            folder: folder.to_owned(),
            env: environment(bot, jailed),
            read: bot.program.read.clone(),
            network,
            jailed,
            limits: wishes.builds.limits,
            disk: Arc::clone(disk),
        };
        if jailed {
            step.env.extend(homes(folder, haven));
            if network {
                fetch::admit(&mut step);
            }
        }
        step
    };
    tasks.map(step).collect()
}

/// The bot's own environment; outside of the jail without PATH, as the referee's own is wider.
fn environment(bot: &Entrant, jailed: bool) -> Vec<(OsString, OsString)> {
    let mut env = bot.program.env.clone();
    env.retain(|(name, _)| name != "PATH");
    let usual = USUAL.iter().map(PathBuf::from);
    let folders = bot.source.path.iter().cloned().chain(usual);
    if let Some(path) = std::env::join_paths(folders).ok().filter(|_| jailed) {
        env.push(("PATH".into(), path));
    }
    env
}

/// HOME and TMPDIR of a build: in its folder, so that what is fetched is there for the build.
fn homes(folder: &Path, haven: &Haven) -> [(OsString, OsString); 2] {
    let home = inside(folder, haven).join(HOME);
    let temp = home.join("tmp");
    [("HOME".into(), home.into()), ("TMPDIR".into(), temp.into())]
}

/// Where a build in the jail finds its folder.
fn inside<'a>(folder: &'a Path, haven: &Haven) -> &'a Path {
    if haven.jail().means().namespaces == Namespaces::None {
        folder
    } else {
        Path::new("/bot")
    }
}

async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, String> + Send + 'static,
) -> Result<T, Failed> {
    let done = tokio::task::spawn_blocking(work).await;
    Ok(done.map_err(|e| e.to_string())??)
}
