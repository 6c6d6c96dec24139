use super::*;

fn session(game: &str, options: &[(&str, &str)]) -> RulesSession<'static> {
    let kind = referee_games::find(game).expect("the game exists");
    let owned_pair = |(k, v): &(&str, &str)| ((*k).to_owned(), (*v).to_owned());
    RulesSession::new(kind, options.iter().map(owned_pair).collect())
        .expect("the options are right")
}

/// Asks, and expects a reply of one line.
fn ask(session: &mut RulesSession<'_>, line: &str) -> String {
    let answer = answers(session, line).join("\n");
    assert!(!answer.contains('\n'), "{line}: {answer}");
    answer
}

/// Asks; returns the lines of the reply.
fn answers(session: &mut RulesSession<'_>, line: &str) -> Vec<String> {
    let SessionReply::Lines(lines) = session.answer(line) else {
        panic!("{line}: the session has ended");
    };
    lines
}

#[test]
fn a_game_is_played_to_its_end() {
    let mut s = session("onitama", &[]);
    let near = "..b../..A../...../...../...B. A 9 ...../..x../..o../...../..... \
        ...../..x../.xo../...../..... ...../..x../..o../.x.../..... \
        ...../.x.x./..o../...../..... ...../.x.../.xo.x/...../.....";
    let there = answers(&mut s, &format!("state {near}"));
    assert_eq!(
        there[..2],
        [format!("state {near}"), "turn seat A".to_owned()]
    );
    assert_eq!(there[2..], ["legal 1b3a3s 2b3a3s 2b3b2s"]);
    assert_eq!(ask(&mut s, "result"), "result none");
    assert_eq!(ask(&mut s, "legal"), there[2]);
    assert_eq!(ask(&mut s, "explain 1b3a3u"), "explain legal");
    let over = answers(&mut s, "play 1b3a3u");
    assert_eq!(over[1..], ["turn over A=1 B=2 reason=base"]);
    assert_eq!(ask(&mut s, "result"), "result A=1 B=2 reason=base");
    assert_eq!(ask(&mut s, "turn"), over[1]);
    assert_eq!(ask(&mut s, "legal"), "legal");
    assert_eq!(ask(&mut s, "play 1b3a3u"), "error the game is over");
    assert_eq!(ask(&mut s, "explain 1b3a3u"), "explain the game is over");
    assert_eq!(s.answer("quit"), SessionReply::Quit);
}

#[test]
fn what_is_refused_changes_nothing() {
    let mut s = session("onitama", &[]);
    let before = ask(&mut s, "state");
    for (line, why) in [
        ("play 1e1e1s", "error illegal-move "),
        ("play", "error play takes one move"),
        ("play 1 2", "error play takes one move"),
        ("chance 6", "error there is nothing to cast here"),
        ("state x", "error state: found 1 field,"),
        (
            "new turns=0",
            "error turns: found \"0\", expected a whole number",
        ),
        ("new colour=red", "error onitama has no option \"colour\""),
        ("new turns=5 turns=6", "error new: \"turns\" is given twice"),
        ("new seed=-1", "error seed: found \"-1\""),
        ("new seed=18446744073709551616", "error seed: found"),
        ("new 7", "error new: found \"7\", expected KEY=VALUE"),
        (
            "new deal=12",
            "error deal: found \"12\", expected 64 hex digits",
        ),
        ("new deal=1 seed=1", "error new takes a deal or a seed"),
        ("withdraw C", "error withdraw: found \"C\", expected a seat"),
        ("withdraw A", "error A can't leave: "),
        ("hello rules 2", "error found \"rules 2\", expected rules 1"),
        ("perft", "error perft: found \"\""),
        ("perft 13", "error perft: found \"13\""),
        ("perft 99999999999999999999999", "error perft: found"),
        ("legal 1", "error legal stands alone"),
        ("", "error found \"\", expected hello"),
        ("legal\u{a0}", "error found \"legal\\u00a0\""),
        (
            "new seed=1\u{2003}turns=5",
            "error seed: found \"1\\u2003turns=5\"",
        ),
        ("\u{feff}\u{7}", "error found \"\\ufeff\\u0007\""),
    ] {
        let answer = ask(&mut s, line);
        assert!(answer.starts_with(why), "{line}: {answer}");
        assert_eq!(ask(&mut s, "state"), before, "{line}");
    }
}

#[test]
fn chance_belongs_to_the_one_who_asks() {
    let mut s = session("ludo", &[("seats", "BD")]);
    let cast = "turn chance B 1:1 2:1 3:1 4:1 5:1 6:1";
    assert_eq!(ask(&mut s, "turn"), cast);
    assert_eq!(ask(&mut s, "legal"), "legal");
    assert_eq!(ask(&mut s, "play p"), "error B's die is to be cast first");
    let answer = ask(&mut s, "chance 7");
    assert_eq!(
        answer,
        "error chance: found \"7\", expected 1, 2, 3, 4, 5, 6"
    );
    let forced = answers(&mut s, "chance 3");
    assert_eq!(
        forced[1..],
        ["turn seat B forced=pass"],
        "a forced position is a turn, but nobody's choice"
    );
    assert_eq!(ask(&mut s, "legal"), "legal pass");
    assert!(ask(&mut s, "play p").starts_with("error illegal-move "));
    let again = answers(&mut s, "play pass");
    assert_eq!(again[1..], [cast.replace('B', "D")]);
}

#[test]
fn seats_are_named_where_they_are_not_the_usual_ones() {
    let mut s = session("ludo", &[("seats", "ABC")]);
    let start = answers(&mut s, "new");
    assert!(start[1].starts_with("turn chance A "), "{start:?}");
    let left = answers(&mut s, "withdraw B");
    assert_eq!(left[1], "seats AC");
    assert_eq!(ask(&mut s, "state"), left[0]);
    let other = answers(&mut s, "new seats=BD");
    assert!(other[1].starts_with("turn chance B "), "{other:?}");
}

#[test]
fn new_games_have_the_options_of_the_session_and_their_own() {
    let mut s = session("onitama", &[("wall", "off")]);
    let mut state = |line| answers(&mut s, line)[0].replace("state ", "");
    assert!(state("new turns=7").starts_with("bbBbb/...../...../...../aaAaa A 7 "));
    assert!(state("new wall=on").starts_with("bbBbb/...../W..../...../aaAaa A 50 "));
}

#[test]
fn a_seed_or_its_stream_names_a_deal() {
    let mut s = session("koolaamee", &[("board", "random")]);
    let mut deal = |how: &str| answers(&mut s, &format!("new {how}"))[0].clone();
    let first = deal("seed=7");
    assert_ne!(deal("seed=8"), first);
    assert_ne!(deal(&format!("seed={}", u64::MAX)), first);
    assert_eq!(deal("seed=7"), first);
    let stream = derive(7, "deal", &[]).stream("deal");
    let digits: Vec<String> = stream.iter().map(|byte| format!("{byte:02x}")).collect();
    let digits = digits.concat();
    assert_eq!(deal(&format!("deal={digits}")), first);
    assert_ne!(deal(&format!("deal={}", "0".repeat(64))), first);
}

#[test]
fn equivalent_positions_can_be_read() {
    let mut s = session("koolaamee", &[]);
    let lines = answers(&mut s, "symmetries");
    assert_eq!(lines[0], format!("symmetries {}", lines.len() - 1));
    assert!(lines.len() > 1);
    for line in &lines[1..] {
        let there = answers(&mut s, &format!("state {line}"));
        assert_eq!(there[0], format!("state {line}"));
    }
}

#[test]
fn pictures_come_with_the_number_of_their_lines() {
    for game in referee_games::games() {
        let mut s = session(game.name(), &[]);
        let SessionReply::Lines(lines) = s.answer("show") else {
            panic!("{}: no picture", game.name());
        };
        assert_eq!(lines[0], format!("show {}", lines.len() - 1));
        for word in ["view", "scene"] {
            let answer = ask(&mut s, word);
            let json = answer.strip_prefix(word).unwrap_or_default();
            assert!(
                serde_json::from_str::<serde_json::Value>(json).is_ok(),
                "{answer}"
            );
        }
    }
}

#[test]
fn counts_are_those_of_the_rules() {
    let mut s = session("cublino-pur", &[]);
    assert_eq!(ask(&mut s, "perft 0"), "perft 0 1");
    assert_eq!(ask(&mut s, "  perft   3 \r"), "perft 3 805");
}

/// One grammar: a reply repeats the command, or is a position, or an error.
#[test]
fn answers_begin_with_what_was_asked() {
    for game in referee_games::games() {
        let mut s = session(game.name(), &[]);
        for command in COMMANDS
            .split([',', ' '])
            .filter(|command| !command.is_empty())
        {
            for line in [command, &format!("{command} 1")] {
                let Some(answer) = s.answer(line).text() else {
                    assert_eq!(line, "quit");
                    continue;
                };
                let first = answer.split(' ').next().unwrap_or_default();
                let name = game.name();
                assert!(
                    [command, "state", "error"].contains(&first),
                    "{name}: {line}: {answer}"
                );
            }
        }
    }
}
