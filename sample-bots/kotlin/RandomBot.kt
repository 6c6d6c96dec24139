// Plays any game by random legal moves. Begin here: write your own randomMove.

fun main() = play("kotlin-random") { turn -> randomMove(turn) }

fun randomMove(turn: Turn): String? = turn.legal.randomOrNull(turn.random)
