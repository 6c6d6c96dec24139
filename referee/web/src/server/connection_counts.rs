//! Counts the connections of each address, so that none takes all places.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The number of connections of each address. A clone shares the counts.
#[derive(Clone)]
pub(super) struct ConnectionCounts {
    taken: Arc<Mutex<HashMap<IpAddr, usize>>>,
    most: usize,
}

/// A connection of an address, which counts until it is dropped.
pub(super) struct Share {
    shares: ConnectionCounts,
    ip: IpAddr,
}

impl ConnectionCounts {
    /// Creates counts with at most `most` connections for each address.
    pub(super) fn new(most: usize) -> ConnectionCounts {
        ConnectionCounts {
            taken: Arc::default(),
            most,
        }
    }

    /// Counts one more connection of an address; returns `None` if it has reached its limit.
    pub(super) fn take(&self, ip: IpAddr) -> Option<Share> {
        let ip = network(ip);
        let mut counts = self.counts();
        let taken = counts.entry(ip).or_default();
        if *taken >= self.most {
            return None;
        }
        *taken += 1;
        let shares = self.clone();
        Some(Share { shares, ip })
    }

    fn counts(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        let mut counts = self.shares.counts();
        if let Some(taken) = counts.get_mut(&self.ip) {
            *taken -= 1;
            if *taken == 0 {
                counts.remove(&self.ip);
            }
        }
    }
}

/// Returns the network of an address: in IPv6, one machine has 64 bits of addresses for itself.
pub(super) fn network(ip: IpAddr) -> IpAddr {
    match ip.to_canonical() {
        IpAddr::V6(ip) => Ipv6Addr::from_bits(ip.to_bits() & !u128::from(u64::MAX)).into(),
        other @ IpAddr::V4(_) => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_has_its_own() {
        let shares = ConnectionCounts::new(2);
        let ip = |text: &str| text.parse::<IpAddr>().unwrap();
        let held = [
            shares.take(ip("10.0.0.1")),
            shares.take(ip("::ffff:10.0.0.1")),
        ];
        assert!(held.iter().all(Option::is_some) && shares.take(ip("10.0.0.1")).is_none());
        assert!(shares.take(ip("10.0.0.2")).is_some());
        drop(held);
        assert!(shares.take(ip("10.0.0.1")).is_some() && shares.counts().is_empty());
        assert_eq!(network(ip("2001:db8::1:2:3:4")), network(ip("2001:db8::5")));
    }
}
