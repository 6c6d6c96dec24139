//! Tests of tables in the width of a terminal.

use referee_output::text_layout::{WIDTH, width};

use super::super::tables;
use super::{ScheduleInfo, report, ring};
use crate::standings::text;

#[test]
fn nothing_is_wider_than_a_terminal() {
    in_a_terminal(&[2, 3, 9, 45]);
}

#[test]
#[ignore = "long: a field of a hundred and twenty"]
fn nothing_of_a_large_field_is_wider_than_a_terminal() {
    in_a_terminal(&[120]);
}

fn in_a_terminal(fields: &[usize]) {
    for &bots in fields {
        for stem in [
            "x",
            "a-name-of-forty-characters-is-the-longest",
            "将棋の達人将棋の達人",
        ] {
            let names: Vec<String> = (0..bots).map(|n| format!("{stem}{n}")).collect();
            let shown: Vec<&str> = names.iter().map(String::as_str).collect();
            let mut report = report(&shown, &ring(&names), ScheduleInfo::default());
            let mut texts = vec![
                text::whole(&report, false),
                text::crosstable(&report, false),
            ];
            // Ranks as if a hundred other bots were ahead.
            for bot in &mut report.standings {
                bot.row.rank += 100;
            }
            texts.push(text::whole(&report, false));
            for text in texts {
                assert!(width(&text) <= WIDTH, "{text}");
                assert!(text.lines().all(|line| line == line.trim_end()), "{text}");
            }
        }
    }
}

#[test]
fn columns_give_way_where_numbers_are_huge() {
    let report = report(
        &["ann", "bob", "cleo"],
        &ring(&["ann", "bob", "cleo"].map(str::to_owned)),
        ScheduleInfo::default(),
    );
    for digits in 1..=19 {
        let mut standings = report.standings.clone();
        let huge = 10_u64.pow(digits) - 1;
        for bot in &mut standings {
            (bot.row.wins, bot.row.draws, bot.row.losses) = (huge, huge, huge);
            bot.row.games = huge;
        }
        let text = tables::standings(&standings, false).fitting(WIDTH);
        let text = text.expect("what is left fits");
        assert!(width(&text) <= WIDTH, "{text}");
        assert!(text.starts_with('#'), "{text}");
    }
}

#[test]
fn a_crosstable_in_parts_has_every_column_once() {
    let names: Vec<String> = (1..=45).map(|n| format!("bot-{n}")).collect();
    let shown: Vec<&str> = names.iter().map(String::as_str).collect();
    let report = report(&shown, &ring(&names), ScheduleInfo::default());
    let parts = text::crosstable(&report, false);
    let heads = parts
        .lines()
        .filter(|line| line.starts_with(" #") || line.starts_with('#'));
    let columns: Vec<usize> = heads
        .flat_map(|head| head.split_whitespace().skip(2))
        .map(|number| number.parse().expect("a number"))
        .collect();
    assert_eq!(columns, (1..=45).collect::<Vec<_>>());
    assert_eq!(text::crosstable(&report, true).lines().count(), 46);
    let met = tables::crosstable_csv(&report).expect("rows");
    assert_eq!(met.lines().count(), 1 + 2 * 45);
}
