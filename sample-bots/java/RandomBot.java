import java.io.IOException;

/** Plays any game by random legal moves. Begin here: write your own choose. */
public class RandomBot {
    public static void main(String[] args) throws IOException {
        Referee.play(RandomBot::choose, "java-random");
    }

    static String choose(Referee.Turn turn) {
        if (turn.legal.isEmpty()) { // only if the tournament says legal=off
            return null;
        }
        return turn.legal.get(turn.random.nextInt(turn.legal.size()));
    }
}
