//! Pages, without a browser: the report of a run, what the server says, and games with people. What a browser
//! makes of them: `browser`.

mod hostile;
mod meetings;
mod numbers;
mod play;
pub mod served;
mod sizes;
mod words;

use std::io::Read;
use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;

use crate::kit::referee;

/// The page that `referee report` makes of a run.
pub fn report(run: &Path, arguments: &[&str]) -> String {
    let page = run.with_extension("html");
    let (run, out) = (run.to_string_lossy(), page.to_string_lossy());
    referee(&[&["report", &run, "-o", &out], arguments].concat()).fine();
    std::fs::read_to_string(page).expect("a page")
}

/// The text between two marks, the first time that they come.
pub fn between<'a>(text: &'a str, before: &str, after: &str) -> &'a str {
    let (_, rest) = text
        .split_once(before)
        .unwrap_or_else(|| panic!("no {before:?}"));
    let (value, _) = rest
        .split_once(after)
        .unwrap_or_else(|| panic!("no {after:?}"));
    value
}

/// The data of a page, by its name.
pub fn data(page: &str, id: &str) -> Value {
    let before = format!("<script type=\"application/json\" id=\"{id}\">");
    serde_json::from_str(between(page, &before, "</script>")).expect("JSON")
}

/// All that is packed in a page, unpacked.
pub fn unpacked(page: &str) -> String {
    let packed = data(page, "packed");
    let blocks = packed["blocks"].as_array().expect("blocks");
    let all = std::iter::once(&packed["common"]).chain(blocks);
    let inflate = |text: &Value| {
        let bytes = STANDARD
            .decode(text.as_str().expect("a text"))
            .expect("base64");
        let mut text = String::new();
        let mut decoder = flate2::read::DeflateDecoder::new(&bytes[..]);
        decoder.read_to_string(&mut text).expect("deflated text");
        text
    };
    all.map(inflate).collect()
}

/// What is read of a piece of HTML.
pub fn text(html: &str) -> String {
    let parts = html.split('<').enumerate();
    let read = parts.map(|(at, part)| match at {
        0 => part,
        _ => part.split_once('>').map_or("", |(_, text)| text),
    });
    let read: String = read.collect();
    read.replace("&lt;", "<").replace("&gt;", ">")
}

/// The rows of the first table behind a mark, as their cells' texts.
pub fn rows(page: &str, mark: &str) -> Vec<Vec<String>> {
    let (_, rest) = page.split_once(mark).expect("the mark");
    let table = between(rest, "<tbody>", "</tbody>");
    let rows = table.split("<tr").skip(1);
    let cell = |cell: &str| text(between(cell, ">", "</td>"));
    rows.map(|row| row.split("<td").skip(1).map(cell).collect())
        .collect()
}
