use super::*;

fn run(game: &str, text: &str) -> CasesOutcome {
    let game = referee_games::find(game).expect("the game exists");
    let cases = Cases::read(text.as_bytes()).expect("it can be read");
    let outcome = cases.run(game, &BTreeMap::new());
    outcome.expect("the defaults are right")
}

fn failed(outcome: &CasesOutcome) -> Vec<(usize, &str, &str)> {
    let lines = outcome.failed.iter();
    lines
        .map(|f| (f.line, f.expected.as_str(), f.got.as_str()))
        .collect()
}

#[test]
fn what_holds_holds() {
    let text = "# The die.\r\ncase a six\r\nexpect turn chance\nchance 6\n\
        expect turn seat A\nexpect legal p\nrefuse play q\nplay p\n\
        expect state A:0,-1/B:-1,-1 A - 1 - 1999\n\n\n\
        state A:10,20/B:-1,-1 B 3 0 - 30\nexpect turn seat B\nexpect legal pass\n\
        expect result none\nrefuse state A:10,20\nrefuse chance 7\nrefuse new seats=Q\n\n\
        new seats=CD\nexpect perft 1 6\n\n\
        state A:51,57/B:0,0 A 6 0 - 1\nplay p\nexpect result A=1\nexpect result reason=finished B=2";
    let outcome = run("ludo", text);
    assert_eq!(failed(&outcome), []);
    assert_eq!((outcome.cases, outcome.held), (4, 4));
}

#[test]
fn orders_and_spellings_don_t_matter() {
    let text = "expect legal g1g2 f1f2 e1e2 d1d2 c1c2 b1b2 a1a2\n\
        expect state PWa1Wb1Wc1Wd1We1Wf1Wg1va7vb7vc7vd7ve7vf7vg7";
    assert_eq!(failed(&run("cublino-pur", text)), []);
}

#[test]
fn each_line_that_doesn_t_hold_is_told() {
    let text = "case dice\nchance 6\nexpect legal p q\nexpect perft 1 5\nexpect turn chance\n\n\
        chance 6\nrefuse play p\nexpect result none\n\n\
        case stuck\nplay p\nexpect legal p\n\n\
        expect result A=1 reason=rolls\nexpect state x\nstate x\nplay p";
    let outcome = run("ludo", text);
    let expected = [
        (3, "legal p q", "legal p"),
        (4, "perft 1 5", "perft 1 1"),
        (5, "turn chance", "turn seat A"),
        (8, "play p: refused", "state A:0,-1/B:-1,-1 A - 1 - 1999"),
        (12, "play p: done", "error A's die is to be cast first"),
        (15, "result A=1 reason=rolls", "result none"),
        (16, "state x", "state A:-1,-1/B:-1,-1 A - 0 - 2000"),
    ];
    let failures = failed(&outcome);
    assert_eq!(failures[..7], expected);
    assert_eq!(
        (failures.len(), failures[7].0, failures[7].1),
        (8, 17, "state x: done")
    );
    assert_eq!((outcome.cases, outcome.held), (4, 0));
    assert_eq!(outcome.failed[0].case.as_deref(), Some("dice"));
    assert_eq!(outcome.failed[3].case, None);
}

#[test]
fn a_file_that_can_t_be_meant_is_refused_with_its_line() {
    for (text, line, why) in [
        ("play e4\nexpct legal", 2, "found \"expct\", expected state"),
        ("expect view {}", 1, "expect takes state, legal"),
        ("expect", 1, "expect takes state, legal"),
        ("refuse legal", 1, "refuse takes state, new"),
        ("refuse play", 1, "found \"play\", expected play MOVE"),
        ("refuse state", 1, "found \"state\", expected state LINE"),
        ("play a b", 1, "found \"play a b\", expected play MOVE"),
        ("chance", 1, "found \"chance\", expected chance OUTCOME"),
        ("expect perft 13 1", 1, "found \"perft 13 1\""),
        ("expect perft 1", 1, "found \"perft 1\""),
        ("expect turn", 1, "found \"turn\""),
        ("expect result", 1, "found \"result\""),
        ("expect state", 1, "found \"state\""),
        ("play e4\ncase late", 2, "`case NAME` is the first line"),
        ("case", 1, "`case NAME` is the first line"),
        ("case a\ncase b", 2, "`case NAME` is the first line"),
        ("quit", 1, "found \"quit\""),
    ] {
        match Cases::read(text.as_bytes()).err() {
            Some(Unreadable::Line(found, message)) => {
                assert_eq!(found, line, "{text}");
                assert!(message.starts_with(why), "{text}: {message}");
            }
            other => panic!("{text}: {other:?}"),
        }
    }
    for text in ["", "# nothing\n\n", "case only a name\n"] {
        let refused = Cases::read(text.as_bytes()).err();
        assert!(matches!(refused, Some(Unreadable::Empty)), "{text}");
    }
    let binary = Cases::read(&b"\n\xff"[..]).err();
    assert!(matches!(binary, Some(Unreadable::Line(2, _))), "{binary:?}");
}
