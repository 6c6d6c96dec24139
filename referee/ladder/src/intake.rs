//! Takes versions in: from authors, who send archives, and from the folder of the operator's bots.

use std::collections::BTreeSet;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use referee_build::{FrozenSources, freeze, unpack_upload};
use referee_config::LadderSettings;

use crate::admission::{self, SpentUploads};
use crate::error::UploadError;
use crate::folder::{LadderFolder, LadderLock, UploadDraft};
use crate::version::BotVersion;
use crate::versions::{Versions, disk_bytes};

/// The intake of a ladder. While it is there, no other process plays in its folder.
#[derive(Debug)]
pub struct Intake {
    folder: LadderFolder,
    settings: LadderSettings,
    versions: Mutex<Versions>,
    /// Names of the authors whose uploads are being received.
    sending: Mutex<BTreeSet<String>>,
    spent: Mutex<SpentUploads>,
    _lock: LadderLock,
}

/// What came of something that was taken in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Receipt {
    /// It is a new version, which waits to be checked.
    New(BotVersion),
    /// Its files are those of the newest version of its bot, and it is no other.
    Same(BotVersion),
}

impl Intake {
    /// Opens a folder: locks it, removes what a killed process was receiving, and reads its versions.
    pub fn open(folder: LadderFolder, settings: LadderSettings) -> anyhow::Result<Intake> {
        let lock = folder.lock()?;
        let versions = Versions::read(&folder.versions())?;
        Ok(Intake {
            folder,
            settings,
            versions: Mutex::new(versions),
            sending: Mutex::default(),
            spent: Mutex::default(),
            _lock: lock,
        })
    }

    /// Returns the paths of its folder.
    pub fn folder(&self) -> &LadderFolder {
        &self.folder
    }

    /// Returns its settings.
    pub fn settings(&self) -> &LadderSettings {
        &self.settings
    }

    /// Returns its versions. Nobody else has them until the guard is dropped, so none may be held for long.
    pub fn versions(&self) -> MutexGuard<'_, Versions> {
        locked(&self.versions)
    }

    /// Admits an upload before its bytes are received; `now_ms` is in milliseconds since 1970. Until the slot is dropped
    /// the author has no other one, so that nobody fills memory or disk with uploads at the same time.
    pub fn admit(
        self: &Arc<Intake>,
        author: &str,
        bot: &str,
        now_ms: u64,
    ) -> Result<UploadSlot, UploadError> {
        self.check(&self.versions(), (Some(author), bot), now_ms)?;
        if !locked(&self.sending).insert(author.to_owned()) {
            let why = "another upload of yours is being received; send this one when it has ended";
            return Err(UploadError::TooMany(why.to_owned()));
        }
        Ok(UploadSlot {
            intake: Arc::clone(self),
            author: author.to_owned(),
            bot: bot.to_owned(),
        })
    }

    /// Takes in a bot of the operator, if its folder `is_still` as it was when its files are copied; otherwise returns
    /// `None`.
    pub(crate) fn take_folder(
        &self,
        bot: &str,
        is_still: impl FnOnce() -> bool,
        now_ms: u64,
    ) -> Result<Option<Receipt>, UploadError> {
        self.check(&self.versions(), (None, bot), now_ms)?;
        let draft = self.folder.draft()?;
        let folder = self.folder.bots().join(bot);
        let frozen = freeze(&folder, &draft.files(), self.settings.snapshot_limits);
        let frozen = frozen.map_err(UploadError::Unfit)?;
        if !is_still() {
            return Ok(None);
        }
        let receipt = self.place(&draft, (None, bot), &frozen, now_ms);
        receipt.map(Some)
    }

    fn check(
        &self,
        versions: &Versions,
        sender: (Option<&str>, &str),
        now_ms: u64,
    ) -> Result<(), UploadError> {
        let spent = locked(&self.spent);
        admission::check((versions, &spent), &self.settings, sender, now_ms)
    }

    /// Makes a version of the files in a draft.
    fn place(
        &self,
        draft: &UploadDraft,
        (author, bot): (Option<&str>, &str),
        frozen: &FrozenSources,
        now_ms: u64,
    ) -> Result<Receipt, UploadError> {
        if frozen.files == 0 {
            return Err(UploadError::Unfit(format!(
                "{bot} has no files; expected those of a bot"
            )));
        }
        let mut versions = self.versions();
        let newest = versions.newest(bot);
        if let Some(same) = newest.filter(|newest| newest.hash == frozen.hash) {
            return Ok(Receipt::Same(same.clone()));
        }
        // Others may have come in since.
        self.check(&versions, (author, bot), now_ms)?;
        let bytes = disk_bytes(frozen);
        admission::check_room(&versions, &self.settings, bytes)?;
        versions.make_room(bytes, self.settings.disk_mib << 20)?;
        let version = versions.place_new(&draft.version(), (author, bot), frozen, now_ms)?;
        Ok(Receipt::New(version))
    }
}

/// The right of an author to send one version of a bot, until it is dropped.
#[derive(Debug)]
pub struct UploadSlot {
    intake: Arc<Intake>,
    author: String,
    bot: String,
}

impl UploadSlot {
    /// Makes a version of an archive, which is `.tar`, `.tar.gz` or `.zip`, and returns when it is on the disk; `now_ms`
    /// is in milliseconds since 1970. It counts as an upload of its author, whatever comes of it.
    pub fn take(self, archive: &[u8], now_ms: u64) -> Result<Receipt, UploadError> {
        let receipt = self.unpack(archive, now_ms);
        // A version counts by itself.
        if !matches!(receipt, Ok(Receipt::New(_))) {
            locked(&self.intake.spent).add(&self.author, now_ms);
        }
        receipt
    }

    fn unpack(&self, archive: &[u8], now_ms: u64) -> Result<Receipt, UploadError> {
        let (intake, author, bot) = (&self.intake, self.author.as_str(), self.bot.as_str());
        let most = intake.settings.upload_mib;
        if archive.len() as u64 > most << 20 {
            return Err(UploadError::TooLarge(format!(
                "the archive of {bot} has more than {most} MiB (upload_mib); leave out what the bot doesn't need"
            )));
        }
        let draft = intake.folder.draft()?;
        let limits = intake.settings.source_limits();
        let unpacked = unpack_upload(archive, &draft.unpacked(), limits);
        let unpacked = unpacked.map_err(|error| refused(bot, error))?;
        let frozen = freeze(&unpacked, &draft.files(), limits);
        let frozen = frozen.map_err(|why| UploadError::from(io::Error::other(why)))?;
        intake.place(&draft, (Some(author), bot), &frozen, now_ms)
    }
}

impl Drop for UploadSlot {
    fn drop(&mut self) {
        locked(&self.intake.sending).remove(&self.author);
    }
}

/// Says whose fault it is that an archive isn't unpacked: the system gives its errors a number.
fn refused(bot: &str, error: io::Error) -> UploadError {
    match error.raw_os_error() {
        Some(_) => error.into(),
        None => UploadError::Unfit(format!("the archive of {bot}: {error}")),
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
