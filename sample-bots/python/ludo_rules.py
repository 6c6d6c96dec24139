"""Ludo by the four priority rules, as a class such as the university's assignment asks for.

It doesn't know the referee; ludo_bot.py connects the two. Put your own class in its place.
"""

YARD, READY, LAST_ON_TRACK, END = -1, 0, 50, 57


class Player:
    """A player with its position A, B, C or D, and the steps of its tokens p and q."""

    START = {"A": 1, "B": 15, "C": 29, "D": 43}

    def __init__(self, position, p=YARD, q=YARD):
        self.position = position
        self.steps = {"p": p, "q": q}

    def can_move(self, token, roll):
        """Whether a roll can move the token; in the yard only a six can."""
        steps = self.steps[token]
        return steps != END and (steps != YARD or roll == 6)

    def landing(self, token, roll):
        """The steps of the token after a roll; past the end it walks back."""
        steps = self.steps[token]
        if steps == YARD:
            return READY
        ahead = steps + roll
        return ahead if ahead <= END else 2 * END - ahead

    def square(self, steps):
        """The name of the square after so many steps, such as 28, H or A5."""
        if steps in (YARD, READY, END):
            return {YARD: "H", READY: "R", END: "E"}[steps]
        if steps > LAST_ON_TRACK:
            return f"{self.position}{steps - LAST_ON_TRACK}"
        return str((self.START[self.position] + steps - 2) % 56 + 1)

    def squares(self):
        """The names of the squares of p and q."""
        return [self.square(steps) for steps in self.steps.values()]


class LudoGame:
    """A game: its players, and the rules by which they choose a token."""

    def __init__(self, players=()):
        self.players = list(players)

    def get_player(self, position):
        """The player at a position."""
        return next(player for player in self.players if player.position == position)

    def choose_token(self, player, roll):
        """The token, p or q, that the player moves by a roll; None if neither can."""
        tokens = [token for token in "pq" if player.can_move(token, roll)]
        if len(tokens) < 2:
            return tokens[0] if tokens else None
        # 1. With a six a token leaves the yard.
        for token in tokens:
            if roll == 6 and player.steps[token] == YARD:
                return token
        # 2. A token on the home squares finishes.
        for token in tokens:
            at_home = player.steps[token] > LAST_ON_TRACK
            if at_home and player.steps[token] + roll == END:
                return token
        # 3. A token kicks.
        for token in tokens:
            if self.kicked(player, player.landing(token, roll)):
                return token
        # 4. The token that is further behind moves.
        return min(tokens, key=player.steps.get)

    def kicked(self, player, steps):
        """The opponents' tokens on the square where the player lands; none off the track."""
        if not READY < steps <= LAST_ON_TRACK:
            return []
        here = player.square(steps)
        return [
            (other, token)
            for other in self.players
            if other is not player
            for token, square in zip("pq", other.squares())
            if square == here
        ]

    def move_token(self, player, token, roll):
        """Move a token, and the one that is stacked with it; then kick."""
        before, after = player.steps[token], player.landing(token, roll)
        player.steps[token] = after
        for other, steps in player.steps.items():
            if steps == before and READY < before < END:
                player.steps[other] = after
        for opponent, hit in self.kicked(player, after):
            opponent.steps[hit] = YARD

    def play_game(self, positions, turns):
        """Play rolls such as ("A", 6) from the start; the squares of all tokens at the end."""
        self.players = [Player(position) for position in positions]
        for position, roll in turns:
            player = self.get_player(position)
            token = self.choose_token(player, roll)
            if token is not None:
                self.move_token(player, token, roll)
        return [square for player in self.players for square in player.squares()]
