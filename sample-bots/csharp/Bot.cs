// A bot in one file, for Mono and for .NET: the choice of the bot, a bot for every game, one for
// Onitama, and at the end the bot's side of the protocol.

using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Globalization;
using System.Linq;

public static class Program
{
    public static int Main(string[] args)
    {
        switch (args.FirstOrDefault())
        {
            case "random":
                Referee.Play(RandomBot.Choose, "csharp-random");
                return 0;
            case "onitama":
                Referee.Play(OnitamaBot.Choose, "csharp-onitama");
                return 0;
            default:
                Console.Error.WriteLine("Which bot? Add the word random, or onitama.");
                return 2;
        }
    }
}

/// <summary>Plays any game by random legal moves. Begin here: write your own Choose.</summary>
public static class RandomBot
{
    public static string Choose(Turn turn)
    {
        if (turn.Legal.Count == 0) // only if the tournament says legal=off
            return null;
        return turn.Legal[turn.Random.Next(turn.Legal.Count)];
    }
}

/// <summary>Plays Onitama looking at the opponent's answers; other games at random.</summary>
public class OnitamaBot
{
    private readonly char[] board; // 25 squares: a1 to a5, then b1 and so on
    private readonly char me;
    private readonly char opponent;
    private readonly string[] opponentCards; // of 25 squares, too

    public static string Choose(Turn turn)
    {
        if (turn.Game != "onitama" || turn.Legal.Count == 0)
            return RandomBot.Choose(turn);
        var here = new OnitamaBot(turn.State);
        var moves = Prefer(turn.Legal, here.Wins);
        moves = Prefer(moves, here.IsSafe);
        moves = Prefer(moves, here.Captures);
        string move = moves[turn.Random.Next(moves.Count)];
        if (MovesPawn(move))
            turn.Arrow(move.Substring(1, 2), move.Substring(3, 2));
        return move;
    }

    /// <summary>Returns the moves that meet a condition; all moves if none does.</summary>
    private static List<string> Prefer(List<string> moves, Func<string, bool> liked)
    {
        var found = moves.Where(liked).ToList();
        return found.Count > 0 ? found : moves;
    }

    private OnitamaBot(string state)
    {
        // Board, player, turns left, the cards of A, those of B, the side card.
        string[] fields = state.Replace("/", "").Split(' ');
        board = fields[0].ToCharArray();
        me = fields[1][0];
        opponent = me == 'A' ? 'B' : 'A';
        opponentCards = fields.Skip(opponent == 'A' ? 3 : 5).Take(2).ToArray();
    }

    /// <summary>Returns true if a move captures the general or enters the base.</summary>
    private bool Wins(string move)
    {
        return MovesPawn(move) && EndsGame(board, me, Square(move, 1), Square(move, 3));
    }

    private bool Captures(string move)
    {
        return MovesPawn(move) && Owner(board[Square(move, 3)]) == opponent;
    }

    /// <summary>Returns true if the opponent can't win right after a move.</summary>
    private bool IsSafe(string move)
    {
        char[] next = After(move);
        int turned = opponent == 'B' ? -1 : 1; // B's cards are turned by 180 degrees
        foreach (string card in opponentCards)
        {
            int pawn = card.IndexOf('o');
            for (int x = card.IndexOf('x'); x >= 0; x = card.IndexOf('x', x + 1))
            {
                for (int from = 0; from < 25; from++)
                {
                    int row = from / 5 + turned * (x / 5 - pawn / 5);
                    int column = from % 5 + turned * (x % 5 - pawn % 5);
                    bool onBoard = row >= 0 && row < 5 && column >= 0 && column < 5;
                    if (onBoard && EndsGame(next, opponent, from, row * 5 + column))
                        return false;
                }
            }
        }
        return true;
    }

    /// <summary>Returns true if a player wins by moving from one square to another.</summary>
    private static bool EndsGame(char[] board, char player, int from, int to)
    {
        int enemyBase = player == 'A' ? 2 : 22; // a3, e3
        bool takes = board[to] == (player == 'A' ? 'B' : 'A');
        bool arrives = to == enemyBase && board[from] == player && Owner(board[to]) != player;
        return Owner(board[from]) == player && (takes || arrives);
    }

    private static char Owner(char pawn)
    {
        return char.ToUpperInvariant(pawn);
    }

    /// <summary>Returns the board after a move such as 1e4d3r, including the wall's step.</summary>
    private char[] After(string move)
    {
        var next = (char[])board.Clone();
        if (MovesPawn(move))
        {
            next[Square(move, 3)] = next[Square(move, 1)];
            next[Square(move, 1)] = '.';
        }
        int wall = Array.IndexOf(next, 'W');
        if (wall >= 0)
        {
            int to = wall + new[] { -5, 5, -1, 1, 0 }["udlrs".IndexOf(move[5])];
            next[wall] = next[to]; // a soldier of this player changes places with the wall
            next[to] = 'W';
        }
        return next;
    }

    /// <summary>Returns false for a move such as 1XXXXs, which only exchanges the card.</summary>
    private static bool MovesPawn(string move)
    {
        return move[1] != 'X';
    }

    private static int Square(string move, int at)
    {
        return (move[at] - 'a') * 5 + move[at + 1] - '1';
    }
}

/// <summary>The bot's side of the protocol. You don't need to change it.</summary>
public static class Referee
{
    /// <summary>Talks to the referee until quit or the end of the input.</summary>
    /// <param name="choose">returns one of turn.Legal, or null to resign</param>
    /// <param name="more">further words of the ready line, such as games=onitama,ludo</param>
    public static void Play(Func<Turn, string> choose, string name, params string[] more)
    {
        var turn = new Turn("", new Dictionary<string, string>());
        for (string line = Console.ReadLine(); line != null; line = Console.ReadLine())
        {
            var words = line.Split((char[])null, StringSplitOptions.RemoveEmptyEntries).ToList();
            string keyword = words.FirstOrDefault();
            words = words.Skip(1).ToList();
            switch (keyword)
            {
                case "hello":
                    Say(string.Join(" ", new[] { "ready", name }.Concat(more)));
                    break;
                case "game":
                    turn = new Turn(words.FirstOrDefault() ?? "", Pairs(words));
                    break;
                case "state":
                    turn.State = string.Join(" ", words);
                    turn.Legal = new List<string>();
                    break;
                case "legal":
                    turn.Legal = words;
                    break;
                case "played":
                case "chance":
                case "out":
                    turn.Happened.Add(line.Trim());
                    break;
                case "go":
                    turn.Ask(Pairs(words));
                    turn.Answer(choose(turn));
                    break;
                case "error": // an error message; bots may write to stderr
                    Console.Error.WriteLine(line.Trim());
                    break;
                case "quit":
                    return;
                // The result and unknown keywords need no answer.
            }
        }
    }

    /// <summary>Writes a line and flushes it: one that stays in the buffer loses on time.</summary>
    public static void Say(string line)
    {
        var plain = line.Select(c => char.IsControl(c) ? ' ' : c).ToArray();
        Console.Write(new string(plain) + "\n");
        Console.Out.Flush();
    }

    private static Dictionary<string, string> Pairs(IEnumerable<string> words)
    {
        var pairs = new Dictionary<string, string>();
        foreach (string[] pair in words.Select(word => word.Split(new[] { '=' }, 2)))
            if (pair.Length == 2)
                pairs[pair[0]] = pair[1];
        return pairs;
    }
}

/// <summary>The bot's information on its turn, and functions to comment on its move.</summary>
public class Turn
{
    /// <summary>The game's name, the bot's letter, the letters of all players.</summary>
    public readonly string Game, Seat, Seats;
    /// <summary>All pairs of the game line: seat, seats, id, seed, the game's options.</summary>
    public readonly Dictionary<string, string> Options;
    /// <summary>Random numbers that are the same for the same seed.</summary>
    public readonly Random Random;
    /// <summary>The state line: the whole position.</summary>
    public string State = "";
    /// <summary>The legal moves.</summary>
    public List<string> Legal = new List<string>();
    /// <summary>The time for this move, such as move_ms.</summary>
    public Dictionary<string, string> Clock = new Dictionary<string, string>();
    /// <summary>The events since the last turn: moves, dice, players who left.</summary>
    public readonly List<string> Happened = new List<string>();

    private readonly SortedDictionary<string, string> told = new SortedDictionary<string, string>();
    private Stopwatch watch = Stopwatch.StartNew();

    public Turn(string game, Dictionary<string, string> options)
    {
        Game = game;
        Options = options;
        Seat = Get(options, "seat") ?? "A";
        Seats = Get(options, "seats") ?? "AB";
        int seed;
        int.TryParse(Get(options, "seed"), out seed);
        Random = new Random(seed);
    }

    /// <summary>Milliseconds since go was read.</summary>
    public long ElapsedMs { get { return watch.ElapsedMilliseconds; } }

    /// <summary>Milliseconds until the time is over; stop well before.</summary>
    public long LeftMs
    {
        get
        {
            string ms = Get(Clock, "move_ms") ?? Get(Clock, "clock_ms") ?? Get(Clock, "cap_ms");
            return ms == null ? long.MaxValue : long.Parse(ms) - ElapsedMs;
        }
    }

    /// <summary>Adds a value to the move, such as Info("depth", 3).</summary>
    public void Info(string key, object value)
    {
        told[key] = Convert.ToString(value, CultureInfo.InvariantCulture);
    }

    /// <summary>Marks a square of the board.</summary>
    public void Mark(string square)
    {
        Info("mark", (told.ContainsKey("mark") ? told["mark"] + "," : "") + square);
    }

    /// <summary>Draws an arrow on the board.</summary>
    public void Arrow(string from, string to)
    {
        Info("arrow", (told.ContainsKey("arrow") ? told["arrow"] + "," : "") + from + to);
    }

    /// <summary>Adds a text to the move.</summary>
    public void Text(string words)
    {
        Info("text", '"' + words.Replace('"', '\'') + '"');
    }

    internal void Ask(Dictionary<string, string> clock)
    {
        watch = Stopwatch.StartNew();
        Clock = clock;
    }

    internal void Answer(string move)
    {
        var pairs = told.Select(pair => pair.Key + "=" + pair.Value);
        if (told.Count > 0)
            Referee.Say("info " + string.Join(" ", pairs));
        Referee.Say(string.IsNullOrEmpty(move) ? "resign" : "move " + move);
        told.Clear();
        Happened.Clear();
    }

    private static string Get(Dictionary<string, string> pairs, string key)
    {
        string value;
        return pairs.TryGetValue(key, out value) ? value : null;
    }
}
