//! Ed25519 keys by which coordinator and workers sign what they send.

use anyhow::{Result, anyhow};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use ring::rand::{SecureRandom, SystemRandom};
use ring::signature::{ED25519, Ed25519KeyPair, KeyPair, UnparsedPublicKey};

/// Bytes of a key.
const LENGTH: usize = 32;

/// Draws a secret of 256 bits from the system's random numbers, in base64.
pub(crate) fn draw_secret() -> Result<String> {
    let mut bytes = [0; LENGTH];
    let drawn = SystemRandom::new().fill(&mut bytes);
    drawn.map_err(|_| anyhow!("the system has no random numbers"))?;
    Ok(BASE64.encode(bytes))
}

/// A key to sign with.
pub(crate) struct SecretKey(Ed25519KeyPair);

impl SecretKey {
    /// Makes the key of a secret that [`draw_secret`] gave. Returns an error if it is none.
    pub(crate) fn of(secret: &str) -> Result<SecretKey, String> {
        let seed = bytes_of(secret)?;
        let pair = Ed25519KeyPair::from_seed_unchecked(&seed);
        pair.map(SecretKey).map_err(|e| e.to_string())
    }

    /// Returns the key by which signatures are checked.
    pub(crate) fn public(&self) -> PublicKey {
        let mut bytes = [0; LENGTH];
        bytes.copy_from_slice(self.0.public_key().as_ref());
        PublicKey(bytes)
    }

    /// Signs these bytes; returns the signature in base64.
    pub(crate) fn sign(&self, bytes: &[u8]) -> String {
        BASE64.encode(self.0.sign(bytes))
    }
}

/// A key to check signatures with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PublicKey([u8; LENGTH]);

impl PublicKey {
    /// Reads a key in base64. Returns an error if it is none.
    pub(crate) fn of(text: &str) -> Result<PublicKey, String> {
        bytes_of(text).map(PublicKey)
    }

    /// Returns it in base64.
    pub(crate) fn text(&self) -> String {
        BASE64.encode(self.0)
    }

    /// Tells if a signature, in base64, is that of these bytes.
    pub(crate) fn has_signed(&self, bytes: &[u8], signature: &str) -> bool {
        let key = UnparsedPublicKey::new(&ED25519, &self.0);
        let signature = BASE64.decode(signature);
        signature.is_ok_and(|signature| key.verify(bytes, &signature).is_ok())
    }
}

fn bytes_of(text: &str) -> Result<[u8; LENGTH], String> {
    let bytes = BASE64.decode(text).ok();
    let bytes = bytes.and_then(|bytes| bytes.try_into().ok());
    bytes.ok_or_else(|| "expected a key of 43 letters, digits, `-` and `_`".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_owner_signs() {
        let [own, other] = [0, 1].map(|_| {
            let secret = draw_secret().expect("random numbers");
            SecretKey::of(&secret).expect("a key")
        });
        let signature = own.sign(b"text");
        let key = PublicKey::of(&own.public().text()).expect("a key");
        assert!(key.has_signed(b"text", &signature));
        assert!(!key.has_signed(b"texts", &signature));
        assert!(!key.has_signed(b"text", &other.sign(b"text")));
        assert!(!key.has_signed(b"text", ""));
    }

    #[test]
    fn a_key_has_its_length() {
        assert!(PublicKey::of("abc").is_err());
        assert!(SecretKey::of("").is_err());
    }
}
