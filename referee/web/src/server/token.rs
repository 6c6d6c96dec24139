//! The access token: it comes once in an address, and from then on as a cookie.

use axum::http::{HeaderMap, HeaderValue, Uri, header};

/// Name of the parameter in an address.
const NAME: &str = "token";

/// A secret of 32 hexadecimal digits.
#[derive(Clone)]
pub struct AccessToken {
    secret: String,
    /// Name of the cookie. It holds the port, since a browser sends cookies to all ports of a host.
    cookie: String,
}

impl AccessToken {
    /// Creates a token of 128 random bits, for the server at `port`.
    pub fn of(bits: u128, port: u16) -> AccessToken {
        AccessToken {
            secret: format!("{bits:032x}"),
            cookie: format!("referee-{port}"),
        }
    }

    /// Returns the query of an address with the token.
    pub fn query(&self) -> String {
        format!("{NAME}={}", self.secret)
    }

    /// Returns whether a request has the cookie with this token.
    pub(super) fn came_with(&self, headers: &HeaderMap) -> bool {
        let cookies = headers.get_all(header::COOKIE).into_iter();
        let cookies = cookies.filter_map(|cookies| cookies.to_str().ok());
        let cookies = cookies.flat_map(|cookies| cookies.split(';'));
        let mut pairs = cookies.filter_map(|cookie| cookie.trim().split_once('='));
        pairs.any(|(name, value)| name == self.cookie && self.is(value))
    }

    /// Looks for a token in an address; returns whether it is this one, and the address without it. Returns
    /// `None` if there is none.
    pub(super) fn brought(&self, uri: &Uri) -> Option<(bool, String)> {
        let query = uri.query()?;
        let (token_parts, rest): (Vec<&str>, Vec<&str>) = query
            .split('&')
            .partition(|part| part.split('=').next() == Some(NAME));
        let token_part = token_parts.first()?;
        // A path that begins with two slashes would lead to another server.
        let path = format!("/{}", uri.path().trim_start_matches('/'));
        let rest = if rest.is_empty() {
            path
        } else {
            format!("{path}?{}", rest.join("&"))
        };
        let secret = token_part.split_once('=').map_or("", |(_, secret)| secret);
        Some((self.is(secret), rest))
    }

    /// Returns the cookie, which no script can read and no other site can make a browser send.
    pub(super) fn cookie(&self) -> Option<HeaderValue> {
        let (name, secret) = (&self.cookie, &self.secret);
        let text = format!("{name}={secret}; Path=/; HttpOnly; SameSite=Strict");
        HeaderValue::from_str(&text).ok()
    }

    /// Compares in constant time, so that the time doesn't reveal how much is right.
    fn is(&self, candidate: &str) -> bool {
        let secret = &self.secret;
        let differ = secret
            .bytes()
            .zip(candidate.bytes())
            .fold(0, |sum, (a, b)| sum | (a ^ b));
        secret.len() == candidate.len() && differ == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(cookie: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(header::COOKIE, HeaderValue::from_static(cookie))])
    }

    #[test]
    fn only_the_whole_word_opens() {
        let token = AccessToken::of(0xabc, 7070);
        assert!(token.came_with(&headers(
            "a=b; referee-7070=00000000000000000000000000000abc"
        )));
        for cookie in [
            "referee-7070=abc",
            "referee-7070=",
            "referee-7070=00000000000000000000000000000abd",
            "referee-7071=00000000000000000000000000000abc",
        ] {
            assert!(!token.came_with(&headers(cookie)), "{cookie}");
        }
    }

    #[test]
    fn an_address_brings_it_once() {
        let token = AccessToken::of(1, 7070);
        let uri = |text: &str| text.parse::<Uri>().unwrap();
        let right = format!("/1/games?from=3&{}", token.query());
        assert_eq!(
            token.brought(&uri(&right)),
            Some((true, "/1/games?from=3".to_owned()))
        );
        assert_eq!(
            token
                .brought(&uri("//evil.example/?token=1"))
                .map(|answer| answer.0),
            Some(false)
        );
        let (_, rest) = token
            .brought(&uri("http://a//evil.example/x?token=1"))
            .unwrap();
        assert_eq!(rest, "/evil.example/x");
        assert_eq!(token.brought(&uri("/1/?from=token")), None);
    }
}
