// The boards and launches of ../reference/peggle.c without a bucket, for the engines that play the same drops.

#ifndef PEGGLE_SCENE_H
#define PEGGLE_SCENE_H

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { BOARDS = 16, PEGS = 60, LAST_STEP = 3600, ROUNDS = 3 };

static const double WIDTH = 800, HEIGHT = 600, RADIUS = 20, GRAVITY = 300, RESTITUTION = 0.8, STEP = 1.0 / 120;
static const uint64_t GOLDEN = 0x9e3779b97f4a7c15u;

typedef struct { double x, y; } Place;

static uint64_t mix(uint64_t z) {
    z ^= z >> 30;
    z *= 0xbf58476d1ce4e5b9u;
    z ^= z >> 27;
    z *= 0x94d049bb133111ebu;
    z ^= z >> 31;
    return z;
}

static double uniform(uint64_t key, uint64_t index) { return (double)(mix(key + (index + 1) * GOLDEN) >> 11) * 0x1p-53; }

/// The pegs of a board, row by row.
static void pegs_of(uint64_t board, Place *pegs) {
    const uint64_t key = mix(board * GOLDEN + 1);
    int peg = 0;
    for (int row = 0; row < 7; row++) {
        const int count = row % 2 == 0 ? 9 : 8;
        for (int column = 0; column < count; column++, peg++) {
            const int outer = count == 9 && (column == 0 || column == 8);
            pegs[peg].x = (count == 9 ? 20 : 67.5) + 95.0 * column + (outer ? 0 : (uniform(key, 2 * (uint64_t)peg) - 0.5) * 4);
            pegs[peg].y = 100 + 72.0 * row + (uniform(key, 2 * (uint64_t)peg + 1) - 0.5) * 4;
        }
    }
}

/// The velocity with which the ball of a drop leaves (400, 50).
static Place launch_of(uint64_t drop) {
    const uint64_t key = mix(drop * GOLDEN + 2);
    const double dx = WIDTH * uniform(key, 0) - 400, dy = 100 + 500 * uniform(key, 1) - 50, length = sqrt(dx * dx + dy * dy);
    return (Place){600 * (dx / length), 600 * (dy / length)};
}

static double cpu_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/// The median over the rounds of the CPU time of `play`, which returns the steps of so many drops.
static void measure(const char *name, uint64_t drops, uint64_t (*play)(uint64_t drops)) {
    double seconds[ROUNDS];
    uint64_t steps = 0;
    for (int round = 0; round < ROUNDS; round++) {
        const double start = cpu_seconds();
        steps = play(drops);
        double taken = cpu_seconds() - start;
        int place = round;
        for (; place > 0 && seconds[place - 1] > taken; place--) seconds[place] = seconds[place - 1];
        seconds[place] = taken;
    }
    const double median = seconds[ROUNDS / 2];
    printf("%s drops %llu steps %llu ns %.1f dropsPerSecond %.1f\n", name, (unsigned long long)drops,
           (unsigned long long)steps, median * 1e9 / (double)steps, (double)drops / median);
}

#endif
