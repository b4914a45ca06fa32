// The few places where Lua's insides, or the C library it calls, must be different for scripts to
// be deterministic and bounded. Each is checked before it is touched.
#include <math.h>
#include <stdatomic.h>

#include "Private.h"

// MARK: Lua's global state

// Lua 5.4.4 seeds its hash of strings from the clock and from addresses, which decides when a
// table with removed keys is rebuilt, and so what a script allocates. The seed lies at a fixed
// distance after the allocator's pointer in Lua's first block. It is set when Lua asks for its
// second block: after it was drawn, before any string was hashed.
enum { SEED_AFTER_ALLOCATOR = 96, FIRST_BLOCK_BYTES = 1624 };
static const unsigned int fixed_seed = 0x9E3779B9u;

const char *clua_identification(void) { return lua_ident; }

static bool is_known_lua(void) { return strstr(lua_ident, "Lua 5.4.4 ") != NULL; }

void clua_fix_seed(clua_vm *vm) {
  vm->is_known_lua = is_known_lua();
  if (sizeof(void *) != 8 || !vm->is_known_lua) return;
  char *block = vm->global_state;
  lua_Alloc allocator = clua_allocate;
  for (size_t i = 0; i + SEED_AFTER_ALLOCATOR + sizeof fixed_seed <= FIRST_BLOCK_BYTES; i += 8) {
    if (memcmp(block + i, &allocator, sizeof allocator) == 0 &&
        memcmp(block + i + 8, &vm, sizeof vm) == 0) {
      memcpy(block + i + SEED_AFTER_ALLOCATOR, &fixed_seed, sizeof fixed_seed);
      return;
    }
  }
}

// A script can give a metatable __mode after setmetatable has looked at it. Weak tables show what
// the collector did, and chains of ephemeral ones take it quadratic time that no hook sees. So the
// name under which the collector looks is replaced by a copy that equals no script's string: short
// strings are compared by address.
enum { STRING_HEADER_BYTES = 24 };

void clua_hide_weakness(clua_vm *vm) {
  if (sizeof(void *) != 8 || !vm->is_known_lua) return;
  static const char name[] = "__mode";
  const char *before = lua_pushlstring(vm->state, "__gc", 4) - STRING_HEADER_BYTES;
  const char *object = lua_pushlstring(vm->state, name, 6) - STRING_HEADER_BYTES;
  const char *copy = vm->hidden_name, *pair[] = {before, object};
  char *block = vm->global_state;
  // In Lua's list of event names __mode follows __gc.
  for (size_t i = 0; i + sizeof pair <= FIRST_BLOCK_BYTES; i += 8) {
    if (memcmp(block + i, pair, sizeof pair) != 0) continue;
    memcpy(vm->hidden_name, object, STRING_HEADER_BYTES + sizeof name);
    memcpy(block + i + 8, &copy, sizeof copy);
    break;
  }
  lua_pop(vm->state, 2);
}

// A table that was emptied keeps its slots, and looking for a next key goes over all of them.
int64_t clua_table_slots(lua_State *L, int table) {
  enum { NODES_LOGARITHM_AT = 11, ARRAY_AT = 12 };
  if (sizeof(void *) != 8 || !clua_vm_of(L)->is_known_lua) return 0;
  const unsigned char *object = lua_topointer(L, table);
  uint32_t array;
  memcpy(&array, object + ARRAY_AT, sizeof array);
  return ((int64_t)1 << (object[NODES_LOGARITHM_AT] & 31)) + array;
}

enum { INTEGER_TAG = 3 };

// A place of a table's array: a value and a tag.
typedef struct member { int64_t value; unsigned char tag; } member;

// The places of a table that lie side by side and how many there may be; NULL when Lua is not the
// known one.
static member *array_of(lua_State *L, int table, uint32_t *room) {
  enum { COUNT_AT = 12, MEMBERS_AT = 16 };
  if (sizeof(void *) != 8 || !clua_vm_of(L)->is_known_lua) return NULL;
  const unsigned char *object = lua_topointer(L, table);
  member *members;
  memcpy(room, object + COUNT_AT, sizeof *room);
  memcpy(&members, object + MEMBERS_AT, sizeof members);
  return members;
}

// A list towards a script is made for its members, so they lie side by side in the new table;
// integers are not objects, so no write barrier is needed.
bool clua_write_members(lua_State *L, int table, const int64_t *integers, int64_t count) {
  uint32_t room = 0;
  member *members = array_of(L, table, &room);
  if (members == NULL || room != count) return false;
  for (int64_t i = 0; i < count; i++) {
    members[i].value = integers[i];
    members[i].tag = INTEGER_TAG;
  }
  return true;
}

// Lua keeps a hint of the length in the place of the room's size, but never one beyond the room.
bool clua_read_members(lua_State *L, int table, int64_t *integers, int64_t count) {
  uint32_t room = 0;
  const member *members = array_of(L, table, &room);
  if (members == NULL || room < count) return false;
  for (int64_t i = 0; i < count; i++) {
    if (members[i].tag != INTEGER_TAG) return false;
    integers[i] = members[i].value;
  }
  return true;
}

bool clua_has_only_members(lua_State *L, int table) {
  enum { LAST_FREE_AT = 32 };
  if (sizeof(void *) != 8 || !clua_vm_of(L)->is_known_lua) return false;
  const unsigned char *object = lua_topointer(L, table);
  const void *last_free;
  memcpy(&last_free, object + LAST_FREE_AT, sizeof last_free);
  return last_free == NULL;
}

// MARK: strcoll

// Lua compares strings by strcoll, piece by piece between zero bytes: a kilobyte of zeros costs a
// thousand calls in one instruction. These calls reach the executable's own definition, which
// compares bytes, whatever the locale, and charges.
__attribute__((visibility("default"), used)) int strcoll(const char *left, const char *right) {
  const unsigned char *a = (const unsigned char *)left, *b = (const unsigned char *)right;
  size_t i = 0;
  while (a[i] == b[i] && a[i] != 0) i++;
  clua_vm *vm = clua_current;
  // Not clua_pay: the next check of the hook is soon enough.
  if (vm != NULL) vm->charged += 1 + (int64_t)(i / CLUA_BYTES_A_UNIT);
  return (a[i] > b[i]) - (a[i] < b[i]);
}

// MARK: fmod

// The remainder is exact, so it is the same everywhere; but the C library takes one step per binary
// digit of the quotient, up to 2,000, for one instruction. This takes eleven at a time.
static double exact_remainder(double x, double y) {
  uint64_t a, b;
  memcpy(&a, &x, 8);
  memcpy(&b, &y, 8);
  const uint64_t fraction = ((uint64_t)1 << 52) - 1, sign = a & (uint64_t)1 << 63;
  a &= ~((uint64_t)1 << 63);
  b &= ~((uint64_t)1 << 63);
  if (a < b) return x;
  int exponent_a = (int)(a >> 52), exponent_b = (int)(b >> 52);
  uint64_t mantissa_a = a & fraction, mantissa_b = b & fraction;
  if (exponent_a > 0) mantissa_a |= fraction + 1; else exponent_a = 1;
  if (exponent_b > 0) mantissa_b |= fraction + 1; else exponent_b = 1;
  mantissa_a %= mantissa_b;
  for (int left = exponent_a - exponent_b; left > 0 && mantissa_a > 0;) {
    int step = left < 11 ? left : 11;
    mantissa_a = (mantissa_a << step) % mantissa_b;
    left -= step;
  }
  if (mantissa_a > 0) {
    int shift = __builtin_clzll(mantissa_a) - 11;
    if (shift >= exponent_b) shift = exponent_b - 1;
    mantissa_a <<= shift;
    exponent_b -= shift;
    // A subnormal result has exponent 1 here and no leading one: the addition keeps field 0.
    mantissa_a += ((uint64_t)(exponent_b - 1)) << 52;
    if (exponent_b == 1 && mantissa_a <= fraction) mantissa_a &= fraction;
  }
  mantissa_a |= sign;
  memcpy(&x, &mantissa_a, 8);
  return x;
}

__attribute__((visibility("default"), used)) double fmod(double x, double y) {
  if (!isfinite(x) || isnan(y) || y == 0) return (x * y) / (x * y);
  if (isinf(y)) return x;
  clua_vm *vm = clua_current;
  if (vm != NULL) {
    int exponent_x, exponent_y;
    frexp(x, &exponent_x);
    frexp(y, &exponent_y);
    if (exponent_x > exponent_y + 64) vm->charged += (exponent_x - exponent_y) / 48;
  }
  return exact_remainder(x, y);
}

// MARK: pow

static double plain_pow(double x, double y);
static double (*_Atomic process_pow)(double, double) = plain_pow;

void clua_set_process_math(const clua_math *math) {
  if (math != NULL && math->pow != NULL) atomic_store(&process_pow, math->pow);
}

// A number as the unevaluated sum of two doubles.
typedef struct pair { double high, low; } pair;

static pair fast_sum(double a, double b) {
  double sum = a + b;
  return (pair){sum, b - (sum - a)};
}

static pair exact_sum(double a, double b) {
  double sum = a + b, shadow = sum - a;
  return (pair){sum, (a - (sum - shadow)) + (b - shadow)};
}

static pair exact_product(double a, double b) {
  const double splitter = 134217729;  // 2^27 + 1
  double t = splitter * a, a_high = t - (t - a), a_low = a - a_high;
  t = splitter * b;
  double b_high = t - (t - b), b_low = b - b_high, product = a * b;
  return (pair){product,
                ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low};
}

static pair add(pair a, pair b) {
  pair sum = exact_sum(a.high, b.high);
  return fast_sum(sum.high, sum.low + a.low + b.low);
}

static pair multiply(pair a, pair b) {
  pair product = exact_product(a.high, b.high);
  return fast_sum(product.high, product.low + a.high * b.low + a.low * b.high);
}

static pair divide(pair a, pair b) {
  double quotient = a.high / b.high;
  pair product = multiply((pair){quotient, 0}, b);
  double rest = ((a.high - product.high) - product.low) + a.low;
  return fast_sum(quotient, rest / b.high);
}

static const pair natural_log_2 = {0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56};

// log x for finite x > 0: x = m 2^e with m near 1, log m = 2 artanh((m - 1) / (m + 1)).
static pair logarithm(double x) {
  int exponent;
  double m = frexp(x, &exponent);
  if (m < 0.70710678118654752) {
    m *= 2;
    exponent -= 1;
  }
  pair s = divide((pair){m - 1, 0}, exact_sum(m, 1)), square = multiply(s, s);
  pair series = {0, 0};
  for (int k = 43; k >= 1; k -= 2) {
    series = add(multiply(series, square), divide((pair){1, 0}, (pair){k, 0}));
  }
  pair result = multiply(s, series);
  result.high *= 2;
  result.low *= 2;
  return add(result, multiply(natural_log_2, (pair){exponent, 0}));
}

// e^t for |t| < 800: t = k log 2 + r, and e^r - 1 by its series at r / 256, squared eight times.
static double exponential(pair t) {
  double k = floor(t.high / natural_log_2.high + 0.5);
  pair r = add(t, multiply(natural_log_2, (pair){-k, 0}));
  r.high /= 256;
  r.low /= 256;
  pair series = {0, 0};
  for (int n = 10; n >= 1; n--) {
    series = divide(multiply(r, add((pair){1, 0}, series)), (pair){n, 0});
  }
  for (int i = 0; i < 8; i++) {  // (1 + p)^2 - 1 = p (2 + p)
    series = multiply(series, add((pair){2, 0}, series));
  }
  pair result = add((pair){1, 0}, series);
  return ldexp(result.high + result.low, (int)k);
}

// Exact, and so rightly rounded, while the power of a whole number has 106 binary digits.
static double whole_power(double x, int exponent) {
  pair result = {1, 0}, square = {x, 0};
  for (; exponent > 0; exponent /= 2) {
    if (exponent % 2 == 1) result = multiply(result, square);
    if (exponent > 1) square = multiply(square, square);
  }
  return result.high + result.low;
}

// pow before any VM was opened: right in every special case, else within an ulp or so.
static double plain_pow(double x, double y) {
  if (y == 0 || x == 1) return 1;
  if (isnan(x) || isnan(y)) return x + y;
  bool is_whole = isinf(y) || floor(y) == y;
  bool is_odd = is_whole && fabs(y) < 0x1p53 && floor(y / 2) * 2 != y;
  if (isinf(y)) {
    double size = fabs(x);
    if (size == 1) return 1;
    return (size > 1) == (y > 0) ? HUGE_VAL : 0;
  }
  double sign = is_odd && signbit(x) ? -1.0 : 1.0;
  if (x == 0) return y > 0 ? sign * 0.0 : sign / 0.0;
  if (isinf(x)) return y > 0 ? sign * HUGE_VAL : sign * 0.0;
  if (x < 0) {
    if (!is_whole) return (x - x) / (x - x);
    x = -x;
  }
  if (x == 1) return sign;
  if (y == 1) return sign * x;
  pair log_x = logarithm(x);
  double rough = log_x.high * y;
  if (rough > 745) return sign * HUGE_VAL;
  if (rough < -760) return sign * 0.0;
  if (is_whole && y > 0 && y <= 64 && fabs(rough) < 600) return sign * whole_power(x, (int)y);
  return sign * exponential(multiply(log_x, (pair){y, 0}));
}

// Lua's ^ calls pow, whose last bits depend on the processor. The executable's symbol takes the
// place of the C library's for Lua.
__attribute__((visibility("default"), used)) double pow(double x, double y) {
  return atomic_load_explicit(&process_pow, memory_order_relaxed)(x, y);
}
