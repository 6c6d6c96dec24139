//! Links as QR codes, so that a phone needn't type them.

use std::fmt::Write;
use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use axum::{Json, Router};
use qrcode::{Color, EcLevel, QrCode};
use serde::Serialize;
use tokio::task::spawn_blocking;

use super::AppState;

/// Most bytes of a link.
const LINK: usize = 300;

/// Returns the route. The link is sent as the body, since it may hold the key of a seat, and addresses are logged.
pub(super) fn routes() -> Router<Arc<AppState>> {
    Router::new().route("/qr", post(answer))
}

async fn answer(State(site): State<Arc<AppState>>, link: String) -> Response {
    if site.api.is_none() {
        return StatusCode::NOT_FOUND.into_response();
    }
    // Off the server's own thread, and few at a time.
    let _turn = match site.turns.take().await {
        Ok(turn) => turn,
        Err(why) => return (StatusCode::SERVICE_UNAVAILABLE, why.to_string()).into_response(),
    };
    let picture = spawn_blocking(move || QrPicture::of(&link)).await;
    picture.ok().flatten().map_or_else(
        || {
            let why = format!("expected a link of 1 to {LINK} bytes\n");
            (StatusCode::UNPROCESSABLE_ENTITY, why).into_response()
        },
        |picture| Json(picture).into_response(),
    )
}

/// A QR code as a path of SVG: its dark squares, each of side 1.
#[derive(Debug, Serialize)]
struct QrPicture {
    /// Width and height, without the light margin that readers need.
    side: usize,
    path: String,
}

impl QrPicture {
    /// Returns the code of a link; `None` if it is empty or too long.
    fn of(link: &str) -> Option<QrPicture> {
        if link.is_empty() || link.len() > LINK {
            return None;
        }
        let code = QrCode::with_error_correction_level(link, EcLevel::M).ok()?;
        let side = code.width();
        let mut path = String::new();
        for (y, row) in code.to_colors().chunks(side).enumerate() {
            let mut x = 0;
            for run in row.chunk_by(|one, next| one == next) {
                let wide = run.len();
                if run[0] == Color::Dark {
                    let _ = write!(path, "M{x},{y}h{wide}v1h-{wide}z");
                }
                x += wide;
            }
        }
        Some(QrPicture { side, path })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_becomes_a_picture_or_is_refused() {
        let picture = QrPicture::of("http://192.168.1.5:7070/play/abc#B=xyz").expect("a code");
        // Version 3 of the standard; its upper left corner is the finder pattern, 7 dark squares wide.
        assert_eq!(picture.side, 29);
        assert!(picture.path.starts_with("M0,0h7v1h-7z"), "{}", picture.path);
        assert!(QrPicture::of("").is_none());
        assert!(QrPicture::of(&"x".repeat(LINK + 1)).is_none());
        assert!(QrPicture::of(&"x".repeat(LINK)).is_some());
    }
}
