//! Rate limits for readers: a token bucket for each address.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use super::connection_counts::network;

/// Size of the bucket in requests, and its refill per second: a class behind one address opens its pages at
/// the same time.
const READS: (f64, f64) = (2000.0, 100.0);
/// Size and refill per second for requests that change something.
const WRITES: (f64, f64) = (200.0, 20.0);
/// Most buckets that are remembered.
const KNOWN: usize = 10_000;

/// The buckets by address, and by whether the request changes something.
#[derive(Default)]
pub(super) struct Rates(Mutex<HashMap<(IpAddr, bool), Bucket>>);

/// The requests left, and the time of that count.
struct Bucket {
    left: f64,
    at: Instant,
}

impl Rates {
    /// Takes one request from the bucket of an address. Returns false if it is empty, or while the
    /// most buckets are remembered and none of them is full.
    pub(super) fn take(&self, ip: IpAddr, writes: bool, now: Instant) -> bool {
        let (most, speed) = if writes { WRITES } else { READS };
        let ip = network(ip);
        let mut buckets = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= KNOWN {
            // A bucket that is full again can be forgotten.
            buckets.retain(|(_, writes), bucket| {
                let (most, speed) = if *writes { WRITES } else { READS };
                bucket.filled(most, speed, now) < most
            });
            if buckets.len() >= KNOWN {
                return false;
            }
        }
        let bucket = buckets.entry((ip, writes)).or_insert(Bucket {
            left: most,
            at: now,
        });
        bucket.left = bucket.filled(most, speed, now);
        bucket.at = now;
        let may = bucket.left >= 1.0;
        if may {
            bucket.left -= 1.0;
        }
        may
    }
}

impl Bucket {
    fn filled(&self, most: f64, speed: f64, now: Instant) -> f64 {
        let since = now.saturating_duration_since(self.at).as_secs_f64();
        (self.left + speed * since).min(most)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_bucket_empties_and_fills() {
        let (rates, now) = (Rates::default(), Instant::now());
        let [one, other] = [[10, 0, 0, 1], [10, 0, 0, 2]].map(IpAddr::from);
        let taken = (0..1000).filter(|_| rates.take(one, true, now)).count();
        assert_eq!(taken, 200);
        assert!(rates.take(other, true, now) && rates.take(one, false, now));
        assert!(rates.take(one, true, now + Duration::from_secs(1)));
    }

    #[test]
    fn many_addresses_are_not_all_remembered() {
        let (rates, now) = (Rates::default(), Instant::now());
        let ip = |n: u32| IpAddr::from(n.to_be_bytes());
        let known = u32::try_from(KNOWN).unwrap();
        assert!((0..known).all(|n| rates.take(ip(n), false, now)));
        assert!(!rates.take(ip(known), false, now));
        assert!(rates.take(ip(known), false, now + Duration::from_mins(1)));
    }
}
