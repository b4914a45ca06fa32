// Gives made-up scripts to the Lua host, guided by coverage (libFuzzer), under AddressSanitizer and
// UndefinedBehaviorSanitizer. Each input is loaded under small limits; every function of its table
// is called twice, with a snapshot gone back to in between.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "CLua.h"

// The host puts its own `pow` in the place of the C library's, so that one is not to be named here.
static double power(double base, double exponent) { return (double)powl(base, exponent); }

static const clua_math mathematics = {sin, cos, tan,  asin,  acos, atan2,
                                      exp, log, log2, log10, power};

// An answer of a form that depends on the question alone.
static clua_status answer(void *context, int32_t function, const clua_value *arguments,
                          int32_t count, clua_reply *reply) {
  (void)context;
  reply->count = 0;
  if (function == CLUA_FUNCTION_PRINT) return CLUA_OK;
  int64_t sum = count;
  if (count > 1 && arguments[1].type == CLUA_LIST) {
    const int64_t *members = arguments[1].bytes;
    for (int64_t i = 0; i < arguments[1].length; i++) sum ^= members[i];
  }
  clua_value *value = &reply->values[0];
  memset(value, 0, sizeof *value);
  reply->count = 1;
  switch (function < 0 ? 0 : function % 5) {
    case 1:
      value->type = CLUA_STRING;
      memcpy(reply->text, "red", 3);
      value->bytes = reply->text;
      value->length = 3;
      break;
    case 2:
      value->type = CLUA_LIST;
      for (int i = 0; i < 5; i++) reply->list[i] = i * 3;
      value->bytes = reply->list;
      value->length = 5;
      break;
    case 3:
      strcpy(reply->text, "refused");
      return CLUA_ERROR;
    case 4:
      value->type = CLUA_NUMBER;
      value->number = 0.5;
      break;
    default:
      value->type = CLUA_INTEGER;
      value->integer = sum;
      break;
  }
  return CLUA_OK;
}

static const char *const hooks[] = {"run",     "choose",   "generate", "deck",   "match",
                                    "next",    "on_hit",   "on_turn",  "on_pop", "on_match",
                                    "on_fall", "on_timer", "on_clear", "start",  "power"};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const clua_member members[] = {
      {"kind", 0, false},   {"colour", 1, false}, {"cells", 2, false},     {"remove", 3, false, true},
      {"random", 4, false}, {"rows", 5, true},    {"sum", 15, false, true}, {"turn", 6, true},
  };
  clua_limits limits = clua_default_limits();
  limits.instructions = 100000;
  limits.memory = 2 << 20;
  limits.wall_seconds = 0;
  clua_vm *vm = clua_open(&limits, &mathematics);
  if (vm == NULL) return 0;
  clua_set_callback(vm, answer);
  int32_t board = clua_define_class(vm, "board", members, 8, 10, 11);
  clua_add_library(vm, "loop", "return require('loop')", 22);
  clua_begin_game(vm);
  int32_t module = 0;
  if (clua_load(vm, "trial.lua", (const char *)data, size, &module) == CLUA_OK) {
    clua_take_snapshot(vm);
    for (int round = 0; round < 2; round++) {
      for (size_t i = 0; i < sizeof hooks / sizeof *hooks; i++) {
        int32_t function = clua_function(vm, module, hooks[i]);
        if (function == 0) continue;
        clua_value arguments[2] = {{.type = CLUA_OBJECT, .class_id = board, .integer = 1},
                                   {.type = CLUA_INTEGER, .integer = 3}};
        clua_value results[4];
        int32_t count = 0;
        const clua_node *nodes = NULL;
        if (i % 2 == 0) {
          clua_call(vm, function, arguments, 2, results, 4, &count);
        } else {
          clua_call_export(vm, function, arguments, 2, &nodes, &count);
        }
        // A message is one printable line.
        for (const char *c = clua_message(vm); c != NULL && *c != 0; c++) {
          if ((unsigned char)*c < 0x20) abort();
        }
      }
      clua_restore_snapshot(vm);
      clua_begin_game(vm);
    }
  }
  clua_close(vm);
  return 0;
}
