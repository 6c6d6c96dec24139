//! Signs messages, and checks the signatures: a message is bound to its subject, so that nobody can send it again
//! as another one.

use async_nats::{HeaderMap, Message};

use crate::key::{PublicKey, SecretKey};

/// Header with the signature.
const SIGNATURE: &str = "Referee-Signature";
/// Header of a message that stands for an object, and names it.
pub(crate) const OBJECT: &str = "Referee-Object";

/// Adds the signature of a message to its headers.
pub(crate) fn sign(key: &SecretKey, subject: &str, headers: &mut HeaderMap, payload: &[u8]) {
    let signature = key.sign(&signed(subject, headers, payload));
    headers.insert(SIGNATURE, signature.as_str());
}

/// Tells if a message has the signature of this key; without a key, that it needs none.
pub(crate) fn is_signed(key: Option<&PublicKey>, message: &Message) -> bool {
    let Some(key) = key else {
        return true;
    };
    let Some(headers) = &message.headers else {
        return false;
    };
    let bytes = signed(&message.subject, headers, &message.payload);
    let signature = headers.get(SIGNATURE);
    signature.is_some_and(|signature| key.has_signed(&bytes, signature.as_str()))
}

/// Returns the bytes that are signed: the subject, the name of the object, and what the message holds. Neither of the
/// first two can hold a zero byte.
fn signed(subject: &str, headers: &HeaderMap, payload: &[u8]) -> Vec<u8> {
    let object = headers.get(OBJECT).map_or("", |name| name.as_str());
    [subject.as_bytes(), &[0], object.as_bytes(), &[0], payload].concat()
}
