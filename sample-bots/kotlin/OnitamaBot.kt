// Plays Onitama looking at the opponent's answers, and other games by random legal moves.

fun main() = play("kotlin-onitama") { turn -> onitamaMove(turn) }

fun onitamaMove(turn: Turn): String? {
    if (turn.game != "onitama" || turn.legal.isEmpty()) return randomMove(turn)
    val here = Position(turn.state)
    val move = turn.legal
        .prefer { here.wins(it) }
        .prefer { here.isSafe(it) }
        .prefer { here.captures(it) }
        .random(turn.random)
    if (movesPawn(move)) turn.arrow(move.substring(1, 3), move.substring(3, 5))
    return move
}

/** Returns the moves that meet a condition; all moves if none does. */
private fun List<String>.prefer(liked: (String) -> Boolean) = filter(liked).ifEmpty { this }

/** A state line: board, player, turns left, the cards of A, those of B, the side card. */
private class Position(state: String) {
    private val fields = state.replace("/", "").split(' ')
    private val board = fields[0] // 25 squares: a1 to a5, then b1 and so on
    private val me = fields[1][0]
    private val opponent = if (me == 'A') 'B' else 'A'
    private val opponentCards = if (opponent == 'A') fields.slice(3..4) else fields.slice(5..6)

    /** Returns true if a move such as 1e4d3r captures the general or enters the base. */
    fun wins(move: String) = movesPawn(move) && endsGame(board, me, start(move), target(move))

    fun captures(move: String) = movesPawn(move) && owner(board[target(move)]) == opponent

    /** Returns true if the opponent can't win right after a move. */
    fun isSafe(move: String): Boolean {
        val next = after(move)
        return opponentCards.none { card ->
            steps(card).any { (rows, columns) ->
                (0..24).any { from ->
                    val row = from / 5 + rows
                    val column = from % 5 + columns
                    row in 0..4 && column in 0..4 &&
                        endsGame(next, opponent, from, row * 5 + column)
                }
            }
        }
    }

    /** Rows and columns by which a card moves the opponent's pawns; B's cards are turned. */
    private fun steps(card: String): List<Pair<Int, Int>> {
        val pawn = card.indexOf('o')
        val turned = if (opponent == 'B') -1 else 1
        return card.indices.filter { card[it] == 'x' }
            .map { turned * (it / 5 - pawn / 5) to turned * (it % 5 - pawn % 5) }
    }

    /** Returns the board after a move, including the wall's step. */
    private fun after(move: String): String {
        val next = board.toCharArray()
        if (movesPawn(move)) {
            next[target(move)] = next[start(move)]
            next[start(move)] = '.'
        }
        val wall = next.indexOf('W')
        if (wall >= 0) {
            val to = wall + listOf(-5, 5, -1, 1, 0)["udlrs".indexOf(move[5])]
            next[wall] = next[to] // a soldier of this player changes places with the wall
            next[to] = 'W'
        }
        return String(next)
    }
}

/** Returns true if a player wins by moving from one square to another. */
private fun endsGame(board: String, player: Char, from: Int, to: Int): Boolean {
    val base = if (player == 'A') 2 else 22 // a3, e3
    val takes = board[to] == if (player == 'A') 'B' else 'A'
    val arrives = to == base && board[from] == player && owner(board[to]) != player
    return owner(board[from]) == player && (takes || arrives)
}

private fun owner(pawn: Char) = pawn.uppercaseChar()

/** Returns false for a move such as 1XXXXs, which only exchanges the card. */
private fun movesPawn(move: String) = move[1] != 'X'

private fun start(move: String) = square(move.substring(1, 3))

private fun target(move: String) = square(move.substring(3, 5))

private fun square(name: String) = (name[0] - 'a') * 5 + (name[1] - '1')
