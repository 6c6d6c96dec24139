//! Tests which functions programs of Octave and MATLAB call.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::PathBuf;
use std::process::Command;

use super::MOST;
use super::calls::{Calls, JOINED};

fn called(program: &str) -> Vec<String> {
    Calls::of(program).called.into_iter().collect()
}

#[test]
fn names_that_are_set_are_no_calls() {
    let program = "x = f(1);\ny(3).z{2} = g;\n[a, b(i1), c.d, ~] = h(x');\nfor k = 1:3, k; end\n\
                   for (n = x) n; end\nglobal left right\npersistent asked\nleft + right + asked;\n\
                   x += 1;\ns.(key) = 2;\ntry, u; catch err\n err.message; end\n\
                   v = @(p, q) p + q + w(x); if (x) late(2) = 3; end\nlate;";
    assert_eq!(called(program), ["f", "g", "h", "key", "u", "w"]);
}

#[test]
fn what_one_function_sets_is_a_variable_in_the_whole_file() {
    let program = "function [best, at] = AIx(board, turn)\n  [best, at] = pick(board, turn);\nend\n\
                   function join = pick(a, b)\n  join = maxk(a, b);\nend\n\
                   function helper\n  join(1, 2)\nfunction r = last()\n  r = 1;\n";
    let calls = Calls::of(program);
    let defined: Vec<&String> = calls.defined.iter().collect();
    assert_eq!(defined, ["AIx", "helper", "last", "pick"]);
    assert_eq!(called(program), ["maxk", "pick"]);
    let unset =
        "function [move, value] = AIx(board)\n  move = 1;\n  value\nend\nfunction r = f\n  r\n";
    assert!(called(unset).is_empty());
}

#[test]
fn properties_of_a_class_are_no_calls() {
    let program = "classdef pawn < handle\nproperties\n  square\n  kind = 'a';\nend\nmethods (Access = private)\n\
                   function p = pawn(at)\n  p.square = place(at);\nend\n\
                   function p = set.square(p, value)\n  p.square = check(value);\nend\nend\nend\n";
    assert_eq!(called(program), ["check", "place"]);
}

#[test]
fn comments_and_texts_call_nothing() {
    let program = "%{\nblock(1)\n%}\nx = 'it''s f(1) % no comment'; % g(2)\n# h(3)\n\
                   y = [x' 'k(1)' x']; z = x.'; w = {x', 'l(1)'};\nm = \"n(1) \"\" o(2) \\\" p\"; q(1)\n\
                   a = r ... s(1)\n  + t; case'u'\nv = 1e3 + 0x1F + 1_000 + 2i + 3.*b1 + x.field.other;\n\
                   s = \"one \\\n two(1)\";\n";
    assert_eq!(called(program), ["b1", "q", "r", "t"]);
}

#[test]
fn words_of_commands_call_nothing() {
    let program =
        "hold on\nclose all; clc\nformat long, f(1)\nclear -all\nwarning 'off'\nx = a -b;\n";
    let expected = [
        "a", "b", "clc", "clear", "close", "f", "format", "hold", "warning",
    ];
    assert_eq!(called(program), expected);
}

#[test]
fn what_has_members_is_no_function() {
    let program = "g.addedge(1, f(2));\nx = state.board + queue.(key)(1);\n\
                   list = java.util.LinkedList(); n = py.len(h(3)); k (1).m; l.^2;";
    assert_eq!(called(program), ["f", "h", "java", "k", "key", "l", "py"]);
}

#[test]
fn strings_that_are_joined_are_told() {
    for program in ["x = \"e\" + n(4);", "x = a + \"e\";"] {
        assert!(called(program).contains(&JOINED.to_owned()), "{program}");
    }
    for program in ["x = 'e' + 4;", "x = [\"e\", '+'];", "x = \"a+b\";"] {
        assert!(!called(program).contains(&JOINED.to_owned()), "{program}");
    }
}

#[test]
fn what_is_no_program_is_read_to_its_end() {
    let odd = [
        "",
        "]]]})",
        "function",
        "function [",
        "[a",
        "'",
        "\"\\",
        "...",
        "%{",
        "x.(",
        "@(",
        "é'ü",
        ".1.",
        "a.'",
    ];
    for program in odd {
        Calls::of(program);
        Calls::of(&format!("{program}\nfoo(1)"));
    }
}

/// A submission may be anything, and with quadratic time a long line would take days.
#[test]
fn a_long_line_is_read_in_one_go() {
    read_long_lines(16);
}

#[test]
#[ignore = "long: as much text as is read of a file"]
fn the_longest_line_is_read_in_one_go() {
    read_long_lines(1);
}

/// Reads lines of this fraction of the maximum size; a parser that goes back for each character would take
/// hours.
fn read_long_lines(part: usize) {
    let most = usize::try_from(MOST).expect("it fits") / part;
    let pieces = [
        "[", "(", "a(", "@(", "[a", "global ", "catch ", "a b;", "]", "[a(1)", "[@(", "'", "a'",
    ];
    for piece in pieces {
        Calls::of(&piece.repeat(most / piece.len()));
    }
    for (open, close) in [("[", "]="), ("[a(", ")]="), ("@(", ")"), ("a{", "}")] {
        let depth = most / (open.len() + close.len());
        let calls = Calls::of(&(open.repeat(depth) + "f" + &close.repeat(depth) + "\ng;"));
        assert!(calls.called.contains("g"), "{open}");
    }
}

#[test]
fn names_in_a_list_of_results_are_no_calls() {
    let program = "[a, [b c], d([e] = f), g(h).i{j}] = k; @(l, m(n)) l + @(o) o;";
    assert_eq!(called(program), ["k"]);
}

/// Reading neither waits for a pipe nor reveals the target of a link.
#[test]
fn only_files_are_read() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let at = |name: &str| folder.path().join(name);
    fs::write(at("AIa.m"), "x = own(1) + pipe(2) + link(3);").expect("written");
    fs::write(at("secret"), "root = words(1);").expect("written");
    symlink(at("secret"), at("link.m")).expect("a link");
    symlink("/dev/stdin", at("input.m")).expect("a link");
    let made = Command::new("mkfifo").arg(at("pipe.m")).status();
    assert!(made.expect("mkfifo is there").success());
    symlink(at("pipe.m"), at("to_pipe.m")).expect("a link");
    let names = ["AIa.m", "input.m", "link.m", "pipe.m", "to_pipe.m"];
    let files: BTreeMap<PathBuf, PathBuf> =
        names.iter().map(|name| (name.into(), at(name))).collect();
    let called = super::called(&files).expect("a program");
    assert!(called.iter().eq(["own"]), "{called:?}");
}

#[test]
fn of_a_bot_only_so_much_is_read() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let blanks = " ".repeat(usize::try_from(MOST).expect("it fits") - 1);
    let files: BTreeMap<PathBuf, PathBuf> = (10..20)
        .map(|n| {
            let path = folder.path().join(format!("f{n}.m"));
            fs::write(&path, format!("{}g{n}", &blanks[2..])).expect("written");
            (PathBuf::from(format!("f{n}.m")), path)
        })
        .collect();
    let called = super::called(&files).expect("a program");
    let eight: Vec<String> = (10..18).map(|n| format!("g{n}")).collect();
    assert!(called.iter().eq(&eight), "{called:?}");
}
