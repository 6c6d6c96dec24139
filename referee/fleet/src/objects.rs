//! The files of bots and the manifest of a run: a coordinator keeps them while the run lasts, and gives them to
//! workers in parts.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Write};
use std::os::unix::fs::FileExt;
use std::time::{Duration, Instant};

use anyhow::Result;
use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use referee_output::failure::{bad_input, machine};
use tokio::time::timeout;

use crate::messages::{CoordinatorMessage, WorkerMessage};
use crate::object_id::ObjectId;
use crate::voice::{CoordinatorVoice, LeftOut};

/// Bytes in a part.
const PART: u64 = 256 << 10;
/// Bytes that are given for one request: a worker far away has to wait for an answer less often.
pub(crate) const AT_ONCE: u64 = 4 << 20;
/// Time without a part of an object after which it is asked for again, and after which it doesn't come.
const SILENCE: Duration = Duration::from_secs(10);
const MISSING: Duration = Duration::from_mins(5);

/// The objects that a coordinator gives away, in files without names, and their lengths.
#[derive(Default)]
pub(crate) struct ObjectStore {
    files: HashMap<ObjectId, (File, u64)>,
}

impl ObjectStore {
    /// Keeps an object. Returns an error if it can't be written.
    pub(crate) fn put(&mut self, id: ObjectId, bytes: &[u8]) -> Result<()> {
        let write = || {
            let mut file = tempfile::tempfile()?;
            file.write_all(bytes)?;
            Ok::<_, io::Error>(file)
        };
        let failed = |e| machine(format!("a copy of a bot's files for the workers: {e}"));
        let file = write().map_err(failed)?;
        self.files.insert(id, (file, bytes.len() as u64));
        Ok(())
    }

    /// Returns the part of an object from this byte on, and its length; nothing of what isn't kept.
    pub(crate) fn part(&self, object: ObjectId, from: u64) -> Option<(CoordinatorMessage, u64)> {
        let (file, of) = self.files.get(&object)?;
        let length = PART.min(of.saturating_sub(from));
        if length == 0 {
            return None;
        }
        let mut bytes = vec![0; usize::try_from(length).ok()?];
        file.read_exact_at(&mut bytes, from).ok()?;
        let part = CoordinatorMessage::Part {
            object,
            from,
            of: *of,
            bytes: BASE64.encode(bytes),
        };
        Some((part, length))
    }
}

/// Takes an object of at most `most` bytes from the coordinator, and checks that it is what its name says.
pub(crate) async fn fetch(
    voice: &mut CoordinatorVoice<'_>,
    object: ObjectId,
    most: u64,
) -> Result<Vec<u8>> {
    let broken = |why: String| machine(format!("the object {object} of the coordinator: {why}"));
    let (mut bytes, mut missing) = (Vec::new(), None);
    let mut came = Instant::now();
    while missing != Some(0) {
        if came.elapsed() > MISSING {
            return Err(broken("it doesn't come".to_owned()));
        }
        let from = bytes.len() as u64;
        voice.ask(WorkerMessage::Lacks { object, from }).await;
        let until = from + AT_ONCE;
        while missing != Some(0) && (bytes.len() as u64) < until {
            let Ok(said) = timeout(SILENCE, voice.next()).await else {
                break;
            };
            match said? {
                CoordinatorMessage::LeftOut { why, .. } => {
                    return Err(LeftOut(why.to_string()).into());
                }
                CoordinatorMessage::Unsigned { known: true } => {
                    return Err(bad_input(
                        "its coordinator ignores this worker, of which coordinator.toml has another key than \
                         worker.toml; give both the files that one `referee fleet init` wrote",
                    ));
                }
                CoordinatorMessage::Unsigned { known: false } => {
                    return Err(bad_input(
                        "its coordinator has no key of this worker, which was added after the run began, or removed; \
                         the run learns of new ones by Ctrl-C and the same command",
                    ));
                }
                CoordinatorMessage::Part {
                    object: other,
                    from,
                    of,
                    bytes: part,
                } if other == object && from == bytes.len() as u64 => {
                    if of > most {
                        return Err(broken(format!(
                            "it has {of} bytes; expected at most {most}"
                        )));
                    }
                    let part = BASE64.decode(part).map_err(|e| broken(e.to_string()))?;
                    bytes.extend_from_slice(&part);
                    came = Instant::now();
                    missing = of.checked_sub(bytes.len() as u64);
                    if missing.is_none() || part.is_empty() {
                        return Err(broken("it is longer than it was said to be".to_owned()));
                    }
                }
                _ => {}
            }
        }
    }
    if !object.holds(&bytes) {
        return Err(broken("its contents were changed".to_owned()));
    }
    Ok(bytes)
}
