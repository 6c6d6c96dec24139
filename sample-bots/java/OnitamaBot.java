import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Plays Onitama looking at the opponent's answers, and other games by random legal moves. */
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

    /** Returns the moves that meet a condition; all moves if none does. */
    private static List<String> prefer(List<String> moves, Predicate<String> liked) {
        List<String> found = moves.stream().filter(liked).collect(Collectors.toList());
        return found.isEmpty() ? moves : found;
    }

    /** How far each letter of a move shifts the wall; a row has five squares. */
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

    /** Returns true if a move such as 1e4d3r captures the general or enters the base. */
    private boolean wins(String move) {
        return movesPawn(move) && endsGame(board, me, square(move, 1), square(move, 3));
    }

    private boolean captures(String move) {
        return movesPawn(move) && owner(board[square(move, 3)]) == opponent;
    }

    /** Returns true if the opponent can't win right after a move. */
    private boolean isSafe(String move) {
        char[] next = after(move);
        int turned = opponent == 'B' ? -1 : 1; // B's cards are turned by 180 degrees
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

    /** Returns true if a player wins by moving from one square to another. */
    private static boolean endsGame(char[] board, char player, int from, int to) {
        int base = player == 'A' ? 2 : 22; // a3, e3
        boolean takes = board[to] == (player == 'A' ? 'B' : 'A');
        boolean arrives = to == base && board[from] == player && owner(board[to]) != player;
        return owner(board[from]) == player && (takes || arrives);
    }

    private static char owner(char pawn) {
        return Character.toUpperCase(pawn);
    }

    /** Returns the board after a move, including the wall's step. */
    private char[] after(String move) {
        char[] next = board.clone();
        if (movesPawn(move)) {
            next[square(move, 3)] = next[square(move, 1)];
            next[square(move, 1)] = '.';
        }
        int wall = new String(next).indexOf('W');
        if (wall >= 0) {
            int to = wall + STEPS.get(move.charAt(5));
            next[wall] = next[to]; // a soldier of this player changes places with the wall
            next[to] = 'W';
        }
        return next;
    }

    /** Returns false for a move such as 1XXXXs, which only exchanges the card. */
    private static boolean movesPawn(String move) {
        return !move.startsWith("XX", 1);
    }

    private static int square(String move, int at) {
        return (move.charAt(at) - 'a') * 5 + move.charAt(at + 1) - '1';
    }
}
