//! A bot that writes HTML wherever it can: it stays text.

use super::{between, report, unpacked};
use crate::engine::Arena;
use crate::kit::referee;

/// What it writes.
pub const EVIL: &str = "<script>alert(1)</script>";

/// Says it in its name, in `info`, on stderr and as a move.
pub fn arena() -> Arena {
    let script = format!(
        "wait hello; raw ready name={EVIL}\\n; complain {EVIL}; wait go; \
         raw info text=\"{EVIL}\" pv={EVIL} mark={EVIL} arrow={EVIL}\\n; legal; wait go; \
         raw move {EVIL}\\n; rest"
    );
    Arena::new("game = \"onitama\"\nrounds = 1\nseed = 1")
        .scripted(EVIL, &script)
        .bot("</script><!--", "house:first")
}

/// Every element that the page has, by its opening mark.
fn scripts(page: &str) -> Vec<&str> {
    let opened = page.match_indices("<script");
    opened
        .map(|(at, _)| between(&page[at..], "<script", ">"))
        .collect()
}

#[test]
fn nothing_that_bots_write_becomes_html() {
    let arena = arena();
    assert!(arena.run(&[]).status.success());
    let run = arena.path().join("cup.db");
    let page = report(&run, &[]);
    assert_eq!(
        scripts(&page),
        [
            "",
            " type=\"application/json\" id=\"packed\"",
            " type=\"application/json\" id=\"plots\"",
            " type=\"text/plain\"",
            "",
            " type=\"module\"",
        ]
    );
    assert_eq!(page.matches("</script>").count(), 6);
    assert!(!page.contains("alert(1)</script>") && !page.contains("<!--"));
    // Name, stderr and move stand there as text.
    let escaped = "&lt;script&gt;alert(1)&lt;/script&gt;";
    assert!(page.matches(escaped).count() > 5);
    assert!(between(&page, "end of stderr", "</pre>").contains(escaped));
    assert!(
        unpacked(&page).contains(EVIL),
        "the script shows info as text"
    );

    let folder = arena.path().join("pages");
    let (run, folder) = (run.to_string_lossy(), folder.to_string_lossy());
    referee(&["report", &run, "--per-bot", &folder]).fine();
    let pages = std::fs::read_dir(&*folder).expect("a folder");
    let mut pages: Vec<String> = pages
        .map(|page| std::fs::read_to_string(page.expect("a page").path()).expect("a page"))
        .collect();
    pages.sort_by_key(|page| page.contains("<title>&lt;script"));
    let [other, own] = &pages[..] else {
        panic!("two pages");
    };
    assert_eq!(scripts(own).len(), 6);
    assert!(own.contains(escaped) && own.contains("rival-"));
    // Nothing of it is in the page of the other.
    assert!(!other.contains("alert(1)") && !unpacked(other).contains("alert(1)"));
    assert!(!unpacked(own).contains("--"));
}
