// Runs games.lua in the scripts' sandbox and prints nanoseconds of CPU time per move.
//
//   host LAST games.lua NAME=FILE...      each NAME is a module that `require` finds
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "CLua.h"

static char *text_of(const char *path, size_t *length) {
  FILE *file = fopen(path, "rb");
  if (file == NULL) {
    perror(path);
    exit(66);
  }
  size_t capacity = 1 << 20;
  char *text = malloc(capacity);
  if (text == NULL) exit(70);
  *length = fread(text, 1, capacity, file);
  fclose(file);
  return text;
}

static clua_status answer(void *context, int32_t function, const clua_value *arguments,
                          int32_t count, clua_reply *reply) {
  (void)context, (void)count;
  reply->count = 0;
  if (function != CLUA_FUNCTION_PRINT) return CLUA_ERROR;
  printf("%.*s, ", (int)arguments[0].length, (const char *)arguments[0].bytes);
  return CLUA_OK;
}

static int fail(const clua_vm *vm) {
  fprintf(stderr, "%s\n", clua_message(vm));
  return 1;
}

int main(int count, char **words) {
  if (count < 3) return 64;
  clua_limits limits = clua_default_limits();
  limits.instructions = INT64_MAX / 8;
  limits.wall_seconds = 0;
  clua_vm *vm = clua_open(&limits, NULL);
  size_t length;
  if (vm == NULL) return 70;
  clua_set_callback(vm, answer);
  for (int i = 3; i < count; i++) {
    char *path = strchr(words[i], '=');
    if (path == NULL) return 64;
    *path++ = 0;
    char *text = text_of(path, &length);
    if (clua_add_library(vm, words[i], text, length) != CLUA_OK) return fail(vm);
    free(text);
  }
  char *text = text_of(words[2], &length);
  int32_t module, results;
  if (clua_load(vm, "games", text, length, &module) != CLUA_OK) return fail(vm);
  free(text);
  clua_value arguments[2] = {{.type = CLUA_INTEGER, .integer = 1},
                             {.type = CLUA_INTEGER, .integer = atoi(words[1])}};
  clua_value result;
  clock_t start = clock();
  if (clua_call(vm, clua_function(vm, module, "run"), arguments, 2, &result, 1, &results) !=
      CLUA_OK) {
    return fail(vm);
  }
  double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
  printf("%.0f ns per move\n", 1e9 * seconds / (double)result.integer);
  clua_close(vm);
  return 0;
}
