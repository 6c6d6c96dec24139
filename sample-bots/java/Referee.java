import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The bot's side of the protocol. You needn't change it; write your strategy in another file. */
public final class Referee {
    private Referee() {}

    /**
     * Talks to the referee until quit or the end of the input.
     *
     * @param choose returns one of turn.legal, or null to resign
     * @param more further words of the ready line, such as "version=1.2" or "games=onitama,ludo"
     */
    public static void play(Function<Turn, String> choose, String name, String... more)
            throws IOException {
        var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        var turn = new Turn("", Map.of());
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            List<String> words = words(line);
            String keyword = words.isEmpty() ? "" : words.remove(0);
            switch (keyword) {
                case "hello":
                    say(("ready " + name + " " + String.join(" ", more)).strip());
                    break;
                case "game":
                    turn = new Turn(words.isEmpty() ? "" : words.get(0), pairs(words));
                    break;
                case "state":
                    turn.state = String.join(" ", words);
                    turn.legal = List.of();
                    break;
                case "legal":
                    turn.legal = words;
                    break;
                case "played":
                case "chance":
                case "out":
                    turn.happened.add(line.strip());
                    break;
                case "go":
                    turn.asked = System.nanoTime();
                    turn.clock = pairs(words);
                    turn.answer(choose.apply(turn));
                    break;
                case "error": // an error message; bots may write to stderr
                    System.err.println(line.strip());
                    break;
                case "quit":
                    return;
                default: // the result and unknown keywords need no answer
            }
        }
    }

    /** Writes a line and flushes it: an answer that stays in the buffer loses on time. */
    private static void say(String line) {
        System.out.print(line.replaceAll("\\p{Cntrl}", " ") + "\n");
        System.out.flush();
    }

    private static List<String> words(String line) {
        var words = new ArrayList<>(List.of(line.strip().split("\\s+")));
        words.remove("");
        return words;
    }

    private static Map<String, String> pairs(List<String> words) {
        var pairs = new LinkedHashMap<String, String>();
        for (String word : words) {
            String[] pair = word.split("=", 2);
            if (pair.length == 2) {
                pairs.put(pair[0], pair[1]);
            }
        }
        return pairs;
    }

    /** The bot's information on its turn, and functions to comment on its move. */
    public static final class Turn {
        /** The game's name, such as "onitama". */
        public final String game;
        /** All pairs of the game line: seat, seats, id, seed, the game's options. */
        public final Map<String, String> options;
        /** The bot's letter, and the letters of all players. */
        public final String seat, seats;
        /** Random numbers that are the same for the same seed. */
        public final Random random;
        /** The state line: the whole position. */
        public String state = "";
        /** The legal moves. */
        public List<String> legal = List.of();
        /** The time for this move, such as move_ms. */
        public Map<String, String> clock = Map.of();
        /** The events since the last turn: moves, dice, players who left. */
        public final List<String> happened = new ArrayList<>();

        private final Map<String, String> told = new LinkedHashMap<>();
        private long asked = System.nanoTime();

        Turn(String game, Map<String, String> options) {
            this.game = game;
            this.options = options;
            seat = options.getOrDefault("seat", "A");
            seats = options.getOrDefault("seats", "AB");
            random = new Random(options.getOrDefault("seed", "").hashCode());
        }

        /** Milliseconds since go was read. */
        public long elapsedMs() {
            return (System.nanoTime() - asked) / 1_000_000;
        }

        /** Milliseconds until the time is over; stop well before. */
        public long leftMs() {
            for (String key : List.of("move_ms", "clock_ms", "cap_ms")) {
                if (clock.containsKey(key)) {
                    return Long.parseLong(clock.get(key)) - elapsedMs();
                }
            }
            return Long.MAX_VALUE;
        }

        /** Adds a value to the move, such as info("depth", 3) or info("score", 1.5). */
        public void info(String key, Object value) {
            told.put(key, value.toString());
        }

        /** Marks a square of the board. */
        public void mark(String square) {
            told.merge("mark", square, (old, more) -> old + "," + more);
        }

        /** Draws an arrow on the board. */
        public void arrow(String from, String to) {
            told.merge("arrow", from + to, (old, more) -> old + "," + more);
        }

        /** Adds a text to the move. */
        public void text(String words) {
            told.put("text", '"' + words.replace('"', '\'') + '"');
        }

        private void answer(String move) {
            if (!told.isEmpty()) {
                var pairs = told.entrySet().stream().map(Object::toString);
                say("info " + pairs.collect(Collectors.joining(" ")));
            }
            say(move == null || move.isEmpty() ? "resign" : "move " + move);
            told.clear();
            happened.clear();
        }
    }
}
