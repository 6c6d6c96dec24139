import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Plays Onitama with an eye on the opponent's answer, and other games by random legal moves. */
public class OnitamaBot {
    public static void main(String[] args) throws IOException {
        Referee.play(OnitamaBot::choose, "java-onitama");
    }

    static String choose(Referee.Turn turn) {
        if (!turn.game.equals("onitama") || turn.legal.isEmpty()) {
            return RandomBot.choose(turn);
        }
        var here = new OnitamaBot(turn.state);
        List<String> moves = prefer(turn.legal, here::wins);
        moves = prefer(moves, here::isSafe);
        moves = prefer(moves, here::captures);
        String move = moves.get(turn.random.nextInt(moves.size()));
        if (movesPawn(move)) {
            turn.arrow(move.substring(1, 3), move.substring(3, 5));
        }
        return move;
    }

    /** The moves that are as one would like them; all of them where none is. */
    private static List<String> prefer(List<String> moves, Predicate<String> liked) {
        List<String> found = moves.stream().filter(liked).collect(Collectors.toList());
        return found.isEmpty() ? moves : found;
    }

    /** How far each letter of a move takes the wall; a row has five squares. */
    private static final Map<Character, Integer> STEPS =
            Map.of('u', -5, 'd', 5, 'l', -1, 'r', 1, 's', 0);

    private final char[] board; // 25 squares: a1 to a5, then b1 and so on
    private final char me;
    private final char opponent;
    private final List<String> opponentCards; // of 25 squares, too

    private OnitamaBot(String state) {
        // Board, player, turns left, the cards of A, those of B, the side card.
        String[] fields = state.replace("/", "").split(" ");
        board = fields[0].toCharArray();
        me = fields[1].charAt(0);
        opponent = me == 'A' ? 'B' : 'A';
        int card = opponent == 'A' ? 3 : 5;
        opponentCards = List.of(fields[card], fields[card + 1]);
    }

    /** Whether a move such as 1e4d3r takes the general, or leads the own one into the base. */
    private boolean wins(String move) {
        return movesPawn(move) && endsGame(board, me, square(move, 1), square(move, 3));
    }

    private boolean captures(String move) {
        return movesPawn(move) && owner(board[square(move, 3)]) == opponent;
    }

    /** Whether no pawn of the opponent can answer a move with a win. */
    private boolean isSafe(String move) {
        char[] next = after(move);
        int turned = opponent == 'B' ? -1 : 1; // B holds its cards the other way round
        for (String card : opponentCards) {
            int pawn = card.indexOf('o');
            for (int x = card.indexOf('x'); x >= 0; x = card.indexOf('x', x + 1)) {
                for (int from = 0; from < 25; from++) {
                    int row = from / 5 + turned * (x / 5 - pawn / 5);
                    int column = from % 5 + turned * (x % 5 - pawn % 5);
                    boolean onBoard = row >= 0 && row < 5 && column >= 0 && column < 5;
                    if (onBoard && endsGame(next, opponent, from, row * 5 + column)) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    /** Whether a player wins by going from one square to another. */
    private static boolean endsGame(char[] board, char player, int from, int to) {
        int base = player == 'A' ? 2 : 22; // a3, e3
        boolean takes = board[to] == (player == 'A' ? 'B' : 'A');
        boolean arrives = to == base && board[from] == player && owner(board[to]) != player;
        return owner(board[from]) == player && (takes || arrives);
    }

    private static char owner(char pawn) {
        return Character.toUpperCase(pawn);
    }

    /** The board after a move, the wall's step included. */
    private char[] after(String move) {
        char[] next = board.clone();
        if (movesPawn(move)) {
            next[square(move, 3)] = next[square(move, 1)];
            next[square(move, 1)] = '.';
        }
        int wall = new String(next).indexOf('W');
        if (wall >= 0) {
            int to = wall + STEPS.get(move.charAt(5));
            next[wall] = next[to]; // an own soldier changes places with the wall
            next[to] = 'W';
        }
        return next;
    }

    /** Where no pawn can move, a move such as 1XXXXs exchanges the card. */
    private static boolean movesPawn(String move) {
        return !move.startsWith("XX", 1);
    }

    private static int square(String move, int at) {
        return (move.charAt(at) - 'a') * 5 + move.charAt(at + 1) - '1';
    }
}
