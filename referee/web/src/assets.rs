//! The style sheet and the scripts, and the content security policy of a page.
//!
//! Each script is one ES module, written in parts with one concern each, which are joined here in their
//! order.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

/// The style sheet.
pub const STYLE: &str = include_str!("../assets/style.css");

/// The script that chooses light or dark colours; it runs before anything is drawn, so it is no module.
pub const SCHEME: &str = include_str!("../assets/script/scheme.js");

/// Joins a module from parts of `assets/script`; the last part starts it.
macro_rules! module {
    ($($part:literal),*) => { concat!($(include_str!(concat!("../assets/script/", $part, ".js"))),*) };
}

/// The module of the report: draws, unpacks and steps through games, and runs the page itself.
pub const REPORT: &str = module!(
    "dom", "scene", "layout", "travel", "dice", "pieces", "board", "pack", "charts", "viewer",
    "curves", "pictures", "sort", "search", "report"
);

/// The module of the server's pages: a run in progress, and a game move by move.
pub const LIVE: &str = module!(
    "dom", "scene", "layout", "travel", "dice", "pieces", "board", "pack", "charts", "viewer",
    "curves", "pictures", "sort", "stream", "tables", "director", "boards", "latest", "live"
);

/// The module of the pages on which people play.
pub const PLAY: &str = module!(
    "dom", "scene", "layout", "travel", "dice", "pieces", "board", "choice", "stock", "invite",
    "play"
);

/// The icon of all pages.
pub const FAVICON: &str = include_str!("../assets/favicon.svg");

/// The library uPlot, which draws curves; MIT licence, see `assets/uplot/LICENSE`.
pub const UPLOT: &str = include_str!("../assets/uplot/uPlot.iife.min.js");

/// The style sheet of uPlot.
pub const UPLOT_STYLE: &str = include_str!("../assets/uplot/uPlot.min.css");

/// The licence of uPlot, which must be distributed with it.
pub const UPLOT_LICENCE: &str = include_str!("../assets/uplot/LICENSE");

/// Returns the content security policy of a page that contains all of its scripts and styles: it allows
/// these, by their hashes, and nothing else.
pub fn policy(scripts: &[&str], styles: &[&str]) -> String {
    format!(
        "default-src 'none'; script-src {}; style-src {}; base-uri 'none'; form-action 'none'",
        hashes(scripts),
        hashes(styles)
    )
}

fn hashes(texts: &[&str]) -> String {
    let hash = |text: &&str| format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text)));
    let hashes: Vec<String> = texts.iter().map(hash).collect();
    if hashes.is_empty() {
        return "'none'".to_owned();
    }
    hashes.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_stays_small() {
        for script in [REPORT, LIVE, PLAY] {
            let size = script.len() + STYLE.len();
            assert!(size < 130_000, "{size} bytes of script and style");
        }
    }

    #[test]
    fn nothing_closes_its_own_element() {
        for text in [REPORT, LIVE, PLAY, SCHEME, UPLOT] {
            assert!(!text.contains("</script") && !text.contains("<!--"));
        }
        assert!(!STYLE.contains("</style") && !UPLOT_STYLE.contains("</style"));
    }

    #[test]
    fn the_policy_names_hashes() {
        let policy = policy(&["a"], &[]);
        let hash = "'sha256-ypeBEsobvcr6wjGzmiPcTaeG7/gUfE5yuYB3ha/uSLs='";
        assert!(
            policy.contains(hash) && policy.contains("style-src 'none'"),
            "{policy}"
        );
    }
}
