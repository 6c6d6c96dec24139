//! Pages of an exam: nothing of anybody but aliases, for each student and for all who come along.

use std::fs;

use super::privacy::{roster, written};
use super::{EXAM, shown};
use crate::kit::referee;
use crate::web::served::Served;
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
        let (shown, _) = page.split_once("<script type=").expect("a script");
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

#[test]
fn strangers_see_aliases_and_nothing_that_anybody_wrote() {
    let run = shown(&EXAM.path("exam.db"));
    let roster_file = "tournaments/exam/roster.csv";
    let served = Served::new(&[&run, "--public", "--roster", roster_file]);
    let (roster, written) = (roster(), written());
    let games = crate::engine::records(&EXAM.path("exam.db")).len();
    let mut paths = vec!["/1/".to_owned(), "/1/tv".to_owned(), "/1/games".to_owned()];
    paths.extend((1..=games).map(|number| format!("/1/game/{number}")));
    let mut seen = 0;
    for path in &paths {
        let (status, page) = served.get(path);
        seen += usize::from(status == 200);
        let mut all = page.clone();
        if page.contains("id=\"packed\"") {
            all.truncate(page.find("<script").unwrap_or(0));
            all += &unpacked(&page);
        }
        for [id, name, _] in &roster {
            // House bots are no secret, and go by their own names.
            let secret = !id.starts_with("bot-");
            assert!(
                !secret || !all.contains(id) && !all.contains(name),
                "{path} names {id}"
            );
        }
        for (author, text) in &written {
            assert!(!all.contains(text), "{path} holds {text:?} of {author}");
        }
    }
    assert!(seen > games / 2, "{seen}");
    assert!(served.get("/1/").1.contains("marten"));
    assert_eq!(served.get("/1/game/1/record.json").0, 404);
    assert!(served.get_all("/1/").1.contains("s101"));
}
