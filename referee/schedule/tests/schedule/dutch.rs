//! Tests that meetings of one game are paired by FIDE's Dutch system: as bbpPairings pairs them, an engine
//! that is checked against these rules (<https://github.com/BieremaBoyzProgramming/bbpPairings>, 6.0.0).

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};

use referee_schedule::swiss::{Seats, SwissEvent, SwissNext, SwissPairing, SwissRound, standings};

use crate::swiss::SeededNumbers;

fn event(players: usize, total_rounds: usize) -> SwissEvent {
    SwissEvent {
        active: vec![true; players],
        rounds: Vec::new(),
        total_rounds,
        games: 1,
        seats: Seats::Single,
    }
}

/// Returns the pairs with the first seat first, and the bye as its player alone; sorted, with players from 1.
fn ours(event: &SwissEvent) -> Option<Vec<Vec<usize>>> {
    let SwissNext::Round(next) = event.next() else {
        return None;
    };
    let pairs = next.pairs.iter().map(|pair| pair.to_vec());
    let paired = pairs.chain(next.bye.map(|bye| vec![bye]));
    let mut paired: Vec<Vec<usize>> = paired
        .map(|pair| pair.iter().map(|player| player + 1).collect())
        .collect();
    paired.sort();
    Some(paired)
}

/// Parses a round of words such as `6>1` (6 had the first seat and won), `2<3`, `4=5`, and `7*` for a bye.
fn read(line: &str) -> (SwissRound, Vec<Vec<usize>>) {
    let mut round = SwissRound::default();
    let mut paired = Vec::new();
    for word in line.split(' ') {
        let number = |text: &str| -> usize { text.parse().expect("a number") };
        if let Some(bye) = word.strip_suffix('*') {
            round.byes.push(number(bye) - 1);
            paired.push(vec![number(bye)]);
            continue;
        }
        let at = word.find(['>', '<', '=']).expect("a result");
        let players = [&word[..at], &word[at + 1..]].map(number);
        round.meetings.push(SwissPairing {
            players: players.map(|player| player - 1),
            halves: Some(match &word[at..=at] {
                ">" => [2, 0],
                "<" => [0, 2],
                _ => [1, 1],
            }),
        });
        paired.push(players.to_vec());
    }
    paired.sort();
    (round, paired)
}

/// A player that isn't in a round was absent. A tournament begins with its numbers of players and of rounds.
#[test]
fn whole_tournaments_are_paired_as_by_fide() {
    let mut event = event(0, 0);
    let mut rounds = 0;
    for (number, line) in include_str!("dutch.txt").lines().enumerate() {
        if let Some(head) = line.strip_prefix("# ") {
            let (players, total) = head.split_once(' ').expect("two numbers");
            let number = |text: &str| text.parse().expect("a number");
            event = self::event(number(players), number(total));
            continue;
        }
        let (round, paired) = read(line);
        let here = |player: usize| paired.iter().flatten().any(|p| *p == player + 1);
        event.active = (0..event.active.len()).map(here).collect();
        assert_eq!(ours(&event), Some(paired), "line {}", number + 1);
        event.rounds.push(round);
        rounds += 1;
    }
    assert!(rounds > 250, "{rounds} rounds");
}

/// After a round of draws all scores are equal, and all players can have the seat that they are due.
#[test]
fn seats_come_before_the_halves() {
    let mut event = event(6, 3);
    event.rounds.push(read("1=4 5=2 3=6").0);
    let paired = [[2, 3], [4, 5], [6, 1]].map(Vec::from);
    assert_eq!(ours(&event), Some(paired.to_vec()));
}

/// Writes the event as a tournament report file (TRF).
fn report(event: &SwissEvent) -> String {
    let mut text = format!("012 random\nXXR {}\n152 W\n", event.total_rounds);
    for (player, standing) in standings(event).iter().enumerate() {
        let (number, rating) = (player + 1, 2900 - player);
        let points = f64::from(standing.score) / 2.0;
        let name = format!("p{number}");
        write!(
            text,
            "001 {number:>4}      {name:<33} {rating:>4} {:26} {points:>4.1} {number:>4}",
            ""
        )
        .expect("a string");
        let rounds = event.rounds.iter().map(|round| column(round, player));
        let absent = (!event.active[player]).then(|| "  0000 - Z".to_owned());
        text.extend(rounds.chain(absent));
        text.push('\n');
    }
    text
}

/// Returns a player's column for a round.
fn column(round: &SwissRound, player: usize) -> String {
    if round.byes.contains(&player) {
        return "  0000 - U".to_owned();
    }
    let mut meetings = round.meetings.iter();
    let Some(meeting) = meetings.find(|meeting| meeting.players.contains(&player)) else {
        return "  0000 - Z".to_owned();
    };
    let seat = usize::from(meeting.players[1] == player);
    let halves = meeting.halves.expect("a result");
    let (opponent, seats, points) = (meeting.players[1 - seat] + 1, ["w", "b"], ["0", "=", "1"]);
    format!(
        "  {opponent:>4} {} {}",
        seats[seat], points[halves[seat] as usize]
    )
}

/// Returns the program's pairing; None if it finds none.
fn theirs(program: &str, event: &SwissEvent) -> Option<Vec<Vec<usize>>> {
    let mut child = Command::new(program)
        .args(["--dutch", "/dev/stdin", "-p"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(report(event).as_bytes()).expect("it reads");
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    let text = String::from_utf8(output.stdout).expect("text");
    match output.status.code() {
        Some(0) => {}
        Some(1) => return None,
        _ => panic!(
            "{}\n{}",
            String::from_utf8_lossy(&output.stderr),
            report(event)
        ),
    }
    let numbers = |line: &str| -> Vec<usize> {
        let numbers = line.split(' ').map(|word| word.parse().expect("a number"));
        numbers.filter(|number| *number != 0).collect()
    };
    let mut paired: Vec<Vec<usize>> = text.lines().skip(1).map(numbers).collect();
    paired.sort();
    Some(paired)
}

/// Writes a word of the data for each pair, with a random result.
fn play(paired: &[Vec<usize>], dice: &mut SeededNumbers, draws: usize, luck: usize) -> String {
    let result = |pair: &Vec<usize>, dice: &mut SeededNumbers| match pair[..] {
        [first, second] => {
            let strength = [first, second].map(|player| player + dice.below(luck));
            let result = match strength[0].cmp(&strength[1]) {
                _ if dice.below(100) < draws => '=',
                std::cmp::Ordering::Greater => '<',
                _ => '>',
            };
            format!("{first}{result}{second}")
        }
        _ => format!("{}*", pair[0]),
    };
    let words: Vec<String> = paired.iter().map(|pair| result(pair, dice)).collect();
    words.join(" ")
}

/// Plays a tournament by the program's pairings and counts the rounds that are paired differently; returns it
/// in the format of the data.
fn tournament(program: &str, seed: u64, most: usize, counts: &mut [usize; 3]) -> String {
    let mut dice = SeededNumbers::new(seed);
    let (players, total) = (5 + dice.below(most - 4), 5 + dice.below(5));
    let (draws, luck) = (
        [0, 10, 30, 60, 100][dice.below(5)],
        1 + dice.below(2 * players),
    );
    let absences = [0, 0, 3, 10][dice.below(4)];
    let mut event = event(players, total);
    let mut text = format!("# {players} {total}\n");
    let late = dice.below(3) * usize::from(absences > 0);
    let mut gone = vec![false; players];
    for now in 0..total {
        for (player, gone) in gone.iter_mut().enumerate() {
            let coming = now == 0 && player + late >= players;
            let away = now > 0 && dice.below(100) < absences;
            *gone |= away && dice.below(4) == 0;
            event.active[player] = !(coming || away || *gone);
        }
        if event.active.iter().filter(|active| **active).count() < 2 {
            break;
        }
        let Some(paired) = theirs(program, &event) else {
            counts[2] += 1;
            break;
        };
        counts[0] += 1;
        let pairing = ours(&event);
        if pairing.as_ref() != Some(&paired) {
            counts[1] += 1;
            println!(
                "seed {seed}, round {}: {pairing:?}\ninstead of {paired:?}\n{}",
                now + 1,
                report(&event)
            );
        }
        let line = play(&paired, &mut dice, draws, luck);
        event.rounds.push(read(&line).0);
        text += &line;
        text.push('\n');
    }
    text
}

/// Plays random tournaments; `BBP_RECORD=file` stores them in the format of `dutch.txt`.
#[test]
#[ignore = "needs the path of bbpPairings in BBP_PAIRINGS"]
fn random_tournaments_are_paired_as_by_another_program() {
    let program = std::env::var("BBP_PAIRINGS").expect("the path of bbpPairings");
    let number = |name: &str, otherwise| {
        std::env::var(name).map_or(otherwise, |text| text.parse().expect("a number"))
    };
    let (first, last) = (number("BBP_FIRST", 0), number("BBP_LAST", 400));
    let most = number("BBP_PLAYERS", 40);
    let mut counts = [0; 3];
    let played = (first..last).map(|seed| tournament(&program, seed as u64, most, &mut counts));
    let text: String = played.collect();
    if let Ok(file) = std::env::var("BBP_RECORD") {
        std::fs::write(file, text).expect("it is written");
    }
    let [rounds, other, none] = counts;
    println!("{rounds} rounds, {other} paired otherwise; {none} events without a pairing");
    assert_eq!(other, 0);
}
