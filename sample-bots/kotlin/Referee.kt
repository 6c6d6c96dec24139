// The bot's side of the protocol. You needn't change it; write your strategy in another file.

import kotlin.random.Random

/** The information that the bot has when it is to move, and functions to comment on its move. */
class Turn(
    /** The game's name, such as "onitama". */
    val game: String,
    /** All pairs of the game line: seat, seats, id, seed, the game's options. */
    val options: Map<String, String>,
) {
    /** The bot's letter. */
    val seat = options["seat"] ?: "A"

    /** The letters of all players. */
    val seats = options["seats"] ?: "AB"

    /** Random numbers that are the same for the same seed. */
    val random = Random(options["seed"]?.toLongOrNull() ?: 0)

    /** The state line: the whole position. */
    var state = ""
        internal set

    /** The legal moves. */
    var legal = emptyList<String>()
        internal set

    /** The time for this move, such as move_ms. */
    var clock = emptyMap<String, String>()
        internal set

    /** The events since the last turn: moves, dice, players who left. */
    val happened = mutableListOf<String>()

    private val told = mutableMapOf<String, String>()
    private var asked = System.nanoTime()

    /** Milliseconds since go was read. */
    val elapsedMs: Long
        get() = (System.nanoTime() - asked) / 1_000_000

    /** Milliseconds until the time is over; stop well before. */
    val leftMs: Long
        get() {
            val ms = clock["move_ms"] ?: clock["clock_ms"] ?: clock["cap_ms"]
            return ms?.let { it.toLong() - elapsedMs } ?: Long.MAX_VALUE
        }

    /** Adds a value to the move, such as info("depth", 3). */
    fun info(key: String, value: Any) {
        told[key] = value.toString()
    }

    /** Marks a square of the board. */
    fun mark(square: String) {
        told.merge("mark", square) { old, more -> "$old,$more" }
    }

    /** Draws an arrow on the board. */
    fun arrow(from: String, to: String) {
        told.merge("arrow", from + to) { old, more -> "$old,$more" }
    }

    /** Adds a text to the move. */
    fun text(words: String) {
        told["text"] = '"' + words.replace('"', '\'') + '"'
    }

    internal fun ask(clock: Map<String, String>) {
        asked = System.nanoTime()
        this.clock = clock
    }

    internal fun answer(move: String?) {
        if (told.isNotEmpty()) {
            say("info " + told.entries.joinToString(" "))
        }
        say(if (move.isNullOrEmpty()) "resign" else "move $move")
        told.clear()
        happened.clear()
    }
}

/**
 * Talks to the referee until quit or the end of the input.
 *
 * [more] are further words of the ready line, such as "games=onitama,ludo"; [choose] returns one of
 * the legal moves, or null to resign.
 */
fun play(name: String, vararg more: String, choose: (Turn) -> String?) {
    var turn = Turn("", emptyMap())
    for (line in generateSequence(::readlnOrNull)) {
        val all = line.split(' ', '\t', '\r').filter { it.isNotEmpty() }
        val words = all.drop(1)
        when (all.firstOrNull()) {
            "hello" -> say(listOf("ready", name, *more).joinToString(" "))
            "game" -> turn = Turn(words.firstOrNull() ?: "", pairs(words))
            "state" -> {
                turn.state = words.joinToString(" ")
                turn.legal = emptyList()
            }
            "legal" -> turn.legal = words
            "played", "chance", "out" -> turn.happened += line.trim()
            "go" -> {
                turn.ask(pairs(words))
                turn.answer(choose(turn))
            }
            // An error message; bots may write to stderr.
            "error" -> System.err.println(line.trim())
            "quit" -> return
            // The result and unknown keywords need no answer.
        }
    }
}

/** Writes a line and flushes it: an answer that stays in the buffer loses on time. */
private fun say(line: String) {
    print(line.map { if (it.isISOControl()) ' ' else it }.joinToString("") + "\n")
    System.out.flush()
}

private fun pairs(words: List<String>): Map<String, String> =
    words.filter { '=' in it }.associate { it.substringBefore('=') to it.substringAfter('=') }
