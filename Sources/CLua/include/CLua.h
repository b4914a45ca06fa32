// CLua: the sandboxed Lua 5.4 host.
//
// Everything that can raise a Lua error lives behind these functions, in C; a caller never sees a
// lua_State and no longjmp ever crosses a caller's frame. Arguments and results are plain data.
// A VM belongs to one thread at a time. See ARCHITECTURE.md, "Decisions".
#ifndef CLUA_H
#define CLUA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct clua_vm clua_vm;

/// The most values a call or a callback may pass either way.
enum { CLUA_MAX_VALUES = 32 };
/// Room in a reply for one list of integers, and for the bytes of its strings.
enum { CLUA_LIST_CAPACITY = 8192, CLUA_TEXT_CAPACITY = 8192 };

typedef enum clua_type {
  CLUA_NIL = 0,
  CLUA_BOOLEAN,   // integer is 0 or 1
  CLUA_INTEGER,   // integer
  CLUA_NUMBER,    // number (a Lua float)
  CLUA_STRING,    // bytes, length
  CLUA_OBJECT,    // class_id, integer = the instance's number
  CLUA_LIST,      // bytes points to `length` int64_t; becomes a fresh Lua sequence, or was a table
                  // given to a member that takes a list
  CLUA_FILL,      // like CLUA_LIST, but written into the table that was argument `class_id`
  CLUA_RECORD,    // the next 2 * length values are string keys and values; becomes a table
  CLUA_HANDLE,    // integer = a handle kept by the VM (a module, a record); only towards Lua
  CLUA_TABLE,     // only from Lua: a table, opaque (use CLUA_FILL to write into it)
  CLUA_FUNCTION,  // only from Lua: opaque
  CLUA_PACKED,    // bytes, length: what is seen of a game's packed state; only towards Lua
} clua_type;

typedef struct clua_value {
  clua_type type;
  int32_t class_id;
  int64_t integer;
  double number;
  const void *bytes;
  int64_t length;
} clua_value;

/// What a callback answers with. `values`, `list` and `text` are the VM's own memory: fill them,
/// let `values[i].bytes` point into them, set `count`. Nothing the callback does may call back
/// into the same VM.
typedef struct clua_reply {
  int32_t count;
  int64_t work;        // instructions that the answer cost beyond those of a normal call
  clua_value *values;  // CLUA_MAX_VALUES
  int64_t *list;       // CLUA_LIST_CAPACITY
  char *text;          // CLUA_TEXT_CAPACITY; an error's message goes here, zero-terminated
} clua_reply;

typedef enum clua_status {
  CLUA_OK = 0,
  CLUA_ERROR,     // a Lua error: message and line are set, the VM lives on
  CLUA_BUDGET,    // the instruction budget is used up: the VM is dead
  CLUA_MEMORY,    // the memory cap is reached: the VM is dead
  CLUA_STACK,     // more values on a stack than allowed: the VM is dead
  CLUA_DEADLINE,  // a call ran longer than its seconds: the VM is dead
  CLUA_RECOUNT,   // a timed VM cannot tell what its limits would decide: the VM is dead
  CLUA_DEAD,      // the VM had died before
} clua_status;

/// Answers a call from Lua. `function` is the number given in a clua_member; `arguments[0]` is the
/// object. Returns CLUA_OK, or CLUA_ERROR with a message in reply->text: the script sees a Lua
/// error at its own line.
typedef clua_status (*clua_callback)(void *context, int32_t function,
                                     const clua_value *arguments, int32_t count,
                                     clua_reply *reply);

/// Function numbers that the sandbox itself calls back with; members use 0 and up.
enum {
  CLUA_FUNCTION_RANDOM = -1,  // no arguments; answers one integer of 64 random bits
  CLUA_FUNCTION_PRINT = -2,   // one string: a line for the run's log
};

/// What the Lua library in use says of itself, such as "$LuaVersion: Lua 5.4.4  Copyright ...".
const char *clua_identification(void);

/// Mathematical functions that give the same bits on every machine.
typedef struct clua_math {
  double (*sin)(double);
  double (*cos)(double);
  double (*tan)(double);
  double (*asin)(double);
  double (*acos)(double);
  double (*atan2)(double, double);
  double (*exp)(double);
  double (*log)(double);
  double (*log2)(double);
  double (*log10)(double);
  double (*pow)(double, double);
} clua_math;

typedef struct clua_limits {
  int64_t instructions;    // a game; default 50,000,000
  int64_t memory;          // bytes; default 32 MiB
  double wall_seconds;     // a call, less what its thread waited; default 2; 0 or less: none
  int64_t source_bytes;    // a chunk of text; default 64 KiB
  bool is_timed;           // for the rules of games: does not count, but ends with CLUA_RECOUNT
                           // whatever a limit could decide; ignored where that is impossible
} clua_limits;

clua_limits clua_default_limits(void);

/// A fresh sandboxed VM, or NULL when the machine has no memory. The math table must outlive it.
clua_vm *clua_open(const clua_limits *limits, const clua_math *math);
void clua_close(clua_vm *vm);

/// Who answers callbacks from now on (NULL: calls to host functions are errors). Returns the
/// context that stood before, so that nested calls can restore it.
void clua_set_callback(clua_vm *vm, clua_callback callback);
void *clua_set_context(clua_vm *vm, void *context);

/// Collects the garbage that loading has left, so that every game begins with a small VM, be it new or
/// restored. Charges nothing.
clua_status clua_tidy(clua_vm *vm);

/// Takes a snapshot of the VM, to restore later; once per VM. False when it uses too much memory
/// for that, or the machine has none left.
bool clua_take_snapshot(clua_vm *vm);
/// Restores the VM's snapshot, even if the VM died since.
bool clua_restore_snapshot(clua_vm *vm);

/// Starts a new game's allowance: resets the instruction count to zero.
void clua_begin_game(clua_vm *vm);
/// Charged instructions since clua_begin_game, and bytes in use now and at the peak.
int64_t clua_instructions(const clua_vm *vm);
int64_t clua_memory(const clua_vm *vm);
int64_t clua_memory_peak(const clua_vm *vm);
bool clua_is_dead(const clua_vm *vm);
/// Whether a timed VM has ended with CLUA_RECOUNT.
bool clua_must_recount(const clua_vm *vm);
/// Charges work done by a host function on the script's behalf (an imagined move, say) against
/// the running game; takes effect at the next instruction hook.
void clua_charge(clua_vm *vm, int64_t instructions);

/// The last failure: one line, printable, valid UTF-8, "script:line: what"; and its line, or 0.
const char *clua_message(const clua_vm *vm);
int32_t clua_line(const clua_vm *vm);

typedef struct clua_member {
  const char *name;
  int32_t function;
  bool is_property;  // read as object.name instead of called as object:name()
  bool takes_list;   // a table as the first argument is a list of whole numbers: a CLUA_LIST, whose
                     // members lie in the reply's list and are gone once that is written to
} clua_member;

/// A class of host objects. `open_get` and `open_set` (or -1000 for none) are called for names
/// that are not members: (object, name) and (object, name, value). Assigning to any other name is
/// an error; reading one is an error that names the nearest member. Returns a class id >= 0.
int32_t clua_define_class(clua_vm *vm, const char *name, const clua_member *members,
                          int32_t count, int32_t open_get, int32_t open_set);

/// A read-only table of string keys and plain values, kept by the VM. `pairs` is 2 * count values.
/// Reading another name is an error that names the nearest one; `name` is what messages call the
/// table.
clua_status clua_make_record(clua_vm *vm, const char *name, const clua_value *pairs, int32_t count,
                             int32_t *handle);

/// Text that `require` finds by the last part of its name without `.lua`: `list` of `lib/list.lua`.
/// Compiled and run at the first require. Copied.
clua_status clua_add_library(clua_vm *vm, const char *name, const char *source, size_t length);

/// Compiles and runs a chunk that must return a table. `name` appears in messages.
clua_status clua_load(clua_vm *vm, const char *name, const char *source, size_t length,
                      int32_t *module);
/// The function stored under `field` of a module, or 0.
int32_t clua_function(clua_vm *vm, int32_t module, const char *field);

/// One node of a Lua value written out in preorder: tables first, then key, value, key, value...
/// in sorted order (integers, then strings). Strings are not zero-terminated.
typedef struct clua_node {
  clua_type type;   // NIL, BOOLEAN, INTEGER, NUMBER, STRING, FUNCTION, or CLUA_TABLE
  int32_t count;    // pairs of a table
  int64_t integer;
  double number;
  const char *bytes;
  int64_t length;
} clua_node;

/// Writes a kept value (a module) out as plain data, valid until the next call into the VM.
/// Fails on cycles, depth over 32, more than 200,000 nodes, other types of keys or values
/// (functions are written as CLUA_FUNCTION).
clua_status clua_export(clua_vm *vm, int32_t handle, const clua_node **nodes, int32_t *count);

/// Calls a function by handle. Strings among the results are valid until the next call.
clua_status clua_call(clua_vm *vm, int32_t function, const clua_value *arguments, int32_t count,
                      clua_value *results, int32_t capacity, int32_t *result_count);
/// Calls a function by handle and writes its first result out as plain data.
clua_status clua_call_export(clua_vm *vm, int32_t function, const clua_value *arguments,
                             int32_t count, const clua_node **nodes, int32_t *node_count);

// MARK: Rules of games

/// The most numbers of a move.
enum { CLUA_MOVE_NUMBERS = 4 };

/// What a call into a game's rules does, in this order; bits of `clua_play.steps`.
typedef enum clua_step {
  CLUA_STEP_SETUP = 1,     // a new state, by the function `setup`
  CLUA_STEP_LOAD = 2,      // the state from `state`
  CLUA_STEP_BLIND = 4,     // without its hidden fields
  CLUA_STEP_APPLY = 8,     // plays `move`
  CLUA_STEP_IMAGINE = 16,  // the function `imagine`
  CLUA_STEP_SAVE = 32,     // gives the state in `state`
  CLUA_STEP_MOVES = 64,
  CLUA_STEP_OUTCOME = 128,
  CLUA_STEP_SCORE = 256,
  CLUA_STEP_WORTH = 512,
  CLUA_STEP_CALL = 1024,   // calls `function` with the state, for `number`, `text` or `numbers`
  CLUA_STEP_RESAVE = 4096, // gives the state once more, after all that
  CLUA_STEP_CHECK = 2048,  // calls `function` with the level, for `text` and `name`
  CLUA_STEP_TABLE = 8192,  // gives what the function of CLUA_STEP_CALL returned in `nodes`
  CLUA_STEP_REASON = 16384, // with CLUA_STEP_OUTCOME: gives its reason in `text`
} clua_step;

/// Handles of a game's functions; 0 for those that it does not have.
typedef struct clua_functions {
  int32_t setup, moves, apply, outcome, worth, imagine;
} clua_functions;

typedef struct clua_event {
  int32_t name;  // its place among the game's events
  int64_t value;
} clua_event;

/// How a game stands: what the function `outcome` returned.
typedef enum clua_outcome {
  CLUA_OUTCOME_NONE = 0, CLUA_OUTCOME_WON, CLUA_OUTCOME_LOST,
  CLUA_OUTCOME_ENDED,  // a draw in two-player games
  CLUA_OUTCOME_STUCK,  // there is no move and no outcome
} clua_outcome;

/// What a call of CLUA_STEP_CALL passes beside the state.
typedef enum clua_extra {
  CLUA_EXTRA_NONE = 0,
  CLUA_EXTRA_MOVE,  // the move
  CLUA_EXTRA_TEXT,  // the text in `text`
  CLUA_EXTRA_MOVE_AND_RANDOM,  // the move, and the function `random`
} clua_extra;

/// A call into a game's rules: what to do, and what came of it. Pointers that it gives are the VM's
/// own memory and valid until its next call.
typedef struct clua_play {
  int32_t rules;
  int32_t steps;
  clua_functions functions;
  int32_t function;
  clua_extra extra;
  const uint8_t *state;                // packed: what is seen, then what is hidden
  int64_t length, visible;
  int32_t move[CLUA_MOVE_NUMBERS];
  int32_t player;                      // who asks, in two-player games: 1 or 2
  uint64_t key, draws;                 // the stream, and the number of its next draw
  const uint64_t *moves;               // four numbers of 16 bits each, the first in the low bits
  int32_t move_count;
  const clua_event *events;
  int32_t event_count;
  int64_t score;
  int64_t scores[2];                   // of both players, in two-player games
  int32_t turn;                        // who moves, in two-player games: 1 or 2
  double worth, number;
  clua_outcome outcome;
  const char *text, *name;
  int64_t text_length, name_length;
  int64_t numbers[CLUA_MOVE_NUMBERS];
  int32_t number_count;                // how many whole numbers the function returned
  const char *stray;                   // the type of what it returned behind them; NULL: nothing
  const clua_node *nodes;              // what the function returned, written out
  int32_t node_count;
  int32_t allowed;                     // the VM's own
} clua_play;

/// What is fixed of a game.
typedef struct clua_rules_names {
  const char *const *hidden;           // names of fields, in order of their pools
  const int32_t *pools;                // the pool of each, from 0; of an own one also the next
  int32_t hidden_count;
  const bool *own;                     // whether each is a list of two that its players see
  int32_t players;                     // 1 or 2
  const char *const *moves;            // names of a move's numbers
  const int32_t *minimum, *maximum;
  int32_t move_count;
  const char *const *events;
  int32_t event_count;
} clua_rules_names;

/// Prepares the rules of a loaded game for a level, a table that a chunk returned. Gives a number
/// for `clua_play.rules`.
clua_status clua_open_rules(clua_vm *vm, int32_t level, const clua_rules_names *names,
                            int32_t *rules);

/// Carries out the steps of a call. Each call has the VM's whole budget of instructions.
clua_status clua_play_rules(clua_vm *vm, clua_play *play);

/// A function in a list of tables of a module, such as `metrics[2].value`, or 0.
int32_t clua_listed_function(clua_vm *vm, int32_t module, const char *list, int32_t place,
                             const char *field);

/// The line on which a function kept by handle was defined, or 0.
int32_t clua_function_line(clua_vm *vm, int32_t function);
/// Keeps a table of functions for the life of the process and gives its place. The first table
/// given stays.
const clua_math *clua_keep_math(clua_math functions);

#endif
