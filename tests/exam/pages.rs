//! A page for each student: nothing of anybody else but aliases.

use std::fs;

use super::privacy::{roster, written};
use super::{EXAM, shown};
use crate::cli::referee;
use crate::web::{data, unpacked};

#[test]
fn a_student_s_page_holds_nothing_of_others_but_aliases() {
    let folder = EXAM.path("pages");
    let (run, folder) = (shown(&EXAM.path("exam.db")), shown(&folder));
    let roster_file = "tournaments/exam/roster.csv";
    referee(&[
        "report",
        &run,
        "--per-bot",
        &folder,
        "--roster",
        roster_file,
    ])
    .fine();
    let (roster, written) = (roster(), written());
    let mut pages = 0;
    for [id, _, alias] in &roster {
        // Who took no part has no page.
        let Ok(page) = fs::read_to_string(format!("{folder}/{id}.html")) else {
            continue;
        };
        pages += 1;
        // Packed, the same four letters could come by chance.
        let (shown, _) = page.split_once("<script").expect("a script");
        let all = format!("{shown}{}{}", data(&page, "plots"), unpacked(&page));
        let (_, all) = all.split_once("<title>").expect("a title");
        assert!(all.contains(id) && all.contains(alias));
        for [other, real, _] in roster.iter().filter(|[other, ..]| other != id) {
            assert!(!all.contains(other), "{id}'s page names {other}");
            assert!(!all.contains(real), "{id}'s page names {real}");
        }
        for (author, text) in written.iter().filter(|(author, _)| author != id) {
            assert!(
                !all.contains(text),
                "{id}'s page holds {text:?} of {author}"
            );
        }
        assert!(!all.contains(&*EXAM.folder.path().to_string_lossy()));
    }
    assert!(pages >= 5, "{pages}");
    let page = fs::read_to_string(format!("{folder}/s101.html")).expect("a page");
    assert!(page.contains("marten") && page.contains("oracle"));
}
