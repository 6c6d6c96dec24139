//! What a browser sends, or somebody who only says to be one: a connection's bytes.
#![cfg_attr(feature = "libfuzzer", no_main)]

use std::net::SocketAddr;
use std::sync::{Arc, LazyLock};

use referee_web::server::trial::{SECRET, site, talk};
use referee_web::server::{AccessToken, AppState};

/// Nobody can guess what is drawn anew each time.
static SITE: LazyLock<Arc<AppState>> = LazyLock::new(|| {
    let seed = std::collections::hash_map::RandomState::new();
    let half = |word: u8| u128::from(std::hash::BuildHasher::hash_one(&seed, word));
    site(
        SocketAddr::from(([127, 0, 0, 1], 7070)),
        AccessToken::of(half(1) << 64 | half(2), 7070),
    )
});

fn request(data: &[u8]) {
    let heard = talk(&SITE, data).expect("a connection in memory");
    let text = String::from_utf8_lossy(&heard);
    assert!(!text.contains(SECRET), "{text}");
    let Some(head) = text
        .split("\r\n\r\n")
        .next()
        .filter(|head| !head.is_empty())
    else {
        return;
    };
    assert!(head.starts_with("HTTP/1."), "{text}");
    // What can't be read as a request at all is refused before it gets to any page.
    let unread = ["400 ", "414 ", "431 "]
        .iter()
        .any(|status| head.get(9..).is_some_and(|rest| rest.starts_with(status)));
    assert!(
        unread || head.contains("content-security-policy: default-src 'none'"),
        "{text}"
    );
}

referee_fuzz::target!(request);
