// Peggle physics, integrator `standard`, one ball among round pegs: the C reference that `playtest bench` is
// measured against.
//
//   peggle steps [DROPS [bucket]]   drop, time and print the checksum (DROPS default 4,000)
//   peggle trace DROP [bucket]      every step of one drop, to find where two programs part
//   peggle board BOARD              the pegs of one board
//   peggle test [DROPS]             compare with a naive engine: every step swept, against every peg
//
// One line of output a run:  NAME drops N steps N ns X dropsPerSecond D checksum HEX
// X is CPU time over steps, the median of 9 rounds over the same drops; NAME is `bare` or `bucket`.
//
// The scene: 800 x 600, 16 boards of 60 pegs of radius 20 in 7 rows of 9 and 8 in turn; row r, column c at
// x = 20 + 95 c (+ 47.5 in a short row), y = 100 + 72 r, each moved by up to 2 px (draws 2p and 2p + 1 of peg p; the
// outer pegs of a long row stay in x). Drop d is on board d mod 16: a ball of radius 20 leaves (400, 50) at 600 px/s
// toward (800 u0, 100 + 500 u1) and the drop ends when the ball is caught, is below the bottom or after 3,600 steps.
// Numbers are counter based:
//   draw k of stream key K   mix(K + (k + 1) * GOLDEN)
//   uniform                  (draw >> 11) * 2^-53
//   streams                  mix(board * GOLDEN + 1), mix(drop * GOLDEN + 2)
// The checksum folds 64-bit values by h = (h ^ v) * 0x100000001b3 from 0xcbf29ce484222325, a drop at a time:
// steps, impacts, the bits of the ball's last x and y.
//
// The rules of a step, in this order of operations (Sources/PegglePhysics/World+Flight.swift):
// the ball moves along the chord of its parabola; the first body on the chord stops it, mirrors its velocity with
// restitution 0.8, and it goes on for the rest of the step, 12 times at most. Where gravity, or what a peg that
// holds it leaves of gravity, would have it back before the step ends, the ball does not bounce but rests: velocity
// and gravity lose what presses it in.
// Held by two pegs between which gravity leads nowhere it gets no gravity, and below STILLNESS px/s it stands still.
// After n steps in which it has met nothing the ball is where its parabola leads from the end of the step in which it
// last met something, or from its launch: at t = n / 120, x = x0 + vx t, y = y0 + (vy0 t + g t^2 / 2), vy = vy0 + g t.
//
// How it is fast. A grid lists for each cell the pegs that a ball in it can meet within `MARGIN`.
// From there the number of steps is calculated in which nothing can be met, by a ray against pegs
// made larger by what gravity bends the flight; those steps are skipped in one go. Skipping never
// changes a bit of the result, as `test` shows.

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BOARDS = 16, PEGS = 60, ROUNDS = 9, LAST_STEP = 3600, MAX_IMPACTS = 12 };

#define GOLDEN 0x9e3779b97f4a7c15u
#define WIDTH 800.0
#define HEIGHT 600.0
#define RADIUS 20.0
#define REACH 40.0
#define GRAVITY 300.0
#define RESTITUTION 0.8
#define GRAZING -1e-11
#define GRAZING_WAY 1e-12
#define STEP (1.0 / 120.0)
#define SPEED 600.0
#define BUCKET_WIDTH 200.0
#define BUCKET_TOP (HEIGHT - 50.0 - 50.0)
#define BUCKET_BOTTOM (HEIGHT - 50.0 + 50.0)
#define BUCKET_SPEED 120.0
#define OVERLAP 1e-6
#define STILLNESS 1e-3

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

static inline double uniform(uint64_t value) { return (double)(value >> 11) * 0x1p-53; }

static inline uint64_t fold(uint64_t hash, uint64_t value) { return (hash ^ value) * 0x100000001b3u; }

static uint64_t bits(double value) {
    uint64_t word;
    memcpy(&word, &value, 8);
    return word;
}

// MARK: Boards

typedef struct { double x, y; } Point;

#define CELL 25.0
#define MARGIN 24.0
enum { COLUMNS = 32, ROWS = 24, CELLS = COLUMNS * ROWS, MAX_ITEMS = CELLS * 16 };

typedef struct {
    Point pegs[PEGS];
    int start[CELLS + 1];
    Point items[MAX_ITEMS];
} Board;

static Board boards[BOARDS];

static double axis_gap(double value, int cell, int count) {
    const double low = cell == 0 ? -INFINITY : cell * CELL, high = cell == count - 1 ? INFINITY : (cell + 1) * CELL;
    return value < low ? low - value : value > high ? value - high : 0;
}

static void make_board(Board *board, uint64_t number) {
    const uint64_t key = mix(number * GOLDEN + 1);
    int peg = 0;
    for (int row = 0; row < 7; row++) {
        const int count = row % 2 == 0 ? 9 : 8;
        for (int column = 0; column < count; column++, peg++) {
            const bool outer = count == 9 && (column == 0 || column == 8);
            const double left = count == 9 ? 20.0 : 67.5;
            const double aside = outer ? 0.0 : (uniform(draw(key, 2 * peg)) - 0.5) * 4.0;
            board->pegs[peg].x = left + 95.0 * column + aside;
            board->pegs[peg].y = 100.0 + 72.0 * row + (uniform(draw(key, 2 * peg + 1)) - 0.5) * 4.0;
        }
    }
    int items = 0;
    for (int cell = 0; cell < CELLS; cell++) {
        board->start[cell] = items;
        for (int i = 0; i < PEGS; i++) {
            const double dx = axis_gap(board->pegs[i].x, cell % COLUMNS, COLUMNS);
            const double dy = axis_gap(board->pegs[i].y, cell / COLUMNS, ROWS);
            const double reach = REACH + MARGIN;
            if (dx * dx + dy * dy <= reach * reach) {
                if (items == MAX_ITEMS) abort();
                board->items[items++] = board->pegs[i];
            }
        }
    }
    board->start[CELLS] = items;
}

static inline int clamped(double value, int count) {
    const int cell = (int)value;
    return cell < 0 ? 0 : cell >= count ? count - 1 : cell;
}

static inline int cell_at(double x, double y) {
    return clamped(y * (1 / CELL), ROWS) * COLUMNS + clamped(x * (1 / CELL), COLUMNS);
}

// MARK: The bucket

/// The left end of its middle's way, and the way's length.
#define BUCKET_FIRST (BUCKET_WIDTH * 0.5)
#define BUCKET_SPAN (WIDTH - BUCKET_WIDTH)

/// Where the bucket's middle is after `step` steps; it starts in the middle, to the right.
static inline double bucket_x(int64_t step) {
    const double along = BUCKET_SPAN * 0.5 + (double)step * (BUCKET_SPEED * STEP);
    const double period = 2 * BUCKET_SPAN;
    const double rest = along - (double)(int64_t)(along / period) * period;
    return BUCKET_FIRST + (rest > BUCKET_SPAN ? period - rest : rest);
}

// MARK: A ball

enum { OUT_NONE, OUT_BOTTOM, OUT_CAUGHT };

typedef struct {
    double x, y, vx, vy;
    int64_t step;
    int impacts;
    /// Where its flight began, how fast it fell there, and the steps since.
    double x0, y0, vy0;
    int64_t flown;
} Ball;

static inline void begin_flight(Ball *ball) {
    ball->x0 = ball->x;
    ball->y0 = ball->y;
    ball->vy0 = ball->vy;
    ball->flown = 0;
}

static inline void fly(Ball *ball, int64_t steps) {
    ball->flown += steps;
    const double time = (double)ball->flown * STEP;
    ball->x = ball->x0 + ball->vx * time;
    ball->y = ball->y0 + (ball->vy0 * time + 0.5 * GRAVITY * (time * time));
    ball->vy = ball->vy0 + GRAVITY * time;
    ball->step += steps;
}

/// What is met first on the way.
typedef struct {
    double when, normal_x, normal_y;
    int kind; // -1 nothing, 0 peg, 1 wall, 2 bucket, 3 caught
    double x, y, per_reach; // the centre or corner of a round one, and 1 over the distance of touching
    bool is_round;
} Hit;

static inline void meet_round(Hit *hit, double x, double y, double dx, double dy, double aa, double cx, double cy, double reach, int kind) {
    const double qx = x - cx, qy = y - cy;
    const double b = qx * dx + qy * dy;
    if (b >= GRAZING) return;
    const double c = qx * qx + qy * qy - reach * reach;
    if (c + 2 * b > 0) return; // too far for the whole way
    double when = 0;
    if (c > 0) {
        const double discriminant = b * b - aa * c;
        if (discriminant < 0) return;
        when = fmax(0, (-b - sqrt(discriminant)) * (1 / aa));
    }
    if (when < hit->when) {
        hit->when = when;
        hit->kind = kind;
        hit->x = cx;
        hit->y = cy;
        hit->per_reach = 1 / reach;
        hit->is_round = true;
    }
}

static inline void meet_plane(Hit *hit, double gap, double approach, double nx, double ny, int kind) {
    if (approach <= GRAZING_WAY) return;
    const double when = gap > 0 ? gap / approach : 0;
    if (when < hit->when) *hit = (Hit){when, nx, ny, kind, 0, 0, 0, false};
}

/// The bucket's sides, bottom, corners and opening; in its own frame.
static void meet_bucket(Hit *hit, double x, double y, double dx, double dy, double middle) {
    const double left = middle - BUCKET_WIDTH * 0.5, right = middle + BUCKET_WIDTH * 0.5;
    const double aa = dx * dx + dy * dy;
    if (dx > 0 && x <= left) {
        const double gap = left - RADIUS - x, when = gap > 0 ? gap / dx : 0, at = y + when * dy;
        if (at >= BUCKET_TOP && at <= BUCKET_BOTTOM) meet_plane(hit, gap, dx, -1, 0, 2);
    }
    if (dx < 0 && x >= right) {
        const double gap = x - RADIUS - right, when = gap > 0 ? gap / -dx : 0, at = y + when * dy;
        if (at >= BUCKET_TOP && at <= BUCKET_BOTTOM) meet_plane(hit, gap, -dx, 1, 0, 2);
    }
    if (dy < 0 && y >= BUCKET_BOTTOM) {
        const double gap = y - RADIUS - BUCKET_BOTTOM, when = gap > 0 ? gap / -dy : 0, at = x + when * dx;
        if (at >= left && at <= right) meet_plane(hit, gap, -dy, 0, 1, 2);
    }
    meet_round(hit, x, y, dx, dy, aa, left, BUCKET_TOP, RADIUS, 2);
    meet_round(hit, x, y, dx, dy, aa, right, BUCKET_TOP, RADIUS, 2);
    meet_round(hit, x, y, dx, dy, aa, left, BUCKET_BOTTOM, RADIUS, 2);
    meet_round(hit, x, y, dx, dy, aa, right, BUCKET_BOTTOM, RADIUS, 2);
    if (dy > 0 && y <= BUCKET_TOP) {
        const double when = (BUCKET_TOP - y) / dy, at = x + when * dx;
        if (at > left && at < right && when < hit->when) hit->when = when, hit->kind = 3;
    }
}

/// Whether the ball is in the bucket's sides, bottom or corners, having been squeezed there; then it passes.
static bool overlaps_bucket(double x, double y, double middle) {
    const double left = middle - BUCKET_WIDTH * 0.5, right = middle + BUCKET_WIDTH * 0.5, free = RADIUS - OVERLAP;
    double dx, dy;
    if (y <= BUCKET_TOP) {
        dx = fmin(fabs(x - left), fabs(x - right));
        dy = BUCKET_TOP - y;
    } else {
        dx = fmax(fmax(left - x, x - right), 0);
        dy = fmax(y - BUCKET_BOTTOM, 0);
    }
    return dx * dx + dy * dy < free * free;
}

static inline Hit first_hit(const Board *board, bool naive, bool bucket, double bucket_middle, double bucket_moves, double x, double y, double dx, double dy) {
    Hit hit = {.when = 1, .kind = -1};
    const double aa = dx * dx + dy * dy;
    if (naive) {
        for (int i = 0; i < PEGS; i++) meet_round(&hit, x, y, dx, dy, aa, board->pegs[i].x, board->pegs[i].y, REACH, 0);
    } else {
        if (aa > MARGIN * MARGIN) abort(); // never at these speeds
        const int cell = cell_at(x, y);
        for (int i = board->start[cell]; i < board->start[cell + 1]; i++)
            meet_round(&hit, x, y, dx, dy, aa, board->items[i].x, board->items[i].y, REACH, 0);
    }
    meet_plane(&hit, x - RADIUS, -dx, 1, 0, 1);
    meet_plane(&hit, WIDTH - RADIUS - x, dx, -1, 0, 1);
    meet_plane(&hit, y - RADIUS, -dy, 0, 1, 1);
    if (bucket) meet_bucket(&hit, x, y, dx - bucket_moves, dy, bucket_middle);
    return hit;
}

/// A step in which something may be met.
static int sweep(const Board *board, bool naive, bool with_bucket, Ball *ball) {
    double x = ball->x, y = ball->y, vx = ball->vx, vy = ball->vy, rest = STEP;
    double ax = 0, ay = GRAVITY, held_x = 0, held_y = 0;
    int out = OUT_NONE;
    bool held = false;
    const int impacts = ball->impacts;
    double middle = 0, pace = 0;
    // A peg may turn the flight downward within the step.
    bool bucket = with_bucket && y + ((fabs(vx) + fabs(vy)) * STEP + 0.5 * GRAVITY * (STEP * STEP)) > BUCKET_TOP - RADIUS;
    if (with_bucket && !bucket && naive) bucket = true;
    if (bucket) {
        middle = bucket_x(ball->step);
        pace = (bucket_x(ball->step + 1) - middle) / STEP;
        if (overlaps_bucket(x, y, middle)) bucket = false;
    }
    for (int impact = 0; impact < MAX_IMPACTS; impact++) {
        const double dx = vx * rest + 0.5 * ax * (rest * rest), dy = vy * rest + 0.5 * ay * (rest * rest);
        Hit hit = first_hit(board, naive, bucket, middle, pace * rest, x, y, dx, dy);
        if (hit.kind < 0) {
            x += dx;
            y += dy;
            vx += ax * rest;
            vy += ay * rest;
            break;
        }
        const double passed = hit.when * rest;
        x += hit.when * dx;
        y += hit.when * dy;
        vx += ax * passed;
        vy += ay * passed;
        middle += pace * passed;
        // The bucket's corner has gone on until it was met.
        if (hit.kind == 2 && hit.is_round) hit.x += pace * passed;
        rest -= passed;
        if (hit.kind == 3) {
            out = OUT_CAUGHT;
            break;
        }
        ball->impacts++;
        double nx = hit.normal_x, ny = hit.normal_y;
        if (hit.is_round) {
            nx = x - hit.x;
            ny = y - hit.y;
            if (hit.when > 0) {
                nx *= hit.per_reach;
                ny *= hit.per_reach;
            } else {
                const double length = sqrt(nx * nx + ny * ny);
                nx /= length;
                ny /= length;
            }
        }
        const double moving = hit.kind == 2 ? pace : 0;
        const double into = (vx - moving) * nx + vy * ny;
        // Sliding along what holds it, it may be pulled under a peg that gravity leads away from.
        const double pull = fmax(-GRAVITY * ny, -(ax * nx + ay * ny));
        if (2 * RESTITUTION * -into > pull * rest && into < 0) {
            const double push = (1 + RESTITUTION) * into;
            vx -= push * nx;
            vy -= push * ny;
            ax = 0;
            ay = GRAVITY;
            held = false;
        } else {
            vx -= into * nx;
            vy -= into * ny;
            const double press = GRAVITY * ny;
            ax = 0;
            ay = GRAVITY;
            if (press < 0) {
                ax -= press * nx;
                ay -= press * ny;
            }
            const bool slow = sqrt(vx * vx + vy * vy) < STILLNESS;
            if (held && ax * held_x + ay * held_y < -1e-9 && (slow || vx * held_x + vy * held_y <= 0)) {
                ax = 0;
                ay = 0;
                if (slow) vx = vy = 0;
            } else {
                held_x = nx;
                held_y = ny;
                held = true;
            }
        }
    }
    if (ball->impacts == impacts && out == OUT_NONE) {
        fly(ball, 1);
    } else {
        ball->x = x;
        ball->y = y;
        ball->vx = vx;
        ball->vy = vy;
        ball->step++;
        begin_flight(ball);
    }
    if (out == OUT_NONE && ball->y > HEIGHT + RADIUS) out = OUT_BOTTOM;
    return out;
}

/// The most steps looked ahead, and what gravity bends a flight of so many.
enum { AHEAD = 16 };

/// A later time than `when` before which the ball meets a peg at -q no more, or `least`: from a moment at which it is
/// free it stays so while it could not have crossed the gap at its `fastest`.
static inline double refined(double qx, double qy, double vx, double vy, double when, double least, double fastest) {
    for (int i = 0; i < 4; i++) {
        const double px = qx + vx * when, py = qy + vy * when + 0.5 * GRAVITY * (when * when);
        const double fall = vy + GRAVITY * when, b = px * vx + py * fall;
        if (b > 0) {
            const double back = -GRAVITY * py;
            return 2 * b < (least - when) * back ? when + 2 * b / back : least;
        }
        const double gap = sqrt(px * px + py * py) - (REACH + 1e-6);
        if (gap <= 0) break;
        when += gap / fastest;
        if (when >= least) return least;
    }
    return when;
}

/// The time until the ball is a hair above a floor, or `least`; a flight bends downward only.
static inline double fallen(double y, double vy, double floor_y, double least) {
    const double gap = floor_y - 1e-3 - y;
    if (vy * least + 0.5 * GRAVITY * (least * least) < gap) return least;
    if (gap <= 0) return 0;
    return fmin(least, 2 * gap / (vy + sqrt(vy * vy + 2 * GRAVITY * gap)));
}

/// The steps in which the ball meets nothing; `is_open` when nothing is in sight then.
static inline int free_steps(const Board *board, const Ball *ball, bool bucket, bool *is_open) {
    const double x = ball->x, y = ball->y, vx = ball->vx, vy = ball->vy;
    const double vv = vx * vx + vy * vy, longest = AHEAD * STEP;
    double least = fmin(longest, MARGIN / (sqrt(vv) + 0.5 * GRAVITY * longest));
    const double horizon = least;
    const double reach = REACH + 0.5 * GRAVITY * least * least + 1e-6, reach_squared = reach * reach;
    const double fastest = sqrt(vv) + GRAVITY * least;
    // The ball is on its way to one side wall and, rising, to the top.
    const double side = vx > 0 ? WIDTH - RADIUS - x : x - RADIUS;
    if (side < least * fabs(vx)) least = side / fabs(vx);
    if (y - RADIUS < least * -vy) least = (y - RADIUS) / -vy;
    double floor_y = bucket ? BUCKET_TOP - RADIUS : HEIGHT + RADIUS;
    if (bucket && y > floor_y) {
        // As deep as the bucket: aside of it as long as neither has crossed the gap.
        const double gap = fabs(x - bucket_x(ball->step)) - (BUCKET_WIDTH * 0.5 + RADIUS + OVERLAP);
        if (gap <= 0) return 0;
        const double when = gap / (fabs(vx) + BUCKET_SPEED);
        if (when < least) least = when;
        floor_y = HEIGHT + RADIUS;
    }
    least = fallen(y, vy, floor_y, least);
    const int cell = cell_at(x, y);
    const Point *item = board->items + board->start[cell], *end = board->items + board->start[cell + 1];
    for (; item < end; item++) {
        const double qx = x - item->x, qy = y - item->y, b = qx * vx + qy * vy;
        if (b > 0) {
            // Leaving; gravity can bring it back no sooner than this.
            if (2 * b < least * (-GRAVITY * qy)) least = 2 * b / (-GRAVITY * qy);
        } else {
            const double c = qx * qx + qy * qy - reach_squared;
            double when = 0;
            if (c > 0) {
                const double discriminant = b * b - vv * c;
                if (discriminant < 0) continue;
                when = c / (sqrt(discriminant) - b);
            }
            if (when < least) least = refined(qx, qy, vx, vy, when, least, fastest);
        }
    }
    *is_open = least == horizon;
    return (int)(least * (1 / STEP) - 1e-6);
}

static int drop(const Board *board, bool naive, bool bucket, Ball *ball, bool tell) {
    for (;;) {
        if (!naive) {
            bool is_open = false;
            int64_t steps = free_steps(board, ball, bucket, &is_open);
            if (steps > LAST_STEP - ball->step) steps = LAST_STEP - ball->step;
            if (steps > 0) fly(ball, steps);
            // Nothing was in sight but the end of what is looked at.
            if (is_open && steps > 0 && ball->step < LAST_STEP) continue;
        }
        if (ball->step == LAST_STEP) return OUT_NONE;
        const int out = sweep(board, naive, bucket, ball);
        if (tell) printf("%lld %.17g %.17g %.17g %.17g %d\n", (long long)ball->step, ball->x, ball->y, ball->vx, ball->vy, ball->impacts);
        if (out != OUT_NONE || ball->step == LAST_STEP) return out;
    }
}

static Ball launched(uint64_t number) {
    const uint64_t key = mix(number * GOLDEN + 2);
    const double dx = WIDTH * uniform(draw(key, 0)) - 400.0, dy = 100.0 + 500.0 * uniform(draw(key, 1)) - 50.0;
    const double length = sqrt(dx * dx + dy * dy);
    Ball ball = {.x = 400.0, .y = 50.0, .vx = SPEED * (dx / length), .vy = SPEED * (dy / length)};
    begin_flight(&ball);
    return ball;
}

// MARK: Runs

typedef struct {
    uint64_t checksum, steps, impacts, caught, unfinished;
} Total;

static Total play(uint64_t drops, bool naive, bool bucket) {
    Total total = {.checksum = 0xcbf29ce484222325u};
    for (uint64_t number = 0; number < drops; number++) {
        Ball ball = launched(number);
        const int out = drop(&boards[number % BOARDS], naive, bucket, &ball, false);
        total.steps += (uint64_t)ball.step;
        total.impacts += (uint64_t)ball.impacts;
        total.caught += out == OUT_CAUGHT;
        total.unfinished += out == OUT_NONE;
        total.checksum = fold(total.checksum, (uint64_t)ball.step);
        total.checksum = fold(total.checksum, (uint64_t)ball.impacts);
        total.checksum = fold(total.checksum, bits(ball.x));
        total.checksum = fold(total.checksum, bits(ball.y));
    }
    return total;
}

static double cpu_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static int ascending(const void *a, const void *b) { return (*(const double *)a > *(const double *)b) - (*(const double *)a < *(const double *)b); }

static void measure(uint64_t drops, bool bucket) {
    double seconds[ROUNDS];
    Total total = {0};
    for (int round = 0; round < ROUNDS; round++) {
        const double start = cpu_seconds();
        total = play(drops, false, bucket);
        seconds[round] = cpu_seconds() - start;
    }
    qsort(seconds, ROUNDS, sizeof seconds[0], ascending);
    const double median = seconds[ROUNDS / 2];
    printf("%s drops %llu steps %llu ns %.3f dropsPerSecond %.0f checksum %016llx\n", bucket ? "bucket" : "bare",
           (unsigned long long)drops, (unsigned long long)total.steps, median * 1e9 / (double)total.steps,
           (double)drops / median, (unsigned long long)total.checksum);
    fprintf(stderr, "impacts %llu caught %llu unfinished %llu\n", (unsigned long long)total.impacts,
            (unsigned long long)total.caught, (unsigned long long)total.unfinished);
}

static int test(uint64_t drops) {
    for (int bucket = 0; bucket < 2; bucket++) {
        for (uint64_t number = 0; number < drops; number++) {
            Ball fast = launched(number), slow = fast;
            const Board *board = &boards[number % BOARDS];
            const int a = drop(board, false, bucket, &fast, false), b = drop(board, true, bucket, &slow, false);
            if (a != b || memcmp(&fast, &slow, sizeof fast) != 0) {
                printf("drop %llu differs: step %lld and %lld\n", (unsigned long long)number, (long long)fast.step, (long long)slow.step);
                return 1;
            }
        }
    }
    printf("%llu drops with and without bucket: the same to the last bit as the naive engine\n", (unsigned long long)drops);
    return 0;
}

int main(int count, char **arguments) {
    for (uint64_t number = 0; number < BOARDS; number++) make_board(&boards[number], number);
    const char *mode = count > 1 ? arguments[1] : "";
    const uint64_t number = count > 2 ? strtoull(arguments[2], NULL, 10) : 0;
    const bool bucket = count > 3 && strcmp(arguments[3], "bucket") == 0;
    if (strcmp(mode, "steps") == 0) {
        measure(number ? number : 4000, bucket);
    } else if (strcmp(mode, "trace") == 0) {
        Ball ball = launched(number);
        drop(&boards[number % BOARDS], true, bucket, &ball, true);
    } else if (strcmp(mode, "board") == 0) {
        for (int i = 0; i < PEGS; i++) printf("%.17g %.17g\n", boards[number % BOARDS].pegs[i].x, boards[number % BOARDS].pegs[i].y);
    } else if (strcmp(mode, "test") == 0) {
        return test(number ? number : 4000);
    } else {
        fprintf(stderr, "peggle steps [DROPS [bucket]] | trace DROP [bucket] | board BOARD | test [DROPS]\n");
        return 64;
    }
    return 0;
}
