//! Counts and hashes the bytes that a bot is sent, with 64-bit FNV-1a.

use referee_record::TranscriptHash;

const BASIS: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x0100_0000_01b3;

/// Hash of no bytes.
pub(crate) const NOTHING: TranscriptHash = TranscriptHash {
    bytes: 0,
    fnv: BASIS,
};

/// Adds the next bytes.
pub(crate) fn add(hash: &mut TranscriptHash, bytes: &[u8]) {
    hash.bytes += bytes.len() as u64;
    for byte in bytes {
        hash.fnv = (hash.fnv ^ u64::from(*byte)).wrapping_mul(PRIME);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_the_published_one() {
        for (text, fnv) in [
            ("", 0xcbf2_9ce4_8422_2325),
            ("a", 0xaf63_dc4c_8601_ec8c),
            ("foobar", 0x8594_4171_f739_67e8),
        ] {
            let mut hash = NOTHING;
            for byte in text.bytes() {
                add(&mut hash, &[byte]);
            }
            assert_eq!((hash.bytes, hash.fnv), (text.len() as u64, fnv), "{text}");
        }
    }
}
