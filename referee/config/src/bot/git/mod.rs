//! Finds bots in a git repository: `git:REV[:PATH]`.
//!
//! The files of the commit are written to a temporary folder, where the bot is found like any other. The
//! repository is only read.

mod call;
mod checkout;
mod objects;
mod repository;

use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use referee_jail::Pin;

use super::bot_overrides::BotOverrides;
use super::{from_path, of_revision};
use crate::{ConfiguredBot, ResolveContext};
use checkout::Checkout;
use referee_output::sanitize::plain;
use repository::Repository;

/// Prefix of a bot from a git repository.
pub(super) const GIT: &str = "git:";
/// Digits of a commit id that are shown.
const SHORT: usize = 7;
/// Files that are named in a remark.
const NAMED: usize = 3;

/// The commit that holds a bot's files.
#[derive(Clone, Debug, PartialEq)]
pub struct SourceCommit {
    /// The bot as it was named, such as `git:main`.
    pub named: String,
    /// The commit id in hexadecimal digits.
    pub id: String,
    /// Folder with the files of the commit.
    root: PathBuf,
    /// Keeps the files until it is dropped.
    files: Option<Arc<Checkout>>,
}

impl SourceCommit {
    /// Returns a name of this bot that stays the same when its branch moves on.
    pub fn fixed(&self) -> String {
        // `git:REV:PATH`
        let path = self.named.splitn(3, ':').nth(2);
        let path = path.map_or_else(String::new, |path| format!(":{path}"));
        format!("{GIT}{}{path}", self.id)
    }

    /// Replaces the folder with the commit's files by the commit's name in a text.
    pub fn replace_root(&self, text: &str) -> String {
        let (root, shown) = (self.root.display().to_string(), short(&self.id));
        let text = text.replace(&format!("{root}/"), &format!("{GIT}{shown}:"));
        text.replace(&root, &format!("{GIT}{shown}"))
    }

    /// Returns whether a path is in the commit's files.
    pub fn holds(&self, path: &Path) -> bool {
        path.starts_with(&self.root)
    }

    /// Releases the files, unless one of these paths still needs them.
    pub fn give_back(&mut self, needed: &[Pin]) {
        if !needed.iter().any(|pin| self.holds(pin.real())) {
            self.files = None;
        }
    }
}

/// Returns the first digits of a commit id.
pub fn short(id: &str) -> &str {
    id.get(..SHORT).unwrap_or(id)
}

/// Finds a bot by the words after `git:`, in the repository around `base`.
pub(super) fn entrant(
    overrides: BotOverrides,
    words: &str,
    base: &Path,
    terms: ResolveContext,
) -> Result<ConfiguredBot, String> {
    let (revision, path) = words
        .split_once(':')
        .map_or((words, None), |(revision, path)| (revision, Some(path)));
    check(revision, path)?;
    let repository = Repository::around(base)?;
    let files = taken(&repository, revision)?;
    let path = match path {
        None => usual(&repository, &files),
        Some(path) => match path.strip_prefix("./") {
            Some(below) => repository.prefix.join(below),
            None => PathBuf::from(path),
        },
    };
    let path: PathBuf = path.components().collect();
    let mut commit = SourceCommit {
        named: format!("{GIT}{words}"),
        id: files.commit.clone(),
        root: files.root.clone(),
        files: None,
    };
    let whole = files.find(&path, &commit.named)?;
    let given = overrides.spec.name.is_some();
    let reword = |why: String| commit.replace_root(&why);
    let mut bot = from_path(overrides, &whole, terms).map_err(reword)?;
    if !given {
        let name = of_revision(&bot.name, short(&commit.id));
        bot.program.name.clone_from(&name);
        bot.name = name;
    }
    // A bot named by its full commit id needs no remark.
    if revision != commit.id {
        bot.remarks.push(format!(
            "bot {} is {} at commit {}",
            bot.name, commit.named, commit.id
        ));
    }
    bot.remarks.extend(missing(&bot.name, &files, &path));
    commit.files = Some(files);
    bot.commit = Some(commit);
    Ok(bot)
}

/// Refuses words that git would take for something else, and paths that lead out of the repository.
fn check(revision: &str, path: Option<&str>) -> Result<(), String> {
    let odd = |text: &str| text.chars().any(char::is_control);
    if revision.is_empty() || revision.starts_with('-') || odd(revision) {
        return Err(format!(
            "{revision:?} is no revision; expected git:REV or git:REV:PATH, such as git:main or \
             git:v1.2:bots/fox"
        ));
    }
    let Some(path) = path else {
        return Ok(());
    };
    let inside = |part: Component<'_>| matches!(part, Component::Normal(_) | Component::CurDir);
    if path.is_empty() || odd(path) || !Path::new(path).components().all(inside) {
        return Err(format!(
            "{path:?} is no path in a commit; expected one from the root of the repository, such as \
             bots/fox, or from here, such as ./fox, without `..`"
        ));
    }
    Ok(())
}

/// Default folder of the bot: the current one if the commit has a bot there, else the root.
fn usual(repository: &Repository, files: &Checkout) -> PathBuf {
    let here = repository.prefix.clone();
    if files.root.join(&here).join("bot.toml").is_file() {
        here
    } else {
        PathBuf::new()
    }
}

/// Returns the files of a revision. As long as they are held, the revision stays the same commit, even if
/// its branch moves on, and the commit's id finds them too.
fn taken(repository: &Repository, revision: &str) -> Result<Arc<Checkout>, String> {
    type Known = Vec<(PathBuf, String, Weak<Checkout>)>;
    static KNOWN: Mutex<Known> = Mutex::new(Vec::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let here = known.iter().filter(|(git, ..)| *git == repository.git);
    let mut held = here.filter_map(|(_, rev, held)| Some((rev, held.upgrade()?)));
    if let Some((_, files)) =
        held.find(|(rev, checkout)| *rev == revision || checkout.commit == revision)
    {
        return Ok(files);
    }
    let commit = repository.commit(revision)?;
    let files = Arc::new(Checkout::take(repository, commit)?);
    known.retain(|(.., held)| held.strong_count() > 0);
    let held = Arc::downgrade(&files);
    known.push((repository.git.clone(), revision.to_owned(), held));
    Ok(files)
}

/// Remarks on what is missing in the bot's folder because it isn't in the commit itself.
fn missing(name: &str, files: &Checkout, folder: &Path) -> Vec<String> {
    let list = |paths: &[PathBuf]| -> Option<String> {
        let below = paths.iter().filter(|path| path.starts_with(folder));
        let below: Vec<String> = below
            .map(|path| plain(&path.display().to_string()))
            .collect();
        let more = if below.len() > NAMED { ", …" } else { "" };
        let named: Vec<&str> = below.iter().take(NAMED).map(String::as_str).collect();
        (!below.is_empty()).then(|| named.join(", ") + more)
    };
    let modules = list(&files.modules).map(|paths| {
        format!("bot {name}: submodules aren't taken from a commit: {paths} is empty")
    });
    let large = list(&files.large).map(|paths| {
        format!(
            "bot {name}: files of Git LFS aren't fetched: {paths} is a pointer, as in the commit"
        )
    });
    modules.into_iter().chain(large).collect()
}
