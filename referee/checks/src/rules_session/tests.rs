use super::*;

fn session(game: &str, options: &[(&str, &str)]) -> RulesSession {
    let kind = referee_games::find(game).expect("the game exists");
    let owned_pair = |(k, v): &(&str, &str)| ((*k).to_owned(), (*v).to_owned());
    RulesSession::new(kind, options.iter().map(owned_pair).collect())
        .expect("the options are right")
}

/// Asks, and expects a reply of one line.
fn ask(session: &mut RulesSession, line: &str) -> String {
    let answer = session.answer(line).text().expect("an answer");
    assert!(!answer.contains('\n'), "{line}: {answer}");
    answer
}

#[test]
fn a_game_is_played_to_its_end() {
    let mut s = session("onitama", &[]);
    let near = "..b../..A../...../...../...B. A 9 ...../..x../..o../...../..... \
        ...../..x../.xo../...../..... ...../..x../..o../.x.../..... \
        ...../.x.x./..o../...../..... ...../.x.../.xo.x/...../.....";
    assert_eq!(ask(&mut s, &format!("state {near}")), "ok");
    assert_eq!(ask(&mut s, "result"), "result none");
    assert_eq!(ask(&mut s, "turn"), "turn seat A");
    assert_eq!(ask(&mut s, "explain 1b3a3u"), "explain legal");
    assert_eq!(ask(&mut s, "play 1b3a3u"), "ok");
    assert_eq!(ask(&mut s, "result"), "result A=1 B=2 reason=base");
    assert_eq!(ask(&mut s, "turn"), "turn over");
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
        ("perft", "error perft: found \"\""),
        ("perft 13", "error perft: found \"13\""),
        ("perft 99999999999999999999999", "error perft: found"),
        ("legal 1", "error legal stands alone"),
        ("", "error found \"\", expected state"),
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
    assert_eq!(ask(&mut s, "turn"), "turn chance");
    assert_eq!(ask(&mut s, "legal"), "legal");
    assert_eq!(ask(&mut s, "play p"), "error B's die is to be cast first");
    let answer = ask(&mut s, "chance 7");
    assert_eq!(
        answer,
        "error chance: found \"7\", expected 1, 2, 3, 4, 5, 6"
    );
    assert_eq!(ask(&mut s, "chance 3"), "ok");
    assert_eq!(
        ask(&mut s, "turn"),
        "turn seat B forced=pass",
        "a forced position is a turn, but nobody's choice"
    );
    assert_eq!(ask(&mut s, "legal"), "legal pass");
    assert!(ask(&mut s, "play p").starts_with("error illegal-move "));
    assert_eq!(ask(&mut s, "play pass"), "ok");
}

#[test]
fn new_games_have_the_options_of_the_session_and_their_own() {
    let mut s = session("onitama", &[("wall", "off")]);
    let fields = |s: &mut RulesSession| ask(s, "state").replace("state ", "");
    assert_eq!(ask(&mut s, "new turns=7"), "ok");
    assert!(fields(&mut s).starts_with("bbBbb/...../...../...../aaAaa A 7 "));
    assert_eq!(ask(&mut s, "new wall=on"), "ok");
    assert!(fields(&mut s).starts_with("bbBbb/...../W..../...../aaAaa A 50 "));
}

#[test]
fn a_seed_names_a_deal() {
    let mut s = session("koolaamee", &[("board", "random")]);
    let mut deal = |seed: u64| {
        assert_eq!(ask(&mut s, &format!("new seed={seed}")), "ok");
        ask(&mut s, "state")
    };
    let first = deal(7);
    assert_ne!(deal(8), first);
    assert_ne!(deal(u64::MAX), first);
    assert_eq!(deal(7), first);
}

#[test]
fn pictures_come_with_the_number_of_their_lines() {
    for game in referee_games::games() {
        let mut s = session(game.name(), &[]);
        let SessionReply::Lines(lines) = s.answer("show") else {
            panic!("{}: no picture", game.name());
        };
        assert_eq!(lines[0], format!("show {}", lines.len() - 1));
        let view = ask(&mut s, "view");
        let json = view.strip_prefix("view ").unwrap_or_default();
        assert!(
            serde_json::from_str::<serde_json::Value>(json).is_ok(),
            "{view}"
        );
    }
}

#[test]
fn counts_are_those_of_the_rules() {
    let mut s = session("cublino-pur", &[]);
    assert_eq!(ask(&mut s, "perft 0"), "perft 0 1");
    assert_eq!(ask(&mut s, "  perft   3 \r"), "perft 3 805");
}

/// One grammar: a reply repeats the command, or is `ok`, or an error.
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
                    [command, "ok", "error"].contains(&first),
                    "{name}: {line}: {answer}"
                );
            }
        }
    }
}
