// The bot's side of the referee's protocol, in one header for C++17.
//
// Write a function that chooses a move, and give it to referee::play().

#pragma once

#include <cctype>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <iterator>
#include <map>
#include <random>
#include <sstream>
#include <string>
#include <vector>

namespace referee {

using Words = std::vector<std::string>;
using Pairs = std::map<std::string, std::string>;

// The information that the bot has when it is to move.
struct Turn {
    std::string game;    // the game's name, such as "onitama"
    char seat = 'A';     // the bot's letter
    std::string seats;   // the letters of all players, such as "AB"
    std::string state;   // the state line: the complete position
    Words legal;         // the legal moves
    Words happened;      // played, chance and out lines since the last turn
    Pairs options;       // the pairs of the game line
    Pairs clock;         // the pairs of the go line: the time for this move, such as move_ms
    std::mt19937 random; // the same numbers for the same seed of a game
    std::chrono::steady_clock::time_point since; // when go was read
    Pairs notes;                                 // the pairs given to info()

    // Milliseconds since go was read.
    long elapsed_ms() const {
        using namespace std::chrono;
        return duration_cast<milliseconds>(steady_clock::now() - since).count();
    }

    // Returns one of several elements, each with the same probability; there must be at least one.
    template <typename T> const T &pick(const std::vector<T> &things) {
        return things[random() % things.size()];
    }

    // Sets what viewers show next to the move: info("score", 1.5). The keys that they know are
    // depth, score, nodes, pv and text; a later value replaces an earlier one.
    template <typename Value> void info(const std::string &key, const Value &value) {
        std::ostringstream text;
        text << value;
        std::string line = text.str();
        for (char &c : line)
            c = c == '"' ? '\'' : std::isspace(static_cast<unsigned char>(c)) ? ' ' : c;
        bool quoted = line.find(' ') != std::string::npos;
        notes[key] = quoted ? '"' + line + '"' : line;
    }

    // Marks squares: mark("e4"), mark("e4", "e5").
    template <typename... Squares> void mark(const Squares &...squares) {
        (add("mark", squares), ...);
    }

    // Draws an arrow: arrow("d1", "d2").
    void arrow(const std::string &from, const std::string &to) { add("arrow", from + to); }

  private:
    void add(const std::string &key, const std::string &item) {
        std::string &list = notes[key];
        list += (list.empty() ? "" : ",") + item;
    }
};

// Chooses a move; an empty one resigns.
using Choose = std::function<std::string(Turn &)>;

namespace detail {

// Writes a line and flushes it: an answer that stays in the buffer loses on time.
inline void say(const std::string &line) { std::cout << line << std::endl; }

inline Words words(std::istream &rest) { return {std::istream_iterator<std::string>(rest), {}}; }

inline Pairs pairs(std::istream &rest) {
    Pairs found;
    for (const std::string &word : words(rest))
        if (size_t equals = word.find('='); equals != std::string::npos)
            found[word.substr(0, equals)] = word.substr(equals + 1);
    return found;
}

inline Turn begin(std::istream &rest) {
    Turn turn;
    rest >> turn.game;
    turn.options = pairs(rest);
    auto option = [&](const char *key) {
        auto found = turn.options.find(key);
        return found == turn.options.end() ? "" : found->second;
    };
    turn.seats = option("seats");
    turn.seat = (option("seat") + 'A')[0];
    turn.random.seed(std::strtoul(option("seed").c_str(), nullptr, 10));
    return turn;
}

inline void answer(Turn &turn, const Choose &choose) {
    turn.notes.clear();
    std::string move = choose(turn);
    if (!turn.notes.empty()) {
        std::string line = "info";
        for (const auto &[key, value] : turn.notes)
            line += ' ' + key + '=' + value;
        say(line);
    }
    say(move.empty() ? "resign" : "move " + move);
    turn.happened.clear();
}

} // namespace detail

// Talks to the referee until quit or the end of the input. After the name there may be pairs for
// the ready line: "fox author=kim".
inline void play(const Choose &choose, const std::string &name) {
    using namespace detail;
    Turn turn;
    for (std::string line; std::getline(std::cin >> std::ws, line);) {
        line.erase(line.find_last_not_of(" \t\r") + 1);
        std::istringstream rest(line);
        std::string keyword;
        rest >> keyword >> std::ws;
        if (keyword == "hello") {
            say("ready " + name);
        } else if (keyword == "game") {
            turn = begin(rest);
        } else if (keyword == "state") {
            turn.legal.clear();
            turn.state.clear();
            std::getline(rest, turn.state);
        } else if (keyword == "legal") {
            turn.legal = words(rest);
        } else if (keyword == "played" || keyword == "chance" || keyword == "out") {
            turn.happened.push_back(line);
        } else if (keyword == "go") {
            turn.since = std::chrono::steady_clock::now();
            turn.clock = pairs(rest);
            answer(turn, choose);
        } else if (keyword == "error") { // an error message; bots may write to stderr
            std::cerr << line << std::endl;
        } else if (keyword == "quit") {
            break;
        } // The result and unknown keywords need no answer.
    }
}

} // namespace referee
