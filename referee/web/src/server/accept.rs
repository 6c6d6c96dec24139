//! Accepts connections: as many as there is room for, and closes those that are idle.

use std::net::TcpListener;
use std::sync::Arc;
use std::time::Duration;

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Router};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use rustix::net::sockopt::set_tcp_user_timeout;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::Semaphore;

use super::connection_counts::ConnectionCounts;
use super::guard::Peer;
use super::watch::watch;
use super::{AppState, LatestStatus, guarded, router, status};

/// Most time until the head of a request is complete, and between two requests of a connection.
const HEAD: Duration = Duration::from_secs(10);
/// Most bytes of a request's head.
const HEAD_BYTES: usize = 16 << 10;
/// Milliseconds within which a reader must take some of the data that was sent.
const SLOW_MS: u32 = 20_000;
/// Pause after the system had no file descriptor left.
const PAUSE: Duration = Duration::from_millis(50);

/// Limits of the server.
#[derive(Clone, Copy, Debug)]
pub struct ServerLimits {
    /// Most connections at the same time; further ones are answered with 503.
    pub connections: usize,
}

/// Serves a site until `end` completes; blocks the calling thread. Returns an error if the runtime can't be
/// started.
pub fn serve(
    listener: TcpListener,
    site: &Arc<AppState>,
    limits: ServerLimits,
    end: impl Future<Output = ()>,
) -> std::io::Result<()> {
    let watching = watch(Arc::clone(site));
    serve_until(listener, &router(site), limits, async {
        tokio::select! {
            () = end => {}
            () = watching => {}
        }
    })
}

/// Serves a page that shows how something is now, until `end` completes; blocks the calling thread. Returns an error
/// if the runtime can't be started.
pub(crate) fn serve_status(
    listener: TcpListener,
    site: &Arc<AppState>,
    latest: &LatestStatus,
    limits: ServerLimits,
    end: impl Future<Output = ()>,
) -> std::io::Result<()> {
    let router = guarded(status::routes(latest), site);
    serve_until(listener, &router, limits, end)
}

fn serve_until(
    listener: TcpListener,
    router: &Router,
    limits: ServerLimits,
    end: impl Future<Output = ()>,
) -> std::io::Result<()> {
    listener.set_nonblocking(true)?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::from_std(listener)?;
        tokio::select! {
            () = end => {}
            () = accept(&listener, router, limits) => {}
        }
        Ok(())
    })
}

async fn accept(listener: &tokio::net::TcpListener, router: &Router, limits: ServerLimits) {
    let room = Arc::new(Semaphore::new(limits.connections));
    // One address can't take all connections.
    let shares = ConnectionCounts::new(limits.connections - limits.connections / 4);
    // The answers that there is no room need connections of their own.
    let refusals = Arc::new(Semaphore::new(64));
    loop {
        let Ok((stream, peer)) = listener.accept().await else {
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        // Events are small and must not wait for more data; and a reader that takes nothing for long has
        // gone.
        let _ = stream.set_nodelay(true);
        let _ = set_tcp_user_timeout(&stream, SLOW_MS);
        let share = shares.take(peer.ip());
        let place = Arc::clone(&room).try_acquire_owned();
        if let (Some(own), Ok(place)) = (share, place) {
            let router = router.clone().layer(Extension(Peer(peer.ip())));
            tokio::spawn(async move {
                answer(stream, router).await;
                drop((place, own));
            });
        } else if let Ok(place) = Arc::clone(&refusals).try_acquire_owned() {
            tokio::spawn(async move {
                let full = Router::new().fallback(async || full());
                let _ = tokio::time::timeout(HEAD, answer(stream, full)).await;
                drop(place);
            });
        }
    }
}

fn full() -> Response {
    let close = [(header::CONNECTION, "close"), (header::RETRY_AFTER, "5")];
    (
        StatusCode::SERVICE_UNAVAILABLE,
        close,
        "too many readers; try again soon\n",
    )
        .into_response()
}

/// Answers all requests of a connection.
pub(super) async fn answer<S>(stream: S, router: Router)
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD)
        .max_buf_size(HEAD_BYTES)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(router));
    // It is no fault of the server if a reader goes away in the middle.
    let _ = connection.await;
}
