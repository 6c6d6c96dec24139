//! Takes new versions of bots into the folder of a ladder, where they stay, and says which of them are to be checked and
//! to play.
//!
//! ```text
//! FOLDER/ladder.toml         settings: those of the games, and the table [ladder]       LadderSettings
//! FOLDER/bots/NAME/          the operator's bots, by copies or `git pull`               BotsWatch
//! FOLDER/versions/NAME/N/    a version: version.json, and its frozen sources in files/  Versions
//! FOLDER/authors.json        names of authors, and the hashes of their tokens           Authors
//! FOLDER/uploads/            what is being received; emptied when a ladder begins
//! FOLDER/ladder.lock         held by the process that plays the ladder
//! ```
//!
//! Begin at [`Intake`]: [`Intake::open`] locks the folder, [`Intake::admit`] lets an author send an archive and
//! [`UploadSlot::take`] makes a version of it, [`BotsWatch::look`] does so with the operator's folders, and
//! [`Intake::versions`] lists them and changes their states. A version waits until it is checked, is accepted or refused,
//! and retires when newer ones of its bot play. This crate checks and plays no bot, and looks at no clock: whoever calls
//! it says what time it is, in milliseconds since 1970.
//!
//! # Crashes
//!
//! A version is unpacked, copied and described in `uploads`, and its description lies in the folder of its files. When
//! all of it is on the disk, one rename moves it to its place, and the place is its number: what was killed or met a full
//! disk before that never was, and what comes after that finds it there. All that is computed from versions (who owns a
//! name, how many an author has sent within an hour, who is next) is computed from these descriptions, so that a restart
//! forgets nothing. A file that changes is written beside the old one, and renamed.
//!
//! # Strangers
//!
//! An archive is unpacked by `referee_build::unpack_upload` within the bounds of [`LadderSettings`]; nothing of it is run
//! here. An author has one upload at a time, so many within an hour and so many that wait, and so many bots;
//! [`Versions::next_to_check`] serves the authors in turn. Where the disk that versions may use is full, those that don't
//! play any more lose their files, the oldest first, but never their descriptions.

mod admission;
mod authors;
mod bots_folder;
mod check;
mod durable;
mod error;
mod folder;
mod intake;
mod ladder_file;
mod names;
mod play;
mod version;
mod versions;

pub use authors::{Author, Authors};
pub use bots_folder::{BotsListing, BotsWatch};
pub use check::{BUILD_TEXT, CHECK_TEXT};
pub use error::UploadError;
pub use folder::{LadderFolder, LadderLock};
pub use intake::{Intake, Receipt, UploadSlot};
pub use ladder_file::LadderFile;
pub use names::{BOT_NAME_MAX, check_bot_name, version_name};
pub use play::Ladder;
pub use referee_config::LadderSettings;
pub use version::{BotVersion, VersionState};
pub use versions::Versions;
