//! What programs of Octave and MATLAB call.

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
    assert_eq!(called(program), ["f", "g", "h", "i1", "key", "u", "w"]);
}

#[test]
fn functions_have_variables_of_their_own() {
    let program = "function [best, at] = AIx(board, turn)\n  [best, at] = pick(board, turn);\nend\n\
                   function join = pick(a, b)\n  join = maxk(a, b);\nend\n\
                   function helper\n  join(1, 2)\nfunction r = last()\n  r = 1;\n";
    let calls = Calls::of(program);
    let defined: Vec<&String> = calls.defined.iter().collect();
    assert_eq!(defined, ["AIx", "helper", "last", "pick"]);
    assert_eq!(called(program), ["join", "maxk", "pick"]);
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
