//! Sanitizes text for CSV, which is often opened in spreadsheets: formulas are turned into text.

use std::io::Write;

use anyhow::Result;

use super::terminal::plain_lines;
use crate::failure::machine;

/// First characters of a formula, including the full-width ones of East Asian keyboards.
const FORMULA: [char; 8] = [
    '=', '+', '-', '@', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}',
];

/// Returns the text of a cell: with a leading quote if a spreadsheet would calculate it, unless it is a
/// number.
pub fn cell(text: &str) -> String {
    let shown = plain_lines(text);
    // Some readers strip leading blanks first; they would also strip a tab or a newline.
    let begins = shown.trim_start().starts_with(FORMULA) || text.starts_with(['\t', '\r', '\n']);
    if begins && !is_number(&shown) {
        return format!("'{shown}");
    }
    shown
}

fn is_number(text: &str) -> bool {
    let digits = |c: char| c.is_ascii_digit() || "+-.eE".contains(c);
    text.chars().all(digits) && text.parse::<f64>().is_ok()
}

/// Writes rows (RFC 4180, but with LF). Returns an error if a row is one or can't be written.
pub fn write<R: AsRef<[String]>>(
    out: impl Write,
    head: &[String],
    rows: impl IntoIterator<Item = Result<R>>,
) -> Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    let mut line = |cells: &[String]| {
        let cells = cells.iter().map(|text| cell(text));
        writer.write_record(cells).map_err(failed)
    };
    line(head)?;
    for row in rows {
        line(row?.as_ref())?;
    }
    Ok(writer.flush()?)
}

/// Returns rows as one CSV text.
pub fn text<R: AsRef<[String]>>(
    head: &[String],
    rows: impl IntoIterator<Item = R>,
) -> Result<String> {
    let mut bytes = Vec::new();
    write(&mut bytes, head, rows.into_iter().map(Ok))?;
    String::from_utf8(bytes).map_err(machine)
}

/// Converts an error. Rows are well-formed, so only writing can fail.
fn failed(error: csv::Error) -> anyhow::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error.into(),
        other => machine(format!("a row of CSV can't be written: {other:?}")),
    }
}

#[cfg(test)]
mod tests {
    use super::super::hostile::{each, texts};
    use super::super::is_unfit;
    use super::*;

    fn law(given: &str) {
        let shown = text(
            &["head".to_owned(), given.to_owned()],
            [[given.to_owned(), "x".to_owned()]],
        );
        let shown = shown.expect("rows");
        assert!(!shown.contains(|c| is_unfit(c) && c != '\n'), "{shown:?}");
        let mut reader = csv::ReaderBuilder::new();
        let mut reader = reader.has_headers(false).from_reader(shown.as_bytes());
        let rows: Vec<csv::StringRecord> =
            reader.records().map(|row| row.expect("a row")).collect();
        assert_eq!(rows.len(), 2, "{shown:?}");
        assert_eq!(rows[0][1], rows[1][0]);
        let cell = &rows[1][0];
        let clean = plain_lines(given);
        assert!(cell == clean || *cell == format!("'{clean}"), "{cell:?}");
        let formula = cell.trim_start().starts_with(FORMULA);
        assert!(
            !formula || cell.parse::<f64>().is_ok_and(f64::is_finite),
            "{cell:?}"
        );
    }

    #[test]
    fn nothing_is_calculated() {
        each(law);
    }

    #[test]
    fn numbers_stay_numbers() {
        for number in ["-12.5", "+7", "1e9", "-1e-5", "0", "-0.25"] {
            assert_eq!(cell(number), number);
        }
        for other in [
            "-2+3",
            "-",
            "-inf",
            "+e",
            "=1",
            "@a",
            "-1e5-",
            "\t1",
            " =1",
            "\u{ff1d}1",
        ] {
            assert!(cell(other).starts_with('\''), "{other}");
        }
    }

    proptest::proptest! {
        #[test]
        fn whatever_is_written(text in texts()) {
            law(&text);
        }
    }
}
