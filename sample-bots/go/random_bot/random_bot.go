// The random bot plays any game by random legal moves. Begin here: write your own choose.
package main

import "bot/referee"

func choose(turn *referee.Turn) string {
	if len(turn.Legal) == 0 { // only if the tournament says legal=off
		return ""
	}
	return turn.Legal[turn.Random.Intn(len(turn.Legal))]
}

func main() {
	referee.Play(choose, "go-random")
}
