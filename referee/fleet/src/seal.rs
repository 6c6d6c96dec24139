//! Seals messages, and opens them: the gate is the only way to what a message from elsewhere holds.
//!
//! A seal binds a message to its subject, to the process that sent it, and to its place among what that process has
//! sent, so that nobody can send it again, or as another one. Where there are keys, it is signed.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicU64, Ordering};

use async_nats::{HeaderMap, Message};
use serde::de::DeserializeOwned;

use crate::key::{PublicKey, SecretKey};
use crate::subjects::last_word;

/// Header with the sender's process, the number of the message, and which part of how many it is.
const SEAL: &str = "Referee-Seal";
/// Header with the signature.
const SIGNATURE: &str = "Referee-Signature";
/// Processes of a sender whose messages are told apart; one that was replaced may be heard late.
const PROCESSES: usize = 16;
/// Bytes of messages of which parts have come.
const WAITING: usize = 256 << 20;

/// The sender's process, and a message's place among those that it has sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Seal {
    process: u64,
    number: u64,
    part: u32,
    parts: u32,
}

impl Seal {
    fn text(self) -> String {
        let Seal {
            process,
            number,
            part,
            parts,
        } = self;
        format!("{process:x}-{number}-{part}-{parts}")
    }

    fn of(text: &str) -> Option<Seal> {
        let mut words = text.split('-');
        let seal = Seal {
            process: u64::from_str_radix(words.next()?, 16).ok()?,
            number: words.next()?.parse().ok()?,
            part: words.next()?.parse().ok()?,
            parts: words.next()?.parse().ok()?,
        };
        (words.next().is_none() && seal.part < seal.parts).then_some(seal)
    }
}

/// Seals what a process sends.
pub(crate) struct Sealer {
    /// Number of this process, to tell it from others of the same name.
    pub(crate) process: u64,
    key: Option<std::sync::Arc<SecretKey>>,
    sent: AtomicU64,
}

impl Sealer {
    /// Seals with this key, if there is one.
    pub(crate) fn new(key: Option<std::sync::Arc<SecretKey>>) -> Sealer {
        Sealer {
            process: rand::random(),
            key,
            sent: AtomicU64::new(0),
        }
    }

    /// Returns the number of a new message.
    pub(crate) fn number(&self) -> u64 {
        self.sent.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// Returns the headers of a part of a message.
    pub(crate) fn seal(
        &self,
        subject: &str,
        number: u64,
        (part, parts): (u32, u32),
        payload: &[u8],
    ) -> HeaderMap {
        let seal = Seal {
            process: self.process,
            number,
            part,
            parts,
        };
        let text = seal.text();
        let mut headers = HeaderMap::new();
        headers.insert(SEAL, &*text);
        if let Some(key) = &self.key {
            headers.insert(SIGNATURE, &*key.sign(&signed(subject, &text, payload)));
        }
        headers
    }
}

/// Returns the bytes that are signed. Neither subject nor seal can hold a zero byte.
fn signed(subject: &str, seal: &str, payload: &[u8]) -> Vec<u8> {
    [subject.as_bytes(), &[0], seal.as_bytes(), &[0], payload].concat()
}

/// What a message holds, from a sender that is what it says.
#[derive(Debug)]
pub(crate) struct VerifiedMessage<T> {
    /// The last word of its subject: the sender's name, or that of its run.
    pub(crate) name: String,
    /// The sender's process; 0 if it doesn't say.
    pub(crate) process: u64,
    pub(crate) contents: T,
}

/// The number of a message, and that of its part.
type Place = (u64, u32);

/// Why a message was dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dropped {
    /// It isn't signed by the key of its sender, or there is no such sender.
    Unsigned,
    /// It came before, or isn't the next part, or is too large, or isn't what is expected there.
    Unfit,
    /// More of it has to come.
    Partial,
}

/// Lets messages of one kind pass: at most `most` bytes of JSON.
pub(crate) struct Gate {
    most: usize,
    /// The processes that have sent with each subject, with the place of their last message.
    last: HashMap<String, Vec<(u64, Place)>>,
    partial: HashMap<String, Partial>,
    /// Bytes of all parts that wait for others.
    waiting: usize,
}

/// A message of which parts have come.
struct Partial {
    /// The part that comes next.
    next: Seal,
    bytes: Vec<u8>,
}

impl Partial {
    /// Bytes that it takes, approximately.
    fn weight(&self, subject: &str) -> usize {
        self.bytes.len() + subject.len() + size_of::<Partial>()
    }
}

impl Gate {
    /// Lets messages of so many bytes pass.
    pub(crate) fn new(most: usize) -> Gate {
        Gate {
            most,
            last: HashMap::new(),
            partial: HashMap::new(),
            waiting: 0,
        }
    }

    /// Opens a message whose subject ends with the name of its sender, which must have one of these keys; without keys
    /// anybody may have sent it.
    pub(crate) fn open_of<T: DeserializeOwned>(
        &mut self,
        keys: Option<&BTreeMap<String, PublicKey>>,
        message: &Message,
    ) -> Result<VerifiedMessage<T>, Dropped> {
        let key = keys.map(|keys| keys.get(last_word(&message.subject)));
        match key {
            Some(None) => Err(Dropped::Unsigned),
            key => self.open(key.flatten(), message),
        }
    }

    /// Opens a message that has to be signed by `key`; without a key anybody may have sent it.
    pub(crate) fn open<T: DeserializeOwned>(
        &mut self,
        key: Option<&PublicKey>,
        message: &Message,
    ) -> Result<VerifiedMessage<T>, Dropped> {
        let subject = message.subject.as_str();
        let header = |name| {
            let headers = message.headers.as_ref()?;
            headers.get(name).map(async_nats::HeaderValue::as_str)
        };
        let text = header(SEAL).unwrap_or_default();
        if let Some(key) = key {
            let signature = header(SIGNATURE).ok_or(Dropped::Unsigned)?;
            if !key.has_signed(&signed(subject, text, &message.payload), signature) {
                return Err(Dropped::Unsigned);
            }
        }
        let seal = match Seal::of(text) {
            Some(seal) => seal,
            // Of a sender that nobody knows, nothing is known either.
            None if key.is_none() => Seal {
                process: 0,
                number: 0,
                part: 0,
                parts: 1,
            },
            None => return Err(Dropped::Unfit),
        };
        if key.is_some() {
            self.count(subject, seal)?;
        }
        let contents = self.gather(subject, seal, &message.payload)?;
        let contents = serde_json::from_slice(&contents).map_err(|_| Dropped::Unfit)?;
        Ok(VerifiedMessage {
            name: last_word(subject).to_owned(),
            process: seal.process,
            contents,
        })
    }

    /// Checks that a message comes after those that came.
    fn count(&mut self, subject: &str, seal: Seal) -> Result<(), Dropped> {
        let last = self.last.entry(subject.to_owned()).or_default();
        match last
            .iter_mut()
            .find(|(process, _)| *process == seal.process)
        {
            Some((_, place)) if *place >= (seal.number, seal.part) => return Err(Dropped::Unfit),
            Some((_, place)) => *place = (seal.number, seal.part),
            None => {
                if last.len() == PROCESSES {
                    last.remove(0);
                }
                last.push((seal.process, (seal.number, seal.part)));
            }
        }
        Ok(())
    }

    /// Returns the whole message once its last part has come.
    fn gather<'a>(
        &mut self,
        subject: &str,
        seal: Seal,
        payload: &'a [u8],
    ) -> Result<std::borrow::Cow<'a, [u8]>, Dropped> {
        if seal.parts == 1 {
            let fits = payload.len() <= self.most;
            return fits.then_some(payload.into()).ok_or(Dropped::Unfit);
        }
        let partial = self.partial.remove(subject);
        self.waiting -= partial
            .as_ref()
            .map_or(0, |partial| partial.weight(subject));
        let mut partial = match partial {
            Some(partial) if seal.part > 0 => partial,
            _ => Partial {
                next: Seal { part: 0, ..seal },
                bytes: Vec::new(),
            },
        };
        if partial.next != seal || partial.bytes.len() + payload.len() > self.most {
            return Err(Dropped::Unfit);
        }
        partial.bytes.extend_from_slice(payload);
        partial.next.part += 1;
        if partial.next.part == seal.parts {
            return Ok(partial.bytes.into());
        }
        self.waiting += partial.weight(subject);
        self.partial.insert(subject.to_owned(), partial);
        if self.waiting > WAITING.max(self.most) {
            // Whoever misses an answer sends it again.
            self.partial.clear();
            self.waiting = 0;
        }
        Err(Dropped::Partial)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::key::draw_secret;

    fn key() -> Arc<SecretKey> {
        let secret = draw_secret().expect("random numbers");
        Arc::new(SecretKey::of(&secret).expect("a key"))
    }

    fn message(sealer: &Sealer, subject: &str, part: (u32, u32), text: &str) -> Message {
        numbered(sealer, sealer.number(), subject, part, text)
    }

    fn numbered(
        sealer: &Sealer,
        number: u64,
        subject: &str,
        part: (u32, u32),
        text: &str,
    ) -> Message {
        Message {
            subject: subject.into(),
            reply: None,
            payload: text.to_owned().into(),
            headers: Some(sealer.seal(subject, number, part, text.as_bytes())),
            status: None,
            description: None,
            length: text.len(),
        }
    }

    fn opened(gate: &mut Gate, key: &PublicKey, message: &Message) -> Result<u32, Dropped> {
        let opened = gate.open::<u32>(Some(key), message);
        opened.map(|verified| verified.contents)
    }

    #[test]
    fn only_the_owner_of_the_key_gets_through() {
        let (own, other) = (key(), key());
        let (sealer, public) = (Sealer::new(Some(Arc::clone(&own))), own.public());
        let mut gate = Gate::new(100);
        let sent = message(&sealer, "to.w", (0, 1), "7");
        let verified = gate.open::<u32>(Some(&public), &sent).expect("it is right");
        let expected = ("w".to_owned(), sealer.process, 7);
        assert_eq!(
            (verified.name, verified.process, verified.contents),
            expected
        );
        // Once more, or as another one.
        assert_eq!(opened(&mut gate, &public, &sent), Err(Dropped::Unfit));
        let mut moved = message(&sealer, "to.w", (0, 1), "7");
        moved.subject = "to.v".into();
        assert_eq!(opened(&mut gate, &public, &moved), Err(Dropped::Unsigned));
        let mut changed = message(&sealer, "to.w", (0, 1), "7");
        changed.payload = "8".into();
        assert_eq!(opened(&mut gate, &public, &changed), Err(Dropped::Unsigned));
        for stranger in [Sealer::new(Some(other)), Sealer::new(None)] {
            let sent = message(&stranger, "to.w", (0, 1), "7");
            assert_eq!(opened(&mut gate, &public, &sent), Err(Dropped::Unsigned));
        }
        // Another process of the same owner.
        let sealer = Sealer::new(Some(own));
        let sent = message(&sealer, "to.w", (0, 1), "9");
        assert_eq!(opened(&mut gate, &public, &sent), Ok(9));
    }

    #[test]
    fn parts_make_a_whole_in_their_order() {
        let own = key();
        let (sealer, public) = (Sealer::new(Some(Arc::clone(&own))), own.public());
        let mut gate = Gate::new(5);
        let mut send = |number, part, text: &str| {
            let message = numbered(&sealer, number, "to.w", part, text);
            opened(&mut gate, &public, &message)
        };
        assert_eq!(send(1, (0, 3), "1"), Err(Dropped::Partial));
        assert_eq!(send(1, (1, 3), "2"), Err(Dropped::Partial));
        assert_eq!(send(1, (2, 3), "3"), Ok(123));
        // One is missing.
        assert_eq!(send(2, (0, 3), "1"), Err(Dropped::Partial));
        assert_eq!(send(2, (2, 3), "3"), Err(Dropped::Unfit));
        assert_eq!(send(2, (1, 3), "2"), Err(Dropped::Unfit));
        // One is of another message.
        assert_eq!(send(3, (0, 2), "1"), Err(Dropped::Partial));
        assert_eq!(send(4, (1, 2), "2"), Err(Dropped::Unfit));
        // All are too long together.
        assert_eq!(send(5, (0, 2), "1234"), Err(Dropped::Partial));
        assert_eq!(send(5, (1, 2), "56"), Err(Dropped::Unfit));
        assert_eq!(send(6, (0, 1), "123456"), Err(Dropped::Unfit));
        assert_eq!(send(7, (0, 1), "x"), Err(Dropped::Unfit));
    }

    #[test]
    fn without_keys_anybody_gets_through() {
        let sealer = Sealer::new(None);
        let mut gate = Gate::new(100);
        let sent = message(&sealer, "to.w", (0, 1), "7");
        let verified = gate.open::<u32>(None, &sent).expect("anybody");
        assert_eq!(verified.process, sealer.process);
        let bare = Message {
            headers: None,
            ..sent
        };
        let verified = gate.open::<u32>(None, &bare).expect("anybody");
        assert_eq!(verified.process, 0);
    }
}
