import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;

/** The honest part of the zoo's bots in Java, and what their attacks share. */
abstract class Zoo {
    private static String escape;
    static int turn;
    static String legal;

    /** Done just before `ready`. */
    void hello() throws Exception {}

    /** Done just before each move. */
    void go() throws Exception {}

    /** Says what got through: on stderr at once, and by resigning at its next turn. */
    static void escaped(String what) {
        System.err.println("ESCAPED " + what);
        if (escape == null) escape = what;
    }

    /** A call that must fail. */
    static void denied(String what, Callable<?> attack) {
        try {
            attack.call();
        } catch (Throwable refused) {
            return;
        }
        escaped(what);
    }

    /** Something in the file of targets beside the bot, or an empty string. */
    static String target(String key) throws Exception {
        for (String line : Files.readAllLines(Path.of("targets")))
            if (line.startsWith(key + " ")) return line.substring(key.length() + 1);
        return "";
    }

    static void say(String line) {
        System.out.println(line);
        System.out.flush();
    }

    /** Plays the first legal move each turn. */
    void play() throws Exception {
        var input = new BufferedReader(new InputStreamReader(System.in));
        for (String line; (line = input.readLine()) != null; ) {
            if (line.startsWith("hello")) {
                hello();
                say("ready");
            } else if (line.startsWith("legal ")) {
                legal = line.split(" ")[1];
            } else if (line.startsWith("go")) {
                turn++;
                go();
                say(escape == null ? "move " + legal : "info ESCAPED " + escape + "\nresign");
            } else if (line.startsWith("quit")) {
                System.exit(0);
            }
        }
    }
}
