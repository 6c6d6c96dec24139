//! A ladder in a temporary folder, and archives to send to it.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use flate2::Compression;
use flate2::write::GzEncoder;
use referee_ladder::{
    BotVersion, Intake, LadderFolder, LadderSettings, Receipt, UploadError, VersionState,
};
use tar::{Builder, Header};
use tempfile::TempDir;

/// A moment, in milliseconds since 1970.
pub(crate) const NOW: u64 = 1_800_000_000_000;
/// Milliseconds of a minute.
pub(crate) const MINUTE: u64 = 60_000;

/// A ladder that is open.
pub(crate) struct TestLadder {
    pub(crate) intake: Arc<Intake>,
    settings: LadderSettings,
    place: TempDir,
}

impl TestLadder {
    pub(crate) fn new(settings: LadderSettings) -> TestLadder {
        let place = tempfile::tempdir().expect("a folder");
        TestLadder {
            intake: open(place.path(), &settings),
            settings,
            place,
        }
    }

    /// Ends the ladder, has something happen to its folder, and begins it again.
    pub(crate) fn after(self, what: impl FnOnce(&Path)) -> TestLadder {
        let TestLadder {
            intake,
            settings,
            place,
        } = self;
        drop(intake);
        what(place.path());
        TestLadder {
            intake: open(place.path(), &settings),
            settings,
            place,
        }
    }

    pub(crate) fn again(self) -> TestLadder {
        self.after(|_| {})
    }

    /// Returns a path in its folder.
    pub(crate) fn at(&self, path: &str) -> PathBuf {
        self.place.path().join(path)
    }

    /// Sends an archive.
    pub(crate) fn send_archive(
        &self,
        (author, bot): (&str, &str),
        archive: &[u8],
        now_ms: u64,
    ) -> Result<Receipt, UploadError> {
        let slot = self.intake.admit(author, bot, now_ms)?;
        slot.take(archive, now_ms)
    }

    /// Sends a bot with this script.
    pub(crate) fn send(
        &self,
        sender: (&str, &str),
        script: &str,
        now_ms: u64,
    ) -> Result<Receipt, UploadError> {
        self.send_archive(sender, &archive(&[("bot.sh", script)]), now_ms)
    }

    /// Sends a bot that has to become a new version.
    #[track_caller]
    pub(crate) fn sent(&self, sender: (&str, &str), script: &str, now_ms: u64) -> BotVersion {
        match self.send(sender, script, now_ms).expect("it is taken") {
            Receipt::New(version) => version,
            Receipt::Same(version) => panic!("it is {} again", version.name()),
        }
    }

    #[track_caller]
    pub(crate) fn mark(&self, bot: &str, number: u32, state: VersionState, now_ms: u64) {
        let marked = self.intake.versions().mark(bot, number, state, now_ms);
        marked.expect("it may become that");
    }

    /// Returns the names of all versions.
    pub(crate) fn names(&self) -> Vec<String> {
        let versions = self.intake.versions();
        versions.all().map(BotVersion::name).collect()
    }

    /// Returns how many files and folders lie in `uploads`.
    pub(crate) fn receiving(&self) -> usize {
        fs::read_dir(self.at("uploads")).expect("a folder").count()
    }
}

fn open(place: &Path, settings: &LadderSettings) -> Arc<Intake> {
    let folder = LadderFolder::at(place).expect("it is there");
    Arc::new(Intake::open(folder, settings.clone()).expect("nobody has it"))
}

/// Returns a `.tar.gz` of these files.
pub(crate) fn archive(files: &[(&str, &str)]) -> Vec<u8> {
    let mut builder = Builder::new(Vec::new());
    for (name, contents) in files {
        let mut header = Header::new_gnu();
        header.set_mode(0o644);
        header.set_size(contents.len() as u64);
        let added = builder.append_data(&mut header, name, contents.as_bytes());
        added.expect("an entry");
    }
    let bytes = builder.into_inner().expect("an archive");
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(&bytes).expect("memory");
    encoder.finish().expect("memory")
}
