// The drops of ../reference/peggle.c, without a bucket, in Box2D 2.4: peggle_box2d [DROPS]
//
// Prints  box2d drops N steps N ns X dropsPerSecond D. The paths differ from ours, so steps a drop do too.
// Box2D thinks in metres: a ball's radius is 0.5 m. The ball is a bullet, as nothing may be passed through.

#include "peggle_scene.h"

#include <box2d/box2d.h>

static const double METRE = 40;
static b2World *worlds[BOARDS];

static b2Vec2 metres(double x, double y) { return b2Vec2((float)(x / METRE), (float)(y / METRE)); }

static void wall(b2Body *body, b2Vec2 from, b2Vec2 to) {
    b2EdgeShape edge;
    edge.SetTwoSided(from, to);
    b2FixtureDef definition;
    definition.shape = &edge;
    definition.friction = 0;
    definition.restitutionThreshold = 0;
    body->CreateFixture(&definition);
}

static b2World *make_world(uint64_t board) {
    Place pegs[PEGS];
    pegs_of(board, pegs);
    b2World *world = new b2World(metres(0, GRAVITY));
    for (const Place &peg : pegs) {
        b2BodyDef place;
        place.position = metres(peg.x, peg.y);
        b2CircleShape circle;
        circle.m_radius = (float)(RADIUS / METRE);
        b2FixtureDef definition;
        definition.shape = &circle;
        definition.friction = 0;
        definition.restitutionThreshold = 0;
        world->CreateBody(&place)->CreateFixture(&definition);
    }
    b2BodyDef place;
    b2Body *walls = world->CreateBody(&place);
    wall(walls, metres(0, 0), metres(0, HEIGHT));
    wall(walls, metres(WIDTH, 0), metres(WIDTH, HEIGHT));
    wall(walls, metres(0, 0), metres(WIDTH, 0));
    return world;
}

static uint64_t play(uint64_t drops) {
    uint64_t steps = 0;
    for (uint64_t number = 0; number < drops; number++) {
        b2World *world = worlds[number % BOARDS];
        const Place velocity = launch_of(number);
        b2BodyDef place;
        place.type = b2_dynamicBody;
        place.bullet = true;
        place.position = metres(400, 50);
        place.linearVelocity = metres(velocity.x, velocity.y);
        b2Body *ball = world->CreateBody(&place);
        b2CircleShape circle;
        circle.m_radius = (float)(RADIUS / METRE);
        b2FixtureDef definition;
        definition.shape = &circle;
        definition.density = 1;
        definition.friction = 0;
        definition.restitution = (float)RESTITUTION;
        definition.restitutionThreshold = 0;
        ball->CreateFixture(&definition);
        for (int step = 0; step < LAST_STEP && ball->GetPosition().y * METRE <= HEIGHT + RADIUS; step++, steps++) world->Step((float)STEP, 8, 3);
        world->DestroyBody(ball);
    }
    return steps;
}

int main(int count, char **arguments) {
    for (uint64_t board = 0; board < BOARDS; board++) worlds[board] = make_world(board);
    measure("box2d", count > 1 ? strtoull(arguments[1], nullptr, 10) : 400, play);
    return 0;
}
