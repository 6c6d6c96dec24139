//! Checks each request before it is answered, and adds the security headers to each answer.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::AppState;

/// Allows only the server's own script, style and data, and no frame around the page.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
                      connect-src 'self'; \
                      base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

const HEADERS: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    // The answer depends on the reader's cookie, and is compressed for those who can read that.
    (header::VARY, "Cookie, Accept-Encoding"),
    (header::REFERRER_POLICY, "no-referrer"),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
];

/// Most time for a request to be complete and answered.
const WHOLE: Duration = Duration::from_secs(30);

/// The address of the reader.
#[derive(Clone, Copy)]
pub(super) struct Peer(pub IpAddr);

/// Refuses requests that no page of this server makes, and adds the headers to the answer.
pub(super) async fn look(
    State(site): State<Arc<AppState>>,
    request: Request,
    next: Next,
) -> Response {
    let _answering = Arc::clone(&site.answering);
    let mut response = match answer(&site, &request) {
        Some(answer) => answer,
        // The event stream isn't part of this time: it begins after this answer.
        None => match tokio::time::timeout(WHOLE, next.run(request)).await {
            Ok(response) => response,
            Err(_) => said(
                StatusCode::REQUEST_TIMEOUT,
                "the request didn't come to its end",
            ),
        },
    };
    let kept = HeaderValue::from_static("no-store");
    response
        .headers_mut()
        .entry(header::CACHE_CONTROL)
        .or_insert(kept);
    for (name, value) in HEADERS {
        response
            .headers_mut()
            .insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Returns the answer to a request that needs no further handler: a refusal, or the cookie for a token.
fn answer(site: &AppState, request: &Request) -> Option<Response> {
    let (method, headers) = (request.method(), request.headers());
    let reads = method == Method::GET || method == Method::HEAD;
    // A request without a peer came over no connection, as in tests.
    let peer = request.extensions().get::<Peer>();
    if peer.is_some_and(|Peer(ip)| !site.rates.take(*ip, !reads, Instant::now())) {
        let mut answer = said(
            StatusCode::TOO_MANY_REQUESTS,
            "too many requests; try again in a moment",
        );
        answer
            .headers_mut()
            .insert(header::RETRY_AFTER, HeaderValue::from_static("2"));
        return Some(answer);
    }
    if let Some(why) = refused(site, reads, headers) {
        return Some(said(StatusCode::FORBIDDEN, why));
    }
    let (right, rest) = site.token.as_ref()?.brought(request.uri())?;
    if !right {
        return Some(said(
            StatusCode::FORBIDDEN,
            "this token opens nothing; the server printed the right one",
        ));
    }
    let (rest, cookie) = (
        HeaderValue::from_str(&rest).ok()?,
        site.token.as_ref()?.cookie()?,
    );
    Some(
        (
            StatusCode::SEE_OTHER,
            [(header::LOCATION, rest), (header::SET_COOKIE, cookie)],
        )
            .into_response(),
    )
}

fn said(status: StatusCode, why: &str) -> Response {
    (status, format!("{why}\n")).into_response()
}

/// Returns the reason why a request is refused. A page elsewhere can make a browser send requests here under
/// its own host name that leads to this machine (DNS rebinding), or write here in the reader's name
/// (cross-site request forgery): the headers `Host` and `Origin` reveal that.
fn refused(site: &AppState, reads: bool, headers: &HeaderMap) -> Option<&'static str> {
    let text = |name| {
        headers
            .get(name)
            .and_then(|value: &HeaderValue| value.to_str().ok())
    };
    let Some(host) = text(header::HOST) else {
        return Some("a request names its host");
    };
    if site.address.ip().is_loopback() && !is_here(host) {
        return Some("this server answers to localhost alone");
    }
    let is_own_origin = |origin: &str| origin.split_once("://").is_some_and(|(_, of)| of == host);
    (!reads && !text(header::ORIGIN).is_some_and(is_own_origin)).then_some("this page isn't ours")
}

/// Returns whether a host is this machine, by name or by number, with any port.
fn is_here(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next(),
        None => host.split(':').next(),
    };
    name.is_some_and(|name| {
        name.eq_ignore_ascii_case("localhost")
            || name.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
    })
}

#[cfg(test)]
mod tests {
    use super::is_here;

    #[test]
    fn this_machine_has_few_names() {
        for host in [
            "localhost",
            "localhost:80",
            "127.0.0.1:8080",
            "[::1]:8080",
            "127.3.2.1",
        ] {
            assert!(is_here(host), "{host}");
        }
        for host in [
            "",
            "evil.example",
            "localhost.evil.example",
            "10.0.0.1",
            "[::2]",
            "127.0.0.1.evil.example",
        ] {
            assert!(!is_here(host), "{host}");
        }
    }
}
