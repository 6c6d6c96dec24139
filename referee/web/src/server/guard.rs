//! What is looked at before a request is answered, and what each answer carries.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::Site;

/// Nothing but the server's own script, style and data, and no frame around it.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; \
                      base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

const HEADERS: [(HeaderName, &str); 5] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Refuses what no page of ours asks for.
pub async fn look(State(site): State<Arc<Site>>, request: Request, next: Next) -> Response {
    let mut response = match refused(&site, request.method(), request.headers()) {
        Some(why) => (StatusCode::FORBIDDEN, why).into_response(),
        None => next.run(request).await,
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Why a request isn't answered. A page elsewhere can have a browser ask us by a name of its own that leads
/// to this machine, or write here in the reader's name: host and origin tell.
fn refused(site: &Site, method: &Method, headers: &HeaderMap) -> Option<&'static str> {
    let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    let host = text(header::HOST)?;
    if site.address.ip().is_loopback() && !is_here(host) {
        return Some("this server answers to localhost alone\n");
    }
    let reads = method == Method::GET || method == Method::HEAD;
    let own = |origin: &str| origin.split_once("://").is_some_and(|(_, of)| of == host);
    (!reads && !text(header::ORIGIN).is_some_and(own)).then_some("this page isn't ours\n")
}

/// Whether a host is this machine by name or number, whatever the port.
fn is_here(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next(),
        None => host.split(':').next(),
    };
    name.is_some_and(|name| {
        name.eq_ignore_ascii_case("localhost")
            || name.parse::<std::net::IpAddr>().is_ok_and(|ip| ip.is_loopback())
    })
}

#[cfg(test)]
mod tests {
    use super::is_here;

    #[test]
    fn this_machine_has_few_names() {
        for host in ["localhost", "localhost:80", "127.0.0.1:8080", "[::1]:8080", "127.3.2.1"] {
            assert!(is_here(host), "{host}");
        }
        for host in ["", "evil.example", "localhost.evil.example", "10.0.0.1", "[::2]", "127.0.0.1.evil.example"] {
            assert!(!is_here(host), "{host}");
        }
    }
}
