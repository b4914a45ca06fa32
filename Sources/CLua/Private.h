// What the files of CLua share. Nothing here is seen by Swift.
#ifndef CLUA_PRIVATE_H
#define CLUA_PRIVATE_H

#include <lua5.4/lauxlib.h>
#include <lua5.4/lua.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "CLua.h"

#pragma GCC visibility push(hidden)

// MARK: Numbers of the sandbox

enum {
  /// Instructions between two looks of the count hook, when no instruction is expensive.
  CLUA_INTERVAL = 1000,
  /// The least budget of instructions that a VM must have to be timed.
  CLUA_TIMED_INSTRUCTIONS = 50000000,
  /// Bytes allocated, copied or compared that cost as much as one instruction.
  CLUA_BYTES_A_UNIT = 16,
  /// The most slots one Lua stack may have.
  CLUA_STACK_SLOTS = 65536,
  /// The most values one function of the library returns.
  CLUA_MOST_RESULTS = 60000,
  /// The most metatables alive at a time: a chain of them is walked by one instruction.
  CLUA_METATABLES = 1000,
  /// Numerals are shorter than this; longer strings are never converted to numbers.
  CLUA_NUMERAL_BYTES = 200,
  CLUA_MESSAGE_BYTES = 512,
  CLUA_NAME_BYTES = 56,
  CLUA_NO_FUNCTION = -1000,
  /// In place of the arguments' stack index when there are none to fill.
  CLUA_NO_ARGUMENTS = -1,
};

/// Values that the registry keeps at fixed places. Lua itself uses 1 and 2; handles follow.
enum {
  CLUA_SLOT_BASE = 3,     // the library's globals, behind _G
  CLUA_SLOT_LIBRARIES,    // what `require` has returned
  CLUA_SLOT_ORDER,        // the snapshot that `next` is walking through
  CLUA_SLOT_ORDER_KEYS,
  CLUA_SLOT_ORDER_TABLE,
  CLUA_SLOT_COUNTER,      // the metatable of the marks that count metatables
  CLUA_SLOT_RECORDS,      // the metatables of records, by the records' names
  CLUA_SLOT_LAST,
};

/// Places on the main thread's stack that are never given up.
enum { CLUA_PLACE_HANDLER = 1, CLUA_PLACE_TOP = 1 };

// MARK: The arena

enum { CLUA_PAGE_BYTES = 4096, CLUA_SMALL_BYTES = 512, CLUA_CLASSES = 33 };

typedef struct clua_page {
  struct clua_page *next, *previous;  // among the pages of a class that have room
  void *free_blocks;
  uint16_t block_bytes, used, capacity, fresh;  // fresh: offset of the first untouched block
  uint16_t class_index;
  struct clua_page *next_chunk;  // on a chunk's first page
} clua_page;

typedef struct clua_large {
  struct clua_large *next, *previous;
  size_t bytes;
  bool is_stack;
  bool is_kept;  // part of the VM's snapshot: never given back or moved
} clua_large;

typedef struct clua_snapshot clua_snapshot;

typedef struct clua_arena {
  clua_page *available[CLUA_CLASSES];
  clua_page *empty_pages;
  clua_page *chunks;
  char *home_pages;              // the first pages, which lie behind the VM
  char *fresh_page, *fresh_end;  // pages of the newest chunk that were never used
  size_t next_chunk_pages;
  clua_large large;  // the head of a ring
  int64_t held;      // bytes taken from the machine, used or not
} clua_arena;

// MARK: The VM

typedef struct clua_class clua_class;

typedef struct clua_method {
  const char *name;
  clua_class *owner;
  int32_t function;
  bool is_property;
  bool takes_list;
} clua_method;

struct clua_class {
  char *name;
  clua_method *methods;
  int32_t count;
  int32_t id;
  int32_t open_get, open_set;
  int32_t metatable;  // registry slots
  int32_t lone;       // the one userdata of instance 0
};

/// The block of every host object's userdata.
typedef struct clua_object {
  const clua_class *owner;
  int64_t instance;
} clua_object;

typedef struct clua_library {
  char *name;
  char *source;
  size_t length;
  int state;  // 0 not run, 1 running, 2 done
} clua_library;

typedef struct clua_rules clua_rules;

struct clua_vm {
  // What the hot paths read.
  lua_State *state;
  lua_State *running;
  int64_t charged;
  int64_t instruction_limit;
  int64_t allocated;  // bytes since the last settlement
  int64_t used, memory_limit, peak;
  void *context;
  clua_callback callback;
  bool dead, inside, is_making_thread, is_known_lua, is_timed;

  // Limits.
  int32_t interval;
  int64_t factor;
  int64_t longest_string;
  int64_t metatables;         // alive, as far as the collector knows
  int64_t metatables_look;    // collect garbage before more than these are counted
  int64_t host_work;
  int64_t collect_at;
  int64_t held_limit;
  size_t largest_block;
  char *newest;               // the large block that was asked for last, when it may be a stack
  int32_t stack_buckets[24];  // how many stacks have 2^n slots or more
  clua_limits limits;
  int64_t deadline;           // nanoseconds on the monotonic clock; 0: this call has none yet
  int64_t started;            // the thread's own nanoseconds near the call's start; -1: not known
  clua_status death;
  jmp_buf landing;
  clua_vm *outer;             // the VM that was current on this thread before

  clua_arena arena;
  clua_snapshot *snapshot;    // what clua_restore_snapshot goes back to, or NULL
  const clua_math *math;
  void *global_state;         // Lua's first block
  _Alignas(16) char hidden_name[64];  // see Internals.c
  int32_t slots;              // registry slots given out

  clua_class **classes;
  int32_t class_count, class_capacity;
  clua_library *libraries;
  int32_t library_count, library_capacity;
  clua_node *nodes;
  int32_t node_count, node_capacity;

  int32_t line;
  char message[CLUA_MESSAGE_BYTES + 1];
  clua_reply reply;
  clua_value reply_values[CLUA_MAX_VALUES];
  char reply_text[CLUA_TEXT_CAPACITY];
  int64_t reply_list[CLUA_LIST_CAPACITY];

  // Games whose rules are scripts. Host's memory, which a restored snapshot does not touch.
  clua_rules **rules;
  int32_t rules_count, rules_capacity;
  clua_play *play;  // the call that is under way
};

/// The VM whose script runs on this thread; NULL inside callbacks.
extern _Thread_local clua_vm *clua_current;

static inline clua_vm *clua_vm_of(lua_State *L) {
  return *(clua_vm **)lua_getextraspace(L);
}

// MARK: Snapshots (Snapshot.c, Arena.c)

void clua_snapshot_free(clua_vm *vm);
void clua_snapshot_free_blocks(clua_vm *vm);
/// Shortens what a snapshot copies of each page. Only while there are no further chunks.
void clua_arena_trim(clua_vm *vm);
/// Gives back all that was taken since the snapshot.
void clua_arena_drop_new(clua_vm *vm);

// MARK: Limits (Limits.c)

_Noreturn void clua_kill(clua_vm *vm, clua_status status);
void clua_hook(lua_State *L, lua_Debug *record);
/// Recalculates what an instruction may cost; call when a string, stack or metatable was added.
void clua_reweigh(clua_vm *vm);
/// A full collection, charged by the memory in use.
void clua_collect(lua_State *L);
/// Before a coroutine runs: it counts by its own interval, which may be out of date.
void clua_adopt_interval(clua_vm *vm, lua_State *thread);

/// Charges work before it is done; does not return when the budget is used up.
static inline void clua_pay(clua_vm *vm, int64_t work) {
  if (__builtin_expect(work > vm->instruction_limit - vm->charged, 0)) {
    vm->charged = vm->instruction_limit;
    clua_kill(vm, CLUA_BUDGET);
  }
  vm->charged += work;
}

static inline void clua_pay_bytes(clua_vm *vm, size_t bytes) {
  clua_pay(vm, 1 + (int64_t)(bytes / CLUA_BYTES_A_UNIT));
}

// MARK: Timed VMs (Timed.c)

/// A call into a timed VM begins; false when this thread cannot have a timer.
bool clua_time_call(void);

// MARK: The arena (Arena.c)

clua_vm *clua_arena_open(void);
void clua_arena_close(clua_vm *vm);
void *clua_allocate(void *vm, void *block, size_t old_size, size_t new_size);
int32_t clua_largest_stack(const clua_vm *vm);

// MARK: Lua's insides (Internals.c)

void clua_fix_seed(clua_vm *vm);
void clua_hide_weakness(clua_vm *vm);
/// How many slots a walk over the table looks at, used or not; 0 when Lua is not the known one.
int64_t clua_table_slots(lua_State *L, int table);
/// Fills a table that was just made for `count` members; false, and nothing done, when Lua is not
/// the known one.
bool clua_write_members(lua_State *L, int table, const int64_t *integers, int64_t count);
/// Reads a table's members 1 to `count` when they are whole numbers that lie side by side; false, and
/// nothing that counts was written, when they are not or Lua is not the known one.
bool clua_read_members(lua_State *L, int table, int64_t *integers, int64_t count);
/// Whether all keys of a table lie in its array; false when they do not or Lua is not the known one.
bool clua_has_only_members(lua_State *L, int table);
void clua_set_process_math(const clua_math *math);

// MARK: Errors and places (Messages.c)

/// Raises a Lua error "script:line: what", the place being the nearest Lua function's.
__attribute__((format(printf, 2, 3))) _Noreturn void clua_raise(lua_State *L, const char *format,
                                                                ...);
/// The script and line that a thread is running; false when it runs no Lua function.
bool clua_place(lua_State *L, int level, lua_Debug *record);
int clua_message_handler(lua_State *L);
/// Makes the error value on top of the stack the VM's message and pops it.
void clua_take_message(clua_vm *vm, lua_State *L);
void clua_set_message(clua_vm *vm, int32_t line, const char *bytes, size_t length);
void clua_set_message_text(clua_vm *vm, const char *text);

// MARK: Arguments (Arguments.c)

lua_Integer clua_integer(lua_State *L, int argument);
lua_Integer clua_integer_or(lua_State *L, int argument, lua_Integer otherwise);
lua_Number clua_number(lua_State *L, int argument);
const char *clua_text(lua_State *L, int argument, size_t *length);
/// Whether a value is a number, or a string that is short enough to be one; pushes the number.
bool clua_push_number(lua_State *L, int index);
/// tostring(value) without addresses: pushes the string.
const char *clua_tostring(lua_State *L, int index, size_t *length);
/// A start or end position as string.sub takes it.
size_t clua_start(lua_Integer position, size_t length);
size_t clua_end(lua_Integer position, size_t length);

/// Bytes that grow: in the C frame while few, then in a userdata that the Lua stack anchors.
typedef struct clua_buffer {
  lua_State *L;
  char *bytes;
  size_t length, capacity;
  int anchor;
  char room[400];
} clua_buffer;

void clua_buffer_start(clua_buffer *buffer, lua_State *L);
char *clua_buffer_reserve(clua_buffer *buffer, size_t more);
void clua_buffer_add(clua_buffer *buffer, const char *bytes, size_t length);
void clua_buffer_push(clua_buffer *buffer);

static inline void clua_buffer_byte(clua_buffer *buffer, char byte) {
  *clua_buffer_reserve(buffer, 1) = byte;
  buffer->length += 1;
}

// MARK: Libraries

typedef struct clua_entry {
  const char *name;
  lua_CFunction function;
} clua_entry;

/// Pushes a new table with the entries.
void clua_new_library(lua_State *L, const clua_entry *entries, int count, int extra);
/// Replaces the table on top by a read-only stand-in for it.
void clua_seal(lua_State *L, const char *name);
/// Makes reading a name that the table on top has not an error that names the nearest one.
void clua_refuse_missing(lua_State *L, const char *name);
/// Whether the table at an index is such a stand-in; if so pushes the table behind it.
bool clua_push_sealed(lua_State *L, int index);
/// Raises when the table at an index may not be written to raw (or, for _G, at this key).
void clua_check_writable(lua_State *L, int table, int key);

void clua_open_base(lua_State *L);
void clua_open_strings(lua_State *L);
void clua_open_tables(lua_State *L);
void clua_open_math(lua_State *L);
void clua_open_utf8(lua_State *L);
void clua_open_coroutines(lua_State *L);
void clua_open_grid(lua_State *L);

int clua_string_find(lua_State *L);
int clua_string_match(lua_State *L);
int clua_string_gmatch(lua_State *L);
int clua_string_gsub(lua_State *L);
int clua_string_format(lua_State *L);
int clua_string_pack(lua_State *L);
int clua_string_packsize(lua_State *L);
int clua_string_unpack(lua_State *L);
int clua_table_sort(lua_State *L);

// MARK: Games' states (State.c, Play.c)

enum {
  CLUA_STATE_BYTES = 64 << 10,  // the most that a state takes when it is packed
  CLUA_STATE_DEPTH = 16,        // tables inside tables
  CLUA_RECORD_NAMES = 256,      // the most names of one table of a state
  CLUA_PLAY_MOVES = 65536,
  CLUA_PLAY_EVENTS = 65536,
};
/// The greatest score and number of an event.
#define CLUA_EVENT_LIMIT INT64_C(1000000000000)

typedef struct clua_bytes {
  uint8_t *bytes;
  size_t count, capacity;
} clua_bytes;

/// A hidden field of a state.
typedef struct clua_hidden {
  char *name;
  size_t length;
  int32_t pool;
  bool is_own;  // a list of two, of which each player sees its own: in this pool and the next
} clua_hidden;

/// The tables of a state that were seen in this walk.
typedef struct clua_visited {
  const void **tables;
  uint32_t *walks;
  uint32_t walk, count, capacity;
} clua_visited;

/// The most fields of a state whose places are known.
enum { CLUA_KNOWN_FIELDS = 64 };

/// A field of the state as it was packed last: its name, and where it lies in the state's table.
typedef struct clua_known_field {
  const void *key;
  int32_t place;
  uint8_t length;  // before the name, as packed bytes have it
  char name[43];
} clua_known_field;

/// A game whose rules are a script, as a machine has loaded it.
struct clua_rules {
  int32_t state, mark, move, level;  // registry slots
  int32_t offer, emit, random;
  int32_t names;       // the list of the known names, which keeps them alive
  int32_t move_names;  // the slot of the first of a move's names; the others follow
  const void *mark_table, *level_table, *state_table, *move_table;
  const void *registry;  // NULL when Lua is not the known one
  const void *level_key;  // the name `level`, which the registry keeps
  // The fields as packed bytes have them, first those that are seen. After a snapshot was restored none
  // are known, but those that were may lie where they lay before: `remembered_count` of them.
  clua_known_field known[CLUA_KNOWN_FIELDS], known_level;
  int32_t known_count, known_visible, remembered_count, known_logarithm;
  bool keeps_names;
  int32_t known_score, known_turn, known_scores;  // their numbers among the known; -1: there is none
  // Names of a move's numbers as Lua has them, which the registry keeps, and where they lay in the
  // move's table.
  const void *move_keys[CLUA_MOVE_NUMBERS];
  int32_t move_places[CLUA_MOVE_NUMBERS];
  clua_hidden *hidden;
  int32_t hidden_count, pools, players;
  char **moves;    // names of a move's numbers
  int32_t minimum[CLUA_MOVE_NUMBERS], maximum[CLUA_MOVE_NUMBERS];
  int32_t move_count;
  int32_t apply, apply_parameters;  // the function whose parameters were counted, and how many
  char **events;
  int32_t event_count;
  bool is_dirty;   // the tables are in an unknown order
  clua_visited visited;
  clua_bytes visible, secret, text, name;
  uint64_t *offers;
  int32_t offer_count, offer_capacity;
  clua_event *emitted;
  int32_t emitted_count, emitted_capacity;
};

/// Where the state's table lies on the stack while a call of rules is carried out.
enum { CLUA_STATE_INDEX = 1 };

/// Writes a packed state into the tables of the state; hidden fields are left out if `is_blind`.
void clua_unpack_state(lua_State *L, clua_rules *rules, const clua_play *play, bool is_blind);
/// Takes who moves and the points of both from a two-player game's state; NULL, or what is wrong.
/// `is_known` is what `clua_find_fields` answered.
const char *clua_read_table(lua_State *L, const clua_rules *rules, clua_play *play, bool is_known);
/// Removes what a player does not see from the state of a two-player game.
void clua_hide_from(lua_State *L, clua_rules *rules, int32_t player);
/// Whether all fields of the state lie where they lay when one was packed before, also before a
/// snapshot was restored.
bool clua_find_fields(lua_State *L, clua_rules *rules);
/// Packs the state's tables. On a fault pushes its message and answers false. `is_known` is what
/// `clua_find_fields` answered.
bool clua_pack_state(lua_State *L, clua_rules *rules, bool is_known);
/// Removes everything from the state but the level.
void clua_clear_state(lua_State *L, clua_rules *rules);
/// Pushes what a player sees of a packed state.
void clua_push_packed(lua_State *L, clua_vm *vm, const void *bytes, int64_t length);
/// Makes room for `count` more bytes.
void clua_bytes_grow(clua_vm *vm, clua_bytes *buffer, size_t count);
void clua_bytes_add(clua_vm *vm, clua_bytes *buffer, const void *bytes, size_t count);
int clua_offer(lua_State *L);
int clua_emit(lua_State *L);
int clua_random(lua_State *L);
/// Carries out the steps of a call; on an error leaves its message on the stack.
clua_status clua_play_steps(clua_vm *vm, clua_play *play);
/// NULL when the machine has no memory.
clua_rules *clua_rules_new(const clua_rules_names *names);
/// A snapshot was restored: states are as it has them, and no field is known.
void clua_rules_forget(clua_vm *vm);
void clua_rules_free(clua_rules *rules);
void clua_build_rules(lua_State *L, clua_vm *vm, clua_rules *rules, int32_t level);

// MARK: Chunks (Chunks.c)

/// Compiles text: pushes a function, or an error message and answers false.
bool clua_compile(lua_State *L, const char *name, const char *source, size_t length);
int clua_base_load(lua_State *L);
int clua_base_require(lua_State *L);

// MARK: Order (Order.c)

int clua_base_pairs(lua_State *L);
int clua_base_next(lua_State *L);

typedef enum { CLUA_KEY_INTEGER, CLUA_KEY_FLOAT, CLUA_KEY_STRING, CLUA_KEY_BOOLEAN } clua_key_kind;

typedef struct clua_key {
  union {
    lua_Integer integer;
    lua_Number number;
    const char *bytes;
  } value;
  size_t length;
  int32_t kind;
  int32_t anchor;  // a string's place in the table of strings
} clua_key;

typedef struct clua_order {
  int32_t count, position;
  clua_key keys[];
} clua_order;

/// A table's keys in order: pushes the userdata that holds them and a table that anchors their
/// strings. When a key has no order answers NULL with nothing pushed and its type in `odd`.
clua_order *clua_push_order(lua_State *L, int table, int *odd);
void clua_push_key(lua_State *L, const clua_key *key, int strings);
/// n when the table's keys are exactly 1 to n, else -1.
int64_t clua_sequence_length(lua_State *L, int table);

// MARK: Objects and values (Objects.c, Values.c)

/// Pushes one value and answers how many of `values` it was made from. `arguments` is the stack
/// index before the first argument (for CLUA_FILL).
int32_t clua_push_value(lua_State *L, clua_vm *vm, const clua_value *values, int32_t count,
                        int arguments);
void clua_decode(lua_State *L, int index, clua_value *value);
void clua_push_object(lua_State *L, clua_vm *vm, int32_t class_id, int64_t instance);
/// Calls back with `count` decoded arguments; raises when the answer is an error.
void clua_call_back(lua_State *L, clua_vm *vm, int32_t function, const clua_value *arguments,
                    int32_t count);
int32_t clua_keep(lua_State *L, clua_vm *vm);
/// Writes the value on top of the stack out; on failure leaves a message on the stack.
bool clua_write_out(lua_State *L, clua_vm *vm);

#pragma GCC visibility pop
#endif
