// The drops of ../reference/peggle.c, without a bucket, in Chipmunk 7: peggle_chipmunk [DROPS]
//
// Prints  chipmunk drops N steps N ns X dropsPerSecond D. The paths differ from ours, so steps a drop do too.

#include "peggle_scene.h"

#include <chipmunk/chipmunk.h>

static cpSpace *spaces[BOARDS];

static void wall(cpSpace *space, cpVect from, cpVect to) {
    cpShape *shape = cpSpaceAddShape(space, cpSegmentShapeNew(cpSpaceGetStaticBody(space), from, to, 0));
    cpShapeSetElasticity(shape, 1);
}

static cpSpace *make_space(uint64_t board) {
    Place pegs[PEGS];
    pegs_of(board, pegs);
    cpSpace *space = cpSpaceNew();
    cpSpaceSetGravity(space, cpv(0, GRAVITY));
    // Chipmunk multiplies elasticities: all of it is the ball's.
    for (int i = 0; i < PEGS; i++) {
        cpShape *shape = cpSpaceAddShape(space, cpCircleShapeNew(cpSpaceGetStaticBody(space), RADIUS, cpv(pegs[i].x, pegs[i].y)));
        cpShapeSetElasticity(shape, 1);
    }
    wall(space, cpv(0, 0), cpv(0, HEIGHT));
    wall(space, cpv(WIDTH, 0), cpv(WIDTH, HEIGHT));
    wall(space, cpv(0, 0), cpv(WIDTH, 0));
    return space;
}

static uint64_t play(uint64_t drops) {
    uint64_t steps = 0;
    for (uint64_t number = 0; number < drops; number++) {
        cpSpace *space = spaces[number % BOARDS];
        const Place velocity = launch_of(number);
        cpBody *body = cpSpaceAddBody(space, cpBodyNew(1, cpMomentForCircle(1, 0, RADIUS, cpvzero)));
        cpShape *shape = cpSpaceAddShape(space, cpCircleShapeNew(body, RADIUS, cpvzero));
        cpShapeSetElasticity(shape, RESTITUTION);
        cpBodySetPosition(body, cpv(400, 50));
        cpBodySetVelocity(body, cpv(velocity.x, velocity.y));
        for (int step = 0; step < LAST_STEP && cpBodyGetPosition(body).y <= HEIGHT + RADIUS; step++, steps++) cpSpaceStep(space, STEP);
        cpSpaceRemoveShape(space, shape);
        cpSpaceRemoveBody(space, body);
        cpShapeFree(shape);
        cpBodyFree(body);
    }
    return steps;
}

int main(int count, char **arguments) {
    for (uint64_t board = 0; board < BOARDS; board++) spaces[board] = make_space(board);
    measure("chipmunk", count > 1 ? strtoull(arguments[1], NULL, 10) : 400, play);
    return 0;
}
