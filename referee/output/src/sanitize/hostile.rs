//! Hostile texts with which the tests attack the sanitizers.

use proptest::prelude::*;

/// Texts that each have a special meaning in some output format.
pub(super) const CORPUS: [&str; 57] = [
    "",
    "\u{feff}",
    "\u{1b}[2J\u{1b}[31mred\u{7}\u{9b}1m",
    "a\rb\nc\r\nd\te\0f\u{8}\u{7f}\u{85}",
    "\u{202e}txet\u{202c} \u{2066}x\u{2069}\u{200f}\u{61c}\u{2028}y\u{2029}",
    "\u{fffe}\u{ffff}\u{fdd0}\u{feff}",
    "@everyone @octocat/team a@b.example",
    "#1 GH-12 gh-3 octocat/hello#4 owner/repo@0123abcdef",
    "0123abcdef 0123456789abcdef0123456789abcdef01234567 deadbeef",
    "https://evil.example www.evil.example http://x ftp://y WWW.evil.example",
    "[x](https://evil.example) ![x](//evil.example/x.png) [x]: /y",
    "<img src=x onerror=alert(1)> <https://evil.example> <!-- x --> </details>",
    "&lt;b&gt; &#64;x &copy;",
    "| a | b |\n| --- | --- |\n| c | d |",
    "# head",
    "====",
    "---",
    "***",
    "> quote",
    "- item",
    "+ item",
    "* item",
    "1. one",
    "1) one",
    "    code",
    "\tcode",
    "```\nfence\n```",
    "~~~~ x",
    "`` ` ``",
    "*bold* __it__ ~~gone~~ ~x~ ==mark== ^sup^ ||spoiler||",
    "$math$ $$math$$ :smile: [^1] [[wiki]] [ ] [x]",
    "\\* \\\\ \\| line\\",
    "two blanks  \nand a break",
    "=cmd|' /C calc'!A0",
    "+1+1",
    "-2+3",
    "@SUM(A1)",
    " =1+1",
    "\u{ff1d}1+1",
    "-12.5",
    "+7",
    "1e9",
    "-1e5",
    "-inf",
    "\"quoted\", and \"so\nforth\"",
    "]]> <![CDATA[x]]> <?xml?> <!DOCTYPE x> &x;",
    "::error file=x::y",
    "  ::add-mask::a",
    "##[error]x ##[set-env name=X;]y",
    "%0A::error::x%25",
    "a:b,c=d::e",
    "} 1\nreferee_x{a=\"b\"} 2\n# EOF",
    "\\\" \\n \" \\",
    "::stop-commands::x",
    "::x::",
    "\u{200b}@x a\u{301}\u{301} 👩‍👩‍👧",
    "</testsuite><testcase name='x'/>",
];

/// Checks a property for each text of the corpus: alone, within other words, and doubled.
pub(super) fn each(law: impl Fn(&str)) {
    for text in CORPUS {
        law(text);
        law(&format!("a {text} b"));
        law(&format!("{text}{text}"));
    }
}

/// Generates texts of pieces of the corpus, special characters and arbitrary ones, in any order.
pub(super) fn texts() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        proptest::sample::select(&CORPUS[..]).prop_map(str::to_owned),
        proptest::collection::vec(any::<char>(), 0..4).prop_map(String::from_iter),
        "[-a-f0-9@#:/.%=+<>|`*_~$&!\\[\\](){}\\\\ \n\r\t\"',w]{0,8}",
    ];
    proptest::collection::vec(piece, 0..6).prop_map(|pieces| pieces.concat())
}
