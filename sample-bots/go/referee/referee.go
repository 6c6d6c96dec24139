// Package referee is the bot's side of the referee's protocol: write a function that chooses a
// move, and give it to Play.
package referee

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math/rand"
	"os"
	"sort"
	"strconv"
	"strings"
	"time"
)

// Turn is the information that the bot has when it is to move.
type Turn struct {
	Game     string            // the game's name, such as "onitama"
	Seat     string            // the bot's letter
	Seats    string            // the letters of all players, such as "AB"
	State    string            // the state line: the complete position
	View     json.RawMessage   // the position in JSON, if the bot asked for json=on
	Legal    []string          // the legal moves
	Happened []string          // played, chance and out lines since the last turn
	Options  map[string]string // the pairs of the game line
	Clock    map[string]string // the pairs of the go line: the time for this move, such as move_ms
	Random   *rand.Rand        // the same numbers for the same seed of a game

	since time.Time         // when go was read
	notes map[string]string // the pairs given to Info
}

// Elapsed is the time since go was read.
func (t *Turn) Elapsed() time.Duration {
	return time.Since(t.since)
}

// Info sets what viewers show next to the move. The keys that they know are depth, score,
// nodes, pv and text; a later value replaces an earlier one.
func (t *Turn) Info(key string, value any) {
	text := strings.ReplaceAll(fmt.Sprint(value), `"`, "'")
	if words := strings.Fields(text); len(words) > 1 {
		text = `"` + strings.Join(words, " ") + `"`
	}
	t.notes[key] = text
}

// Mark marks squares, such as "e4".
func (t *Turn) Mark(squares ...string) {
	t.add("mark", squares...)
}

// Arrow draws an arrow from one square to another.
func (t *Turn) Arrow(from, to string) {
	t.add("arrow", from+to)
}

func (t *Turn) add(key string, items ...string) {
	if others := t.notes[key]; others != "" {
		items = append([]string{others}, items...)
	}
	t.notes[key] = strings.Join(items, ",")
}

// Play talks to the referee until quit or the end of the input. Choose returns a move, or "" to
// resign. After the name there may be pairs for the ready line: "fox author=kim json=on".
func Play(choose func(*Turn) string, name string) {
	turn := newTurn("", nil)
	in := bufio.NewReader(os.Stdin)
	for {
		line, err := in.ReadString('\n')
		line = strings.TrimSpace(line)
		m := parse(line)
		switch m.keyword {
		case "hello":
			fmt.Println("ready", name)
		case "game":
			turn = newTurn(m.text, m.pairs)
		case "state":
			turn.State, turn.View, turn.Legal = m.text, m.view, nil
		case "legal":
			turn.Legal = m.words
		case "played", "chance", "out":
			turn.Happened = append(turn.Happened, line)
		case "go":
			turn.since = time.Now()
			turn.Clock = m.pairs
			turn.answer(choose)
		case "error": // an error message; bots may write to stderr
			fmt.Fprintln(os.Stderr, line)
		case "quit":
			return
		} // The result and unknown keywords need no answer.
		if err != nil { // the end of the input
			return
		}
	}
}

func newTurn(game string, options map[string]string) *Turn {
	seed, _ := strconv.ParseInt(options["seed"], 10, 64)
	name, _, _ := strings.Cut(game, " ")
	return &Turn{
		Game:    name,
		Seat:    options["seat"],
		Seats:   options["seats"],
		Options: options,
		Random:  rand.New(rand.NewSource(seed)),
	}
}

// answer asks for a move and writes it. Println writes at once, so there is nothing to flush.
func (t *Turn) answer(choose func(*Turn) string) {
	t.notes = map[string]string{}
	move := choose(t)
	if len(t.notes) > 0 {
		var notes []string
		for key, value := range t.notes {
			notes = append(notes, key+"="+value)
		}
		sort.Strings(notes)
		fmt.Println("info", strings.Join(notes, " "))
	}
	if move == "" {
		fmt.Println("resign")
	} else {
		fmt.Println("move", move)
	}
	t.Happened = nil
}

// message is a line from the referee, of text or of JSON.
type message struct {
	keyword string
	text    string // the text after the keyword
	words   []string
	pairs   map[string]string
	view    json.RawMessage
}

func parse(line string) message {
	m := message{pairs: map[string]string{}}
	if strings.HasPrefix(line, "{") {
		m.parseJSON(line)
		return m
	}
	m.keyword, m.text, _ = strings.Cut(line, " ")
	m.words = strings.Fields(m.text)
	for _, word := range m.words {
		if key, value, found := strings.Cut(word, "="); found {
			m.pairs[key] = value
		}
	}
	return m
}

func (m *message) parseJSON(line string) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal([]byte(line), &fields); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return
	}
	for key, raw := range fields {
		var text string
		if json.Unmarshal(raw, &text) != nil {
			text = string(raw) // a number, a list or an object
		}
		m.pairs[key] = text
	}
	m.keyword = m.pairs["type"]
	m.text = m.pairs[m.keyword]
	m.view = fields["view"]
	if m.keyword == "legal" {
		json.Unmarshal(fields["moves"], &m.words)
	}
}
