// The Onitama bot looks one move ahead: it wins if it can, and avoids moves after which the
// opponent can win. It plays other games by random moves.
package main

import (
	"bytes"
	"strings"

	"bot/referee"
)

// Boards and cards are five rows of five with a '/' between them, so a square is 6*row + column.
const width = 6

type position struct {
	board  string
	player byte     // 'A' or 'B', the letter of its general
	cards  []string // two of A, then two of B
}

// square returns the square with a name such as "e4".
func square(name string) int {
	return width*int(name[0]-'a') + int(name[1]-'1')
}

func other(player byte) byte {
	return 'A' + 'B' - player
}

func owns(player, piece byte) bool {
	return piece == player || piece == player-'A'+'a'
}

// leads returns true if a card leads from one square to another. A card is written as its holder
// sees it; for B, on the other side of the board, it is turned by 180 degrees.
func leads(card string, holder byte, from, to int) bool {
	if holder == 'B' {
		from, to = to, from
	}
	pawn := strings.IndexByte(card, 'o')
	row := pawn/width + to/width - from/width
	column := pawn%width + to%width - from%width
	return 0 <= row && row < 5 && 0 <= column && column < 5 && card[width*row+column] == 'x'
}

// wins returns true if a player wins with this pawn move: it captures the general, or moves the
// player's general into the opponent's base.
func (p position) wins(player byte, from, to int) bool {
	base := square("a3")
	if player == 'B' {
		base = square("e3")
	}
	return p.board[to] == other(player) || p.board[from] == player && to == base
}

// canWin returns true if the player to move can win at once. The wall can't prevent that, because
// it is never on a general or a base.
func (p position) canWin(player byte) bool {
	first := 2 * int(player-'A')
	for from := range p.board {
		for to := range p.board {
			if !owns(player, p.board[from]) || owns(player, p.board[to]) || !p.wins(player, from, to) {
				continue
			}
			for _, card := range p.cards[first : first+2] {
				if leads(card, player, from, to) {
					return true
				}
			}
		}
	}
	return false
}

// after makes the whole move: first the pawn, then the wall, which changes places with whatever is
// on its new square: nothing, or a soldier of the player. Code that you add may need the wall's
// square.
func (p position) after(move string) position {
	board := []byte(p.board)
	if move[1] != 'X' { // XX: no pawn can move
		from, to := square(move[1:]), square(move[3:])
		board[from], board[to] = '.', board[from]
	}
	steps := map[byte]int{'u': -width, 'd': width, 'l': -1, 'r': 1}
	if wall := bytes.IndexByte(board, 'W'); wall >= 0 {
		to := wall + steps[move[5]]
		board[wall], board[to] = board[to], board[wall]
	}
	p.board = string(board)
	return p
}

// rate returns how good a move is: 4 wins, 2 and 3 are safe, 1 and 3 capture.
func (p position) rate(move string) int {
	rating := 0
	if move[1] != 'X' {
		from, to := square(move[1:]), square(move[3:])
		if p.wins(p.player, from, to) {
			return 4
		}
		if owns(other(p.player), p.board[to]) {
			rating = 1
		}
	}
	if !p.after(move).canWin(other(p.player)) {
		rating += 2
	}
	return rating
}

func choose(turn *referee.Turn) string {
	fields := strings.Fields(turn.State)
	onitama := turn.Game == "onitama" && len(fields) == 8
	var best []string
	highest := 0
	for _, move := range turn.Legal {
		rating := 0
		if onitama {
			rating = position{fields[0], fields[1][0], fields[3:7]}.rate(move)
		}
		if rating > highest {
			best, highest = nil, rating
		}
		if rating == highest {
			best = append(best, move)
		}
	}
	if len(best) == 0 {
		return ""
	}
	move := best[turn.Random.Intn(len(best))]
	if onitama && move[1] != 'X' {
		turn.Arrow(move[1:3], move[3:5])
	}
	return move
}

func main() {
	referee.Play(choose, "go-onitama")
}
