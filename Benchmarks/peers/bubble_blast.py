"""Bubble Blast, ruleset `saga`, plain colours, in plain Python 3.

The games of ../reference/bubble_blast.c, played the way one would write them by hand, a board being a list of
cells. Same checksum for the same games.

    python3 bubble_blast.py random|greedy [GAMES [ROUNDS]]

Prints  AGENT games N shots N ns X checksum HEX  (X: CPU time over shots, the median of ROUNDS rounds, 9 by default).
"""

import math
import statistics
import sys
import time

COLUMNS, ROWS, FULL_ROWS, COLOURS, SHOTS, AIMS = 12, 14, 9, 4, 50, 60
MAX_BOUNCES, CONTACT = 64, 0.86
MATCHED, FALLEN, SHOT_LEFT = 10, 20, 100
PITCH = math.sqrt(3) / 2

# Random numbers

MASK = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15


def mix(z):
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def stream(game, purpose):
    return mix((game * GOLDEN + purpose) & MASK)


def draw(key, index):
    return mix((key + (index + 1) * GOLDEN) & MASK)


def below(value, count):
    return (value * count) >> 64


def uniform(value):
    return (value >> 11) * 2.0**-53


class Grid:
    """Where the cells are; they are numbered 0, 1, 2 ... row by row, the row to land in included."""

    def __init__(self, columns, rows, contact=CONTACT):
        self.columns, self.rows, self.contact = columns, rows, contact
        self.left_wall, self.right_wall = 0.5, columns - 0.5
        self.launcher = (columns / 2, 0.5 + (rows + 1) * PITCH)
        self.places = [(r, c) for r in range(rows + 1) for c in range(columns - r % 2)]
        self.index = {place: i for i, place in enumerate(self.places)}
        self.centres = [(0.5 + c + (r % 2) / 2, 0.5 + r * PITCH) for r, c in self.places]
        self.row_start = [self.index[r, 0] for r in range(rows + 1)] + [len(self.places)]
        self.neighbours = []
        for r, c in self.places:
            e = 1 - r % 2
            around = [(r, c - 1), (r, c + 1), (r - 1, c - e), (r - 1, c - e + 1), (r + 1, c - e), (r + 1, c - e + 1)]
            self.neighbours.append([self.index[place] for place in around if place in self.index])

    def flight(self, board, dx, dy):
        """Where a shot ends and its bounces, or None when it meets a wall too many."""
        x, y = self.launcher
        reach = self.contact * self.contact
        for bounces in range(MAX_BOUNCES + 1):
            wall = (self.right_wall - x) / dx if dx > 0 else (self.left_wall - x) / dx if dx < 0 else math.inf
            end = (0.5 - y) / dy
            highest = y + min(wall, end) * dy
            first = max(0, math.ceil((highest - self.contact - 0.5) / PITCH))
            last = min(self.rows, math.floor((y + self.contact - 0.5) / PITCH))
            for cell in range(self.row_start[first], self.row_start[last + 1]):
                if board[cell] is None:
                    continue
                centre_x, centre_y = self.centres[cell]
                to_x, to_y = centre_x - x, centre_y - y
                along = to_x * dx + to_y * dy
                inside = reach - (to_x * to_x + to_y * to_y - along * along)
                if inside >= 0:
                    at = along - math.sqrt(inside)
                    if 0 <= at < end:
                        end = at
            if end <= wall + 1e-9:
                return x + end * dx, y + end * dy, bounces
            x, y, dx = self.right_wall if dx > 0 else self.left_wall, y + wall * dy, -dx
        return None

    def can_land(self, board, cell):
        if board[cell] is not None:
            return False
        return cell < self.columns or any(board[near] is not None for near in self.neighbours[cell])

    def landing(self, board, dx, dy):
        """The cell a shot lands in, or None when it is lost."""
        end = self.flight(board, dx, dy)
        if end is None:
            return None
        x, y, _ = end
        best, least = None, math.inf
        for cell, (centre_x, centre_y) in enumerate(self.centres):
            distance = math.hypot(centre_x - x, centre_y - y)
            if distance < least - 1e-9 and self.can_land(board, cell):
                best, least = cell, distance
        return best

    def group(self, board, start):
        """The connected bubbles of one colour around a cell."""
        colour, members, seen = board[start], [start], {start}
        for member in members:
            for near in self.neighbours[member]:
                if board[near] == colour and near not in seen:
                    seen.add(near)
                    members.append(near)
        return members

    def drop_loose(self, board):
        """Removes what does not hang on the ceiling row, and returns it."""
        queue = [cell for cell in range(self.columns) if board[cell] is not None]
        held = set(queue)
        for cell in queue:
            for near in self.neighbours[cell]:
                if board[near] is not None and near not in held:
                    held.add(near)
                    queue.append(near)
        fallen = [cell for cell, bubble in enumerate(board) if bubble is not None and cell not in held]
        for cell in fallen:
            board[cell] = None
        return fallen

    def resolve(self, board, cell, colour):
        """Lands a bubble; its group, and what fell."""
        board[cell] = colour
        members = self.group(board, cell)
        if len(members) < 3:
            return members, []
        for member in members:
            board[member] = None
        return members, self.drop_loose(board)


GRID = Grid(COLUMNS, ROWS)
ANGLES = [0.1 + i * (math.pi - 0.2) / (AIMS - 1) for i in range(AIMS)]
DIRECTIONS = [(math.cos(angle), -math.sin(angle)) for angle in ANGLES]


def greedy_aim(board, colour):
    seen = set()
    best, best_key = AIMS // 2 - 1, None
    # From straight up outward, so that the aim nearest to it stands for a cell.
    for i in sorted(range(AIMS), key=lambda i: (abs(2 * i - (AIMS - 1)), i)):
        dx, dy = DIRECTIONS[i]
        cell = GRID.landing(board, dx, dy)
        if cell is None or cell in seen:
            continue
        seen.add(cell)
        members, fallen = GRID.resolve(board.copy(), cell, colour)
        off_centre = abs(i - (AIMS - 1) / 2)
        if len(members) >= 3:
            key = (len(members) + len(fallen), 0, 0, -off_centre)
        else:
            row = GRID.places[cell][0]
            # A landing in the lowest row loses the game.
            key = (0, len(members) if row < ROWS else 0, -row, -off_centre)
        if best_key is None or key > best_key:
            best, best_key = i, key
    return best


def new_board(game):
    key, full = stream(game, 1), GRID.row_start[FULL_ROWS]
    return [below(draw(key, cell), COLOURS) if cell < full else None for cell in range(len(GRID.places))]


def dealt(board, value):
    present = set(board)
    colours = [colour for colour in range(COLOURS) if colour in present] or list(range(COLOURS))
    return colours[int(uniform(value) * len(colours))]


def play(game, agent):
    """The board, the score and the shots fired."""
    board, score = new_board(game), 0
    deals, choices = stream(game, 2), stream(game, 3)
    current, following = dealt(board, draw(deals, 0)), dealt(board, draw(deals, 1))
    for shots in range(1, SHOTS + 1):
        aim = below(draw(choices, shots - 1), AIMS) if agent == "random" else greedy_aim(board, current)
        cell = GRID.landing(board, *DIRECTIONS[aim])
        if cell is not None:
            members, fallen = GRID.resolve(board, cell, current)
            if len(members) >= 3:
                score += MATCHED * len(members) + FALLEN * len(fallen)
        if all(bubble is None for bubble in board):
            return board, score + SHOT_LEFT * (SHOTS - shots), shots
        if any(bubble is not None for bubble in board[GRID.row_start[ROWS] :]) or shots == SHOTS:
            return board, score, shots
        current, following = following, dealt(board, draw(deals, shots + 1))


def fold(checksum, value):
    return ((checksum ^ value) * 0x100000001B3) & MASK


def fold_game(checksum, board, score, shots):
    checksum = fold(fold(checksum, score), shots)
    planes = [[0] * COLOURS for _ in range(ROWS + 1)]
    for (row, column), bubble in zip(GRID.places, board):
        if bubble is not None:
            planes[row][bubble] |= 1 << column
    for row in planes:
        for bits in row:
            checksum = fold(checksum, bits)
    return checksum


def main(arguments):
    if not arguments or arguments[0] not in ("random", "greedy"):
        print("usage: bubble_blast.py random|greedy [GAMES [ROUNDS]]", file=sys.stderr)
        return 64
    agent = arguments[0]
    games = int(arguments[1]) if len(arguments) > 1 else 100 if agent == "random" else 5
    rounds = int(arguments[2]) if len(arguments) > 2 else 9
    times = []
    for _ in range(rounds):
        start = time.process_time()
        checksum, total = 0xCBF29CE484222325, 0
        for game in range(games):
            board, score, shots = play(game, agent)
            checksum = fold_game(checksum, board, score, shots)
            total += shots
        times.append((time.process_time() - start) * 1e9 / total)
    print(f"{agent} games {games} shots {total} ns {statistics.median(times):.1f} checksum {checksum:016x}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
