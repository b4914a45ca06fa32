// Bubble Blast, ruleset `saga`, plain colours only: the C reference that `playtest bench` is measured against.
//
//   bubble_blast random|greedy [GAMES [bouncing]]  play, time and print the checksum (GAMES default 1000 and 200);
//                                           `bouncing` flies from wall to wall, the textbook way, instead of unfolded
//   bubble_blast trace random|greedy GAME   every shot of one game, to find where two programs part
//   bubble_blast test [GAMES]               compare both flights with a naive engine, game by game
//
// One line of output a run:  AGENT games N shots N ns X checksum HEX
// X is CPU time over shots, the median of 9 rounds over the same games.
//
// The level: 12 columns, 14 rows, rows 0...8 full of 4 colours, 50 shots, preview 1, contact 0.86,
// maxBounces 64, goal clear, no descent, scoring saga. Numbers are counter based, so no state but a count is kept:
//   draw k of stream key K   mix(K + (k + 1) * GOLDEN)
//   uniform                  (draw >> 11) * 2^-53
//   below(n)                 the high 64 bits of draw * n
//   streams of game g        mix(g * GOLDEN + 1) board, + 2 dealt colours, + 3 agent
// The checksum folds 64-bit values by h = (h ^ v) * 0x100000001b3 from 0xcbf29ce484222325, a game at a time:
// score, shots fired, then for rows 0...14, for blue, red, orange, green: the row's bits (bit c is column c).
//
// How it is fast. A colour is a plane of 16 rows of 16 bits, two vectors; a group is flooded a whole plane at a
// time. The flight is unfolded at the walls, where board and mirror images are one hexagonal lattice of period 22:
// a ray costs no bounces, only the rows it can touch are looked at, and in each only the first bubble on either
// side of the point where the row comes within reach; where that is, an aim keeps in a table of its rows. The nearest lattice point to the end of the flight is the
// landing cell: it is at most 0.578 from the end and the end 0.86 from the bubble hit, which is less than sqrt(3), so
// the two are neighbours; and no bubble centre is within 0.86 of the end, so it is empty.
// Nothing is allocated. A shot can not be lost here: the flattest aim bounces 12 times, and bubbles hang in rows
// up to 13 at most, so that a landing cell in rows up to 14 exists.

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "rows are read out of vectors: little-endian only"
#endif

enum { COLUMNS = 12, ROWS = 14, FULL_ROWS = 9, COLOURS = 4, SHOTS = 50, AIMS = 60, MAX_BOUNCES = 64, ROUNDS = 9 };
enum { LONG_ROW = 0x0fff, SHORT_ROW = 0x07ff };
enum { MATCHED = 10, FALLEN = 20, SHOT_LEFT = 100 };

#define PI 3.14159265358979323846
#define PITCH 0.86602540378443864676
#define CONTACT 0.86
#define LEFT_WALL 0.5
#define RIGHT_WALL (COLUMNS - 0.5)
#define LAUNCHER_X (COLUMNS / 2.0)
#define LAUNCHER_Y (0.5 + (ROWS + 1) * PITCH)
#define GOLDEN 0x9e3779b97f4a7c15u

// MARK: Random numbers

static inline uint64_t mix(uint64_t z) {
    z ^= z >> 30;
    z *= 0xbf58476d1ce4e5b9u;
    z ^= z >> 27;
    z *= 0x94d049bb133111ebu;
    z ^= z >> 31;
    return z;
}

static inline uint64_t draw(uint64_t key, uint64_t index) { return mix(key + (index + 1) * GOLDEN); }

static inline uint64_t below(uint64_t value, uint64_t count) {
    return (uint64_t)(((unsigned __int128)value * count) >> 64);
}

static inline double uniform(uint64_t value) { return (double)(value >> 11) * 0x1p-53; }

static inline uint64_t stream(uint64_t game, uint64_t purpose) { return mix(game * GOLDEN + purpose); }

static inline uint64_t fold(uint64_t hash, uint64_t value) { return (hash ^ value) * 0x100000001b3u; }

// MARK: Eight rows in a vector

typedef uint16_t Rows8 __attribute__((vector_size(16)));

/// Every row one place down, to the next row number.
static inline Rows8 rows_down(Rows8 rows) {
#if defined(__SSE2__)
    return (Rows8)_mm_slli_si128((__m128i)rows, 2);
#else
    return __builtin_shufflevector((Rows8){0}, rows, 0, 8, 9, 10, 11, 12, 13, 14);
#endif
}

/// Every row one place up.
static inline Rows8 rows_up(Rows8 rows) {
#if defined(__SSE2__)
    return (Rows8)_mm_srli_si128((__m128i)rows, 2);
#else
    return __builtin_shufflevector(rows, (Rows8){0}, 1, 2, 3, 4, 5, 6, 7, 8);
#endif
}

/// The last of eight rows as the first.
static inline Rows8 last_to_first(Rows8 rows) {
#if defined(__SSE2__)
    return (Rows8)_mm_srli_si128((__m128i)rows, 14);
#else
    return __builtin_shufflevector(rows, (Rows8){0}, 7, 8, 9, 10, 11, 12, 13, 14);
#endif
}

/// The first of eight rows as the last.
static inline Rows8 first_to_last(Rows8 rows) {
#if defined(__SSE2__)
    return (Rows8)_mm_slli_si128((__m128i)rows, 14);
#else
    return __builtin_shufflevector((Rows8){0}, rows, 0, 1, 2, 3, 4, 5, 6, 8);
#endif
}

static inline bool is_empty(Rows8 rows) {
#if defined(__SSE2__)
    return _mm_movemask_epi8(_mm_cmpeq_epi8((__m128i)rows, _mm_setzero_si128())) == 0xffff;
#else
    uint64_t words[2];
    memcpy(words, &rows, 16);
    return (words[0] | words[1]) == 0;
#endif
}

/// Bit i is set when row i holds something.
static inline unsigned filled_rows(Rows8 top, Rows8 bottom) {
#if defined(__SSE2__)
    const __m128i zero = _mm_setzero_si128();
    return 0xffff ^ (unsigned)_mm_movemask_epi8(_mm_packs_epi16(_mm_cmpeq_epi16((__m128i)top, zero), _mm_cmpeq_epi16((__m128i)bottom, zero)));
#else
    unsigned filled = 0;
    for (int i = 0; i < 8; i++) filled |= (unsigned)(top[i] != 0) << i | (unsigned)(bottom[i] != 0) << (8 + i);
    return filled;
#endif
}

static inline int count_bits(Rows8 rows) {
    const Rows8 ones = rows - ((rows >> 1) & 0x5555);
    const Rows8 pairs = (ones & 0x3333) + ((ones >> 2) & 0x3333);
    const Rows8 nibbles = (pairs + (pairs >> 4)) & 0x0f0f;
#if defined(__SSE2__)
    const __m128i sums = _mm_sad_epu8((__m128i)nibbles, _mm_setzero_si128());
    return _mm_cvtsi128_si32(sums) + _mm_cvtsi128_si32(_mm_srli_si128(sums, 8));
#else
    int total = 0;
    for (int i = 0; i < 8; i++) total += (nibbles[i] & 0xff) + (nibbles[i] >> 8);
    return total;
#endif
}

/// Row 0 of a vector is a long one: even lanes long, odd lanes short.
static const Rows8 LONG_LANES = {0xffff, 0, 0xffff, 0, 0xffff, 0, 0xffff, 0};

/// Where the bubbles of each row stand in the rows next to it: columns c-1 and c from a long row, c and c+1 from a short one.
static inline Rows8 across(Rows8 rows) {
    return rows | (LONG_LANES & (rows >> 1)) | (~LONG_LANES & (rows << 1));
}

static inline Rows8 beside(Rows8 rows) { return (rows << 1) | (rows >> 1); }

// MARK: Board

/// 16 rows of one plane; rows 0...14 are used, row 15 stays empty.
typedef union {
    Rows8 half[2];
    uint16_t row[16];
} Plane;

typedef struct {
    Plane colour[COLOURS];
    Plane occupied;
    unsigned present;  // bit q: some bubble has colour q
    int lowest;        // the last row that holds a bubble, -1 if none does
    int score;
} Board;

/// One bubble as a plane.
static Plane cell_plane[16][COLUMNS];

static inline void refresh(Board *board) {
    board->present = 0;
    for (int q = 0; q < COLOURS; q++) {
        board->present |= (unsigned)!is_empty(board->colour[q].half[0] | board->colour[q].half[1]) << q;
    }
    const unsigned filled = filled_rows(board->occupied.half[0], board->occupied.half[1]);
    board->lowest = filled ? 31 - __builtin_clz(filled) : -1;
}

static void fill(Board *board, uint64_t game) {
    memset(board, 0, sizeof *board);
    const uint64_t key = stream(game, 1);
    uint64_t k = 0;
    for (int r = 0; r < FULL_ROWS; r++) {
        const int columns = COLUMNS - (r & 1);
        unsigned planes[COLOURS] = {0};
        for (int c = 0; c < columns; c++) planes[below(draw(key, k++), COLOURS)] |= 1u << c;
        for (int q = 0; q < COLOURS; q++) board->colour[q].row[r] = (uint16_t)planes[q];
        board->occupied.row[r] = (r & 1) ? SHORT_ROW : LONG_ROW;
    }
    refresh(board);
}

typedef struct {
    int row, column;
} Cell;

/// Columns of the neighbours in the row above, and in the row below.
static inline unsigned cells_across(int row, int column) {
    const unsigned bit = 1u << column;
    return (row & 1) ? bit | bit << 1 : bit | bit >> 1;
}

/// Whether a bubble of `plane` stands next to a cell.
static inline bool touches(const Plane *plane, Cell cell) {
    const unsigned bit = 1u << cell.column, across_bits = cells_across(cell.row, cell.column);
    return (plane->row[cell.row] & (bit << 1 | bit >> 1))
        | ((plane->row[(cell.row - 1) & 15] | plane->row[cell.row + 1]) & across_bits);
}

// MARK: Flight

/// An angle as the ray needs it. Leftward aims fly rightward on the mirrored board.
typedef struct {
    double slope;   // x gained a unit of height, >= 0
    double cosine;  // >= 0
    double sine;
    bool leftward;
    struct {
        double crossing;  // of the row's line, in lattice steps
        int16_t split;    // the last lattice index behind the point where the row first comes within reach
        uint8_t shift;    // that index in an unfolded row
    } step[ROWS + 1];
} Aim;

enum { PERIOD = 2 * (COLUMNS - 1) };  // of the unfolded lattice, in columns
static uint16_t reversed[1 << COLUMNS];
static uint8_t unfolded[2][2][PERIOD];  // column of a lattice index, [leftward][short row]
static double row_height[16];           // of a row's centres above the launcher

static void prepare_lattice(void) {
    for (int bits = 0; bits < 1 << COLUMNS; bits++) {
        for (int c = 0; c < COLUMNS; c++) reversed[bits] |= (uint16_t)((bits >> c & 1) << (COLUMNS - 1 - c));
    }
    for (int leftward = 0; leftward < 2; leftward++) {
        for (int is_short = 0; is_short < 2; is_short++) {
            const int columns = COLUMNS - is_short;
            for (int i = 0; i < PERIOD; i++) {
                const int c = i < columns ? i : PERIOD - is_short - i;
                unfolded[leftward][is_short][i] = (uint8_t)(leftward ? columns - 1 - c : c);
            }
        }
    }
    for (int r = 0; r < 16; r++) row_height[r] = LAUNCHER_Y - (0.5 + r * PITCH);
    for (int r = 0; r < 16; r++) {
        for (int c = 0; c < COLUMNS; c++) cell_plane[r][c].row[r] = (uint16_t)(1u << c);
    }
}

/// `index` modulo PERIOD, for 0...1000.
static inline int wrapped(int index) { return index - PERIOD * (index * 745 >> 14); }

static Aim make_aim(double angle) {
    const double cosine = cos(angle), sine = sin(angle);
    Aim aim = {.slope = fabs(cosine) / sine, .cosine = fabs(cosine), .sine = sine, .leftward = cosine < 0};
    for (int r = 0; r <= ROWS; r++) {
        const double crossing = LAUNCHER_X + aim.slope * row_height[r] - (0.5 + 0.5 * (r & 1));
        const int split = (int)(crossing - aim.slope * CONTACT);
        aim.step[r].crossing = crossing;
        aim.step[r].split = (int16_t)split;
        aim.step[r].shift = (uint8_t)(wrapped(split) + PERIOD);
    }
    return aim;
}

/// A row and its mirror images, almost three periods of them: bit i is the bubble at lattice index i - PERIOD.
static inline uint64_t unfold(unsigned row, bool is_short, bool leftward) {
    const unsigned mirrored = reversed[row] >> is_short;
    const uint64_t period = (leftward ? mirrored | row << (COLUMNS - 1) : row | mirrored << (COLUMNS - 1)) & ((1u << PERIOD) - 1);
    return period | period << PERIOD | period << (2 * PERIOD);
}

static inline double angle_of(int aim) { return 0.1 + aim * (PI - 0.2) / (AIMS - 1); }

/// All rows unfolded, for a player who tries many aims.
typedef struct {
    uint64_t row[2][ROWS + 1];  // [leftward]
} Unfolded;

static inline void unfold_all(const Board *board, Unfolded *rows) {
    for (int r = 0; r <= board->lowest; r++) {
        for (int leftward = 0; leftward < 2; leftward++) rows->row[leftward][r] = unfold(board->occupied.row[r], r & 1, leftward);
    }
}

typedef double Pair __attribute__((vector_size(16)));

/// Square roots, not a number below 0, without calls to set errno.
static inline Pair roots(Pair squares) {
#if defined(__SSE2__)
    return (Pair)_mm_sqrt_pd((__m128d)squares);
#else
    return (Pair){sqrt(squares[0]), sqrt(squares[1])};
#endif
}

/// The cell a shot lands in. Rows 0...lowest are never empty: what is in one hangs on the one above.
static inline Cell land(const Board *board, const Aim *aim, const Unfolded *rows) {
    const double slope = aim->slope, cosine = aim->cosine, sine = aim->sine;
    const double ceiling = row_height[0];
    double end = ceiling;  // height at the end of the flight
    for (int r = board->lowest; r >= 0; r--) {
        const double height = row_height[r];
        if (height - CONTACT >= end) break;
        const double crossing = aim->step[r].crossing;
        const int split = aim->step[r].split;
        const uint64_t row = rows ? rows->row[aim->leftward][r] : unfold(board->occupied.row[r], r & 1, aim->leftward);
        const uint64_t ahead = row >> aim->step[r].shift;
        const int one = __builtin_ctzll(ahead | 1ull << 30), two = __builtin_ctzll((ahead & (ahead - 1)) | 1ull << 30);
        const Pair to = (Pair){split + one, split + two} - crossing, aside = to * sine;
        // not a number when the ray passes the bubble by, which compares as false
        const Pair at = height + sine * (to * cosine - roots(CONTACT * CONTACT - aside * aside));
        end = at[0] < end ? at[0] : end;
        end = at[1] < end ? at[1] : end;
    }
    const double x = LAUNCHER_X + slope * end;
    const double depth = (ceiling - end) * (1 / PITCH);
    const int upper = (int)depth;
    const int is_short = upper & 1;
    const double x_upper = x - (0.5 + 0.5 * is_short), x_lower = x - (1 - 0.5 * is_short);
    const int i_upper = (int)(x_upper + (0.5 - 1e-9)), i_lower = (int)(x_lower + (0.5 - 1e-9));
    const double y_upper = (depth - upper) * PITCH, y_lower = PITCH - y_upper;
    const double d_upper = (x_upper - i_upper) * (x_upper - i_upper) + y_upper * y_upper;
    const double d_lower = (x_lower - i_lower) * (x_lower - i_lower) + y_lower * y_lower;
    const int lower = d_lower < d_upper - 1e-9;
    return (Cell){upper + lower, unfolded[aim->leftward][(upper + lower) & 1][wrapped(lower ? i_lower : i_upper)]};
}

/// The same, flown from wall to wall, rows out of reach skipped, and landed by looking at the cells
/// around the end: what a hand-tuned engine does that has not seen the lattice in the mirrors. Kept
/// to show what that is worth.
static inline Cell land_bouncing(const Board *board, const Aim *aim) {
    double x = LAUNCHER_X, y = LAUNCHER_Y, dx = aim->leftward ? -aim->cosine : aim->cosine, end;
    const double dy = -aim->sine;
    const double within_reach = 0.5 + board->lowest * PITCH + CONTACT;
    for (;;) {
        const double wall = ((dx > 0 ? RIGHT_WALL : LEFT_WALL) - x) / dx;
        const double y_wall = y + wall * dy;
        end = (0.5 - y) / dy;
        if (y_wall <= within_reach) {
            const int first = y_wall - CONTACT <= 0.5 ? 0 : (int)ceil((y_wall - CONTACT - 0.5) / PITCH);
            const int last = (int)((y + CONTACT - 0.5) / PITCH);
            for (int r = last < board->lowest ? last : board->lowest; r >= first; r--) {
                const double centre_y = 0.5 + r * PITCH, margin = 0.5 + 0.5 * (r & 1);
                const double enter = (centre_y + CONTACT - y) / dy, leave = (centre_y - CONTACT - y) / dy;
                if (enter >= end) break;
                const double x_enter = x + dx * (enter > 0 ? enter : 0) - margin, x_leave = x + dx * (leave < wall ? leave : wall) - margin;
                const double left = (dx > 0 ? x_enter : x_leave) - CONTACT, right = (dx > 0 ? x_leave : x_enter) + CONTACT;
                const int from = left <= 0 ? 0 : (int)ceil(left), to = right >= COLUMNS - 1 ? COLUMNS - 1 : (int)right;
                unsigned bubbles = board->occupied.row[r] & ((unsigned)LONG_ROW << from) & ((2u << to) - 1);
                for (; bubbles; bubbles &= bubbles - 1) {
                    const double to_x = __builtin_ctz(bubbles) + margin - x, to_y = centre_y - y;
                    const double along = to_x * dx + to_y * dy;
                    const double inside = CONTACT * CONTACT - (to_x * to_x + to_y * to_y - along * along);
                    if (inside < 0) continue;
                    const double at = along - roots((Pair){inside, 0})[0];
                    if (at >= 0 && at < end) end = at;
                }
            }
        }
        if (end <= wall + 1e-9) break;
        x = dx > 0 ? RIGHT_WALL : LEFT_WALL;
        y = y_wall;
        dx = -dx;
    }
    const double end_x = x + end * dx, end_y = y + end * dy;
    const int middle = (int)((end_y - 0.5) / PITCH);
    double least = INFINITY;
    Cell best = {0, 0};
    for (int r = middle > 0 ? middle - 1 : 0; r <= middle + 2 && r <= ROWS; r++) {
        const double margin = 0.5 + 0.5 * (r & 1);
        const int nearest = (int)(end_x - margin), columns = COLUMNS - (r & 1);
        for (int c = nearest > 0 ? nearest - 1 : 0; c <= nearest + 2 && c < columns; c++) {
            if (board->occupied.row[r] >> c & 1) continue;
            if (r > 0 && !touches(&board->occupied, (Cell){r, c})) continue;
            const double to_x = c + margin - end_x, to_y = 0.5 + r * PITCH - end_y;
            const double distance = to_x * to_x + to_y * to_y;
            if (distance < least - 1e-9) {
                least = distance;
                best = (Cell){r, c};
            }
        }
    }
    return best;
}

// MARK: Groups

/// Floods `seed` within `bubbles`.
static inline Plane flood(Plane seed, const Plane *bubbles) {
    const Rows8 top = bubbles->half[0], bottom = bubbles->half[1];
    Rows8 a = seed.half[0], b = seed.half[1];
    for (;;) {
        const Rows8 across_a = across(a), across_b = across(b);
        const Rows8 next_a = (a | beside(a) | rows_down(across_a) | rows_up(across_a) | first_to_last(across_b)) & top;
        const Rows8 next_b = (b | beside(b) | rows_down(across_b) | rows_up(across_b) | last_to_first(across_a)) & bottom;
        const bool stable = is_empty((next_a ^ a) | (next_b ^ b));
        a = next_a;
        b = next_b;
        if (stable) return (Plane){.half = {a, b}};
    }
}

/// The connected bubbles of `plane` around a cell of it.
static inline Plane group_at(Cell cell, const Plane *plane) { return flood(cell_plane[cell.row][cell.column], plane); }

/// The whole runs of `row` that hold a bit of `seed`.
static inline unsigned fill_runs(unsigned seed, unsigned row) {
    const unsigned right = row & (row >> 1), right2 = right & (right >> 2), right4 = right2 & (right2 >> 4);
    unsigned filled = (row & ~(row + seed)) | seed;
    filled |= row & (filled >> 1);
    filled |= right & (filled >> 2);
    filled |= right2 & (filled >> 4);
    filled |= right4 & (filled >> 8);
    return filled;
}

/// What of `bubbles` hangs on the ceiling row.
static inline Plane hanging(const Plane *bubbles) {
    const Rows8 top = bubbles->half[0], bottom = bubbles->half[1];
    const Rows8 across_top = across(top), across_bottom = across(bottom);
    const Rows8 ceiling = {0xffff};
    const Rows8 loose_top = top & ~(rows_down(across_top) | ceiling);
    const Rows8 loose_bottom = bottom & ~(rows_down(across_bottom) | last_to_first(across_top));
    if (is_empty(loose_top | loose_bottom)) return *bubbles;  // each bubble has one above it, up to the ceiling

    Plane held = *bubbles;
    unsigned loose = filled_rows(loose_top, loose_bottom);
    unsigned above = held.row[__builtin_ctz(loose) - 1];
    for (int r = __builtin_ctz(loose); r <= ROWS; r++) {
        const unsigned row = bubbles->row[r];
        const unsigned seed = row & (above | ((r & 1) ? above >> 1 : above << 1));
        above = seed ? fill_runs(seed, row) : 0;
        held.row[r] = (uint16_t)above;
    }
    return flood(held, bubbles);  // and what hangs from below
}

// MARK: Shots

/// Lands a bubble and resolves it; true when bubbles went.
static inline bool resolve(Board *board, Cell cell, int colour) {
    const Plane *bubble = &cell_plane[cell.row][cell.column];
    Plane *plane = &board->colour[colour];
    const bool has_neighbour = touches(plane, cell);
    plane->half[0] |= bubble->half[0];
    plane->half[1] |= bubble->half[1];
    board->occupied.half[0] |= bubble->half[0];
    board->occupied.half[1] |= bubble->half[1];
    board->present |= 1u << colour;
    if (cell.row > board->lowest) board->lowest = cell.row;
    if (!has_neighbour) return false;

    const Plane group = group_at(cell, plane);
    const int matched = count_bits(group.half[0]) + count_bits(group.half[1]);
    if (matched < 3) return false;
    Plane left = {.half = {board->occupied.half[0] & ~group.half[0], board->occupied.half[1] & ~group.half[1]}};
    const Plane held = hanging(&left);
    const int fallen = count_bits(left.half[0] ^ held.half[0]) + count_bits(left.half[1] ^ held.half[1]);
    plane->half[0] &= ~group.half[0];
    plane->half[1] &= ~group.half[1];
    if (fallen > 0) {
        for (int q = 0; q < COLOURS; q++) {
            board->colour[q].half[0] &= held.half[0];
            board->colour[q].half[1] &= held.half[1];
        }
    }
    board->occupied = held;
    board->score += MATCHED * matched + FALLEN * fallen;
    refresh(board);
    return true;
}

/// How many bubbles a shot would clear; if none, `group` tells the size of its group.
static inline int cleared_by(const Board *board, Cell cell, int colour, int *group_size) {
    const Plane *plane = &board->colour[colour];
    *group_size = 1;
    if (!touches(plane, cell)) return 0;
    const Plane *bubble = &cell_plane[cell.row][cell.column];
    const Plane with_shot = {.half = {plane->half[0] | bubble->half[0], plane->half[1] | bubble->half[1]}};
    const Plane group = flood(*bubble, &with_shot);
    const int matched = count_bits(group.half[0]) + count_bits(group.half[1]);
    *group_size = matched;
    if (matched < 3) return 0;
    const Plane left = {.half = {board->occupied.half[0] & ~group.half[0], board->occupied.half[1] & ~group.half[1]}};
    const Plane held = hanging(&left);
    return matched + count_bits(left.half[0] ^ held.half[0]) + count_bits(left.half[1] ^ held.half[1]);
}

// MARK: Agents

static Aim aims[AIMS];

typedef enum { UNFOLDED, BOUNCING } Flight;

/// How good a choice is, larger is better. In order: bubbles cleared; if none, a landing that does not lose the game at
/// the line, the group's size, the highest row;
/// then the aim closest to straight up, the lower index first.
static inline int64_t value_of(int cleared, int group_size, int row, int aim) {
    const int off_centre = abs(2 * aim - (AIMS - 1));
    const int64_t worth = cleared > 0    ? (int64_t)cleared << 16
                          : row >= ROWS ? 0
                                        : (int64_t)group_size << 8 | (255 - row);
    return worth << 16 | (255 - off_centre) << 8 | (255 - aim);
}

/// The k-th aim from straight up outward: 29, 30, 28, 31 ... So the aim nearest to straight up stands for a cell.
static inline int outward(int k) { return k & 1 ? AIMS / 2 + k / 2 : AIMS / 2 - 1 - k / 2; }

static inline Cell greedy_shot(const Board *board, Flight flight, int colour, int *chosen) {
    Unfolded rows;
    if (flight == UNFOLDED) unfold_all(board, &rows);
    uint16_t seen[16] = {0};
    int64_t best = -1;
    Cell best_cell = {0, 0};
    for (int k = 0; k < AIMS; k++) {
        const int i = outward(k);
        const Cell cell = flight == UNFOLDED ? land(board, &aims[i], &rows) : land_bouncing(board, &aims[i]);
        if (seen[cell.row] >> cell.column & 1) continue;
        seen[cell.row] |= (uint16_t)(1u << cell.column);
        int group_size;
        const int cleared = cleared_by(board, cell, colour, &group_size);
        const int64_t value = value_of(cleared, group_size, cell.row, i);
        if (value > best) {
            best = value;
            best_cell = cell;
            *chosen = i;
        }
    }
    return best_cell;
}

// MARK: Games

typedef enum { RANDOM, GREEDY } Agent;
static const char *const AGENT_NAMES[] = {"random", "greedy"};
static const char COLOUR_LETTERS[] = "BROG";

static uint8_t dealt_colour[16][COLOURS];  // [present][index]: the index-th colour that is present
static uint8_t present_count[16];

static void prepare_deal(void) {
    for (int present = 0; present < 16; present++) {
        const int among = present ? present : 15;
        int n = 0;
        for (int q = 0; q < COLOURS; q++) {
            if (among >> q & 1) dealt_colour[present][n++] = (uint8_t)q;
        }
        present_count[present] = (uint8_t)n;
    }
}

static inline int deal(uint64_t key, uint64_t index, unsigned present) {
    return dealt_colour[present][(int)(uniform(draw(key, index)) * present_count[present])];
}

static inline int play(uint64_t game, Agent agent, Flight flight, Board *board, bool trace) {
    fill(board, game);
    const uint64_t deals = stream(game, 2), choices = stream(game, 3);
    int current = deal(deals, 0, board->present), next = deal(deals, 1, board->present);
    for (int shots = 1;; shots++) {
        int aim;
        Cell cell;
        if (agent == RANDOM) {
            aim = (int)below(draw(choices, (uint64_t)shots - 1), AIMS);
            cell = flight == UNFOLDED ? land(board, &aims[aim], NULL) : land_bouncing(board, &aims[aim]);
        } else {
            cell = greedy_shot(board, flight, current, &aim);
        }
        const bool removed = resolve(board, cell, current);
        const bool won = removed && board->lowest < 0;
        if (won) board->score += SHOT_LEFT * (SHOTS - shots);
        if (trace) printf("shot %d colour %c aim %d cell %d,%d score %d\n", shots, COLOUR_LETTERS[current], aim, cell.row, cell.column, board->score);
        if (won || board->lowest >= ROWS || shots == SHOTS) return shots;
        current = next;
        next = deal(deals, (uint64_t)shots + 1, board->present);
    }
}

static inline uint64_t fold_board(uint64_t hash, const Board *board, int shots) {
    hash = fold(hash, (uint64_t)board->score);
    hash = fold(hash, (uint64_t)shots);
    for (int r = 0; r <= ROWS; r++) {
        for (int q = 0; q < COLOURS; q++) hash = fold(hash, board->colour[q].row[r]);
    }
    return hash;
}

// MARK: The naive engine, for `test`

typedef struct {
    int8_t cell[ROWS + 1][COLUMNS];  // colour, or -1
    int score;
} NaiveBoard;

static double min_margin = 1;  // how close the closest decision was: distance of the second nearest cell minus the nearest
static long lost_shots = 0;

static int naive_columns(int row) { return row % 2 == 0 ? COLUMNS : COLUMNS - 1; }
static double naive_x(int row, int column) { return 0.5 + column + (row % 2 == 0 ? 0 : 0.5); }
static double naive_y(int row) { return 0.5 + row * PITCH; }

static int naive_neighbours(Cell cell, Cell *neighbours) {
    const int e = cell.row % 2 == 0 ? 1 : 0;
    const Cell all[6] = {
        {cell.row, cell.column - 1}, {cell.row, cell.column + 1},
        {cell.row - 1, cell.column - e}, {cell.row - 1, cell.column - e + 1},
        {cell.row + 1, cell.column - e}, {cell.row + 1, cell.column - e + 1},
    };
    int count = 0;
    for (int i = 0; i < 6; i++) {
        if (all[i].row < 0 || all[i].row > ROWS) continue;
        if (all[i].column < 0 || all[i].column >= naive_columns(all[i].row)) continue;
        neighbours[count++] = all[i];
    }
    return count;
}

static bool naive_flight(const NaiveBoard *board, double angle, double *end_x, double *end_y) {
    double x = LAUNCHER_X, y = LAUNCHER_Y, dx = cos(angle), dy = -sin(angle);
    for (int bounces = 0;; bounces++) {
        const double wall = dx > 0 ? (RIGHT_WALL - x) / dx : dx < 0 ? (LEFT_WALL - x) / dx : INFINITY;
        double end = (0.5 - y) / dy;
        for (int r = 0; r <= ROWS; r++) {
            for (int c = 0; c < naive_columns(r); c++) {
                if (board->cell[r][c] < 0) continue;
                const double to_x = naive_x(r, c) - x, to_y = naive_y(r) - y;
                const double along = to_x * dx + to_y * dy;
                const double aside2 = to_x * to_x + to_y * to_y - along * along;
                if (aside2 > CONTACT * CONTACT) continue;
                const double at = along - sqrt(CONTACT * CONTACT - aside2);
                if (at >= 0 && at < end) end = at;
            }
        }
        if (end <= wall + 1e-9) {
            *end_x = x + end * dx;
            *end_y = y + end * dy;
            return true;
        }
        if (bounces == MAX_BOUNCES) return false;
        x = dx > 0 ? RIGHT_WALL : LEFT_WALL;
        y += wall * dy;
        dx = -dx;
    }
}

static bool naive_land(const NaiveBoard *board, double angle, Cell *landing) {
    double x, y;
    if (!naive_flight(board, angle, &x, &y)) return false;
    double least = INFINITY, second = INFINITY;
    bool found = false;
    for (int r = 0; r <= ROWS; r++) {
        for (int c = 0; c < naive_columns(r); c++) {
            if (board->cell[r][c] >= 0) continue;
            bool landable = r == 0;
            Cell neighbours[6];
            const int count = naive_neighbours((Cell){r, c}, neighbours);
            for (int i = 0; i < count; i++) landable |= board->cell[neighbours[i].row][neighbours[i].column] >= 0;
            if (!landable) continue;
            const double distance = hypot(naive_x(r, c) - x, naive_y(r) - y);
            if (distance < least - 1e-9) {
                second = least;
                least = distance;
                *landing = (Cell){r, c};
                found = true;
            } else if (distance < second) {
                second = distance;
            }
        }
    }
    if (found && second - least < min_margin) min_margin = second - least;
    return found;
}

static int naive_mark(const NaiveBoard *board, Cell cell, int colour, bool marks[ROWS + 1][COLUMNS]) {
    const int here = board->cell[cell.row][cell.column];
    if (here < 0 || marks[cell.row][cell.column] || (colour >= 0 && here != colour)) return 0;
    marks[cell.row][cell.column] = true;
    int count = 1;
    Cell neighbours[6];
    const int n = naive_neighbours(cell, neighbours);
    for (int i = 0; i < n; i++) count += naive_mark(board, neighbours[i], colour, marks);
    return count;
}

/// Lands and resolves; the group's size, and how many fell.
static int naive_resolve(NaiveBoard *board, Cell cell, int colour, int *fallen) {
    board->cell[cell.row][cell.column] = (int8_t)colour;
    *fallen = 0;
    bool group[ROWS + 1][COLUMNS] = {{false}};
    const int size = naive_mark(board, cell, colour, group);
    if (size >= 3) {
        for (int r = 0; r <= ROWS; r++) {
            for (int c = 0; c < COLUMNS; c++) {
                if (group[r][c]) board->cell[r][c] = -1;
            }
        }
        board->score += MATCHED * size;
    }
    bool held[ROWS + 1][COLUMNS] = {{false}};
    for (int c = 0; c < COLUMNS; c++) naive_mark(board, (Cell){0, c}, -1, held);
    for (int r = 0; r <= ROWS; r++) {
        for (int c = 0; c < COLUMNS; c++) {
            if (board->cell[r][c] < 0 || held[r][c]) continue;
            board->cell[r][c] = -1;
            board->score += FALLEN;
            ++*fallen;
        }
    }
    return size;
}

static int naive_deal(const NaiveBoard *board, uint64_t value) {
    bool present[COLOURS] = {false};
    int n = 0;
    for (int r = 0; r <= ROWS; r++) {
        for (int c = 0; c < COLUMNS; c++) {
            const int q = board->cell[r][c];
            if (q >= 0 && !present[q]) {
                present[q] = true;
                n++;
            }
        }
    }
    if (n == 0) {
        memset(present, true, sizeof present);
        n = COLOURS;
    }
    double left = uniform(value) * n;
    int last = 0;
    for (int q = 0; q < COLOURS; q++) {
        if (!present[q]) continue;
        last = q;
        if (left < 1) break;
        left -= 1;
    }
    return last;
}

static int naive_greedy(const NaiveBoard *board, int colour) {
    bool seen[ROWS + 1][COLUMNS] = {{false}};
    int best = -1, best_cleared = 0, best_group = 0, best_row = 0;
    for (int k = 0; k < AIMS; k++) {
        const int i = outward(k);
        Cell cell;
        if (!naive_land(board, angle_of(i), &cell)) continue;
        if (seen[cell.row][cell.column]) continue;
        seen[cell.row][cell.column] = true;
        NaiveBoard copy = *board;
        int fallen;
        int size = naive_resolve(&copy, cell, colour, &fallen);
        const int cleared = size >= 3 ? size + fallen : 0;
        if (cleared == 0 && cell.row >= ROWS) size = 0;  // it would lose the game
        bool better = best < 0;
        if (!better) {
            if (cleared != best_cleared) better = cleared > best_cleared;
            else if (cleared == 0 && size != best_group) better = size > best_group;
            else if (cleared == 0 && cell.row != best_row) better = cell.row < best_row;
            else better = fabs(i - 29.5) < fabs(best - 29.5);
        }
        if (better) {
            best = i;
            best_cleared = cleared;
            best_group = size;
            best_row = cell.row;
        }
    }
    return best < 0 ? AIMS / 2 - 1 : best;
}

static int naive_play(uint64_t game, Agent agent, Board *result) {
    NaiveBoard board = {.score = 0};
    memset(board.cell, -1, sizeof board.cell);
    uint64_t k = 0;
    for (int r = 0; r < FULL_ROWS; r++) {
        for (int c = 0; c < naive_columns(r); c++) board.cell[r][c] = (int8_t)below(draw(stream(game, 1), k++), COLOURS);
    }
    int dealt[SHOTS + 2];
    dealt[0] = naive_deal(&board, draw(stream(game, 2), 0));
    dealt[1] = naive_deal(&board, draw(stream(game, 2), 1));
    int shots = 0;
    for (;;) {
        const int colour = dealt[shots];
        const int aim = agent == RANDOM ? (int)below(draw(stream(game, 3), (uint64_t)shots), AIMS) : naive_greedy(&board, colour);
        Cell cell;
        int fallen;
        shots++;
        if (naive_land(&board, angle_of(aim), &cell)) naive_resolve(&board, cell, colour, &fallen);
        else lost_shots++;
        int bubbles = 0;
        bool below_line = false;
        for (int r = 0; r <= ROWS; r++) {
            for (int c = 0; c < naive_columns(r); c++) {
                bubbles += board.cell[r][c] >= 0;
                below_line |= r >= ROWS && board.cell[r][c] >= 0;
            }
        }
        if (bubbles == 0) board.score += SHOT_LEFT * (SHOTS - shots);
        if (bubbles == 0 || below_line || shots == SHOTS) break;
        dealt[shots + 1] = naive_deal(&board, draw(stream(game, 2), (uint64_t)shots + 1));
    }
    memset(result, 0, sizeof *result);
    result->score = board.score;
    for (int r = 0; r <= ROWS; r++) {
        for (int c = 0; c < naive_columns(r); c++) {
            if (board.cell[r][c] >= 0) result->colour[board.cell[r][c]].row[r] |= (uint16_t)(1u << c);
        }
    }
    return shots;
}

static int test(uint64_t games) {
    const uint64_t start = 0xcbf29ce484222325u;
    for (Agent agent = RANDOM; agent <= GREEDY; agent++) {
        const uint64_t count = agent == RANDOM ? games : games / 5;
        long wins = 0, lines = 0, total = 0;
        for (uint64_t g = 0; g < count; g++) {
            Board fast, bouncing, naive;
            const int fast_shots = play(g, agent, UNFOLDED, &fast, false), naive_shots = naive_play(g, agent, &naive);
            const int bouncing_shots = play(g, agent, BOUNCING, &bouncing, false);
            const uint64_t expected = fold_board(start, &naive, naive_shots);
            if (fold_board(start, &fast, fast_shots) != expected || fold_board(start, &bouncing, bouncing_shots) != expected) {
                printf("%s game %llu differs: unfolded %d shots, score %d; bouncing %d, %d; naive %d, %d\n", AGENT_NAMES[agent],
                       (unsigned long long)g, fast_shots, fast.score, bouncing_shots, bouncing.score, naive_shots, naive.score);
                return 1;
            }
            total += fast_shots;
            wins += fast.lowest < 0;
            lines += fast.lowest >= ROWS;
        }
        printf("%s: %llu games alike, %.2f shots a game, %ld won, %ld lost at the line\n", AGENT_NAMES[agent],
               (unsigned long long)count, (double)total / (double)count, wins, lines);
    }
    printf("lost shots %ld, closest choice between two landing cells %.3g\n", lost_shots, min_margin);
    return 0;
}

// MARK: Measuring

static double cpu_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static int ascending(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

__attribute__((always_inline)) static inline uint64_t play_all(Agent agent, Flight flight, uint64_t games, uint64_t *shots) {
    uint64_t hash = 0xcbf29ce484222325u;
    *shots = 0;
    for (uint64_t g = 0; g < games; g++) {
        Board board;
        const int fired = play(g, agent, flight, &board, false);
        *shots += (uint64_t)fired;
        hash = fold_board(hash, &board, fired);
    }
    return hash;
}

static int measure(Agent agent, Flight flight, uint64_t games) {
    double nanoseconds[ROUNDS];
    uint64_t hash = 0, shots = 0;
    for (int round = 0; round < ROUNDS; round++) {
        const double start = cpu_seconds();
        hash = flight == BOUNCING ? play_all(agent, BOUNCING, games, &shots)
            : agent == RANDOM ? play_all(RANDOM, UNFOLDED, games, &shots) : play_all(GREEDY, UNFOLDED, games, &shots);
        nanoseconds[round] = (cpu_seconds() - start) * 1e9 / (double)shots;
    }
    qsort(nanoseconds, ROUNDS, sizeof *nanoseconds, ascending);
    printf("%s games %llu shots %llu ns %.1f checksum %016llx\n", AGENT_NAMES[agent], (unsigned long long)games,
           (unsigned long long)shots, nanoseconds[ROUNDS / 2], (unsigned long long)hash);
    return 0;
}

static int usage(void) {
    fprintf(stderr, "usage: bubble_blast random|greedy [GAMES [bouncing]] | trace random|greedy GAME | test [GAMES]\n");
    return 64;
}

int main(int argc, char **argv) {
    prepare_lattice();
    prepare_deal();
    for (int i = 0; i < AIMS; i++) aims[i] = make_aim(angle_of(i));
    if (argc < 2) return usage();
    if (!strcmp(argv[1], "test")) return test(argc > 2 ? strtoull(argv[2], NULL, 10) : 2000);
    const bool trace = !strcmp(argv[1], "trace");
    if (trace && argc != 4) return usage();
    const char *name = argv[trace ? 2 : 1];
    if (strcmp(name, "random") && strcmp(name, "greedy")) return usage();
    const Agent agent = strcmp(name, "greedy") ? RANDOM : GREEDY;
    if (trace) {
        Board board;
        play(strtoull(argv[3], NULL, 10), agent, UNFOLDED, &board, true);
        return 0;
    }
    const uint64_t games = argc > 2 ? strtoull(argv[2], NULL, 10) : agent == RANDOM ? 1000 : 200;
    const Flight flight = argc > 3 && !strcmp(argv[3], "bouncing") ? BOUNCING : UNFOLDED;
    return games ? measure(agent, flight, games) : usage();
}
