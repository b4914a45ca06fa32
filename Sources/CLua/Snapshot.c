// A saved state of a VM that can be restored: a clean VM for each game at the cost of copying what
// its pages hold. All of a VM's memory belongs to the arena, and restoring puts every block back at its
// address, so that pointers into it stay valid. Everything that happened in between is undone,
// including an exceeded limit.
#include <stdlib.h>

#include "Private.h"

enum { KEPT_OF_VM = offsetof(clua_vm, reply_values) };

// Bytes that a game may change.
typedef struct saved_span {
  char *place;
  size_t bytes;
} saved_span;

struct clua_snapshot {
  saved_span *spans;  // the VM, the start of each page with all that is in use, and the large blocks
  size_t count, first_block;
  char *content;      // of all of them, one after another
  int32_t *library_states;
};

void clua_snapshot_free(clua_vm *vm) {
  clua_snapshot *snapshot = vm->snapshot;
  if (snapshot == NULL) return;
  free(snapshot->spans);
  free(snapshot->content);
  free(snapshot->library_states);
  free(snapshot);
  vm->snapshot = NULL;
}

static void add_span(clua_snapshot *snapshot, void *place, size_t bytes) {
  snapshot->spans[snapshot->count++] = (saved_span){place, bytes};
}

static bool list_spans(clua_vm *vm, clua_snapshot *snapshot) {
  clua_large *head = &vm->arena.large;
  char *first = vm->arena.home_pages, *end = vm->arena.fresh_page;
  size_t most = 1 + (size_t)(end - first) / CLUA_PAGE_BYTES;
  for (clua_large *large = head->next; large != head; large = large->next) most += 1;
  snapshot->spans = calloc(most, sizeof *snapshot->spans);
  if (snapshot->spans == NULL) return false;
  add_span(snapshot, vm, KEPT_OF_VM);
  // What lies behind a page's used blocks is written before it is read.
  for (char *page = first; page < end; page += CLUA_PAGE_BYTES) {
    add_span(snapshot, page, ((const clua_page *)page)->fresh);
  }
  snapshot->first_block = snapshot->count;
  for (clua_large *large = head->next; large != head; large = large->next) {
    add_span(snapshot, large, sizeof *large + large->bytes);
  }
  return true;
}

static char *room_for(const clua_snapshot *snapshot) {
  size_t bytes = 0;
  for (size_t i = 0; i < snapshot->count; i++) bytes += snapshot->spans[i].bytes;
  return malloc(bytes);
}

bool clua_take_snapshot(clua_vm *vm) {
  // A script that needed more than the first pages gets a new VM for every game instead.
  if (vm->dead || vm->inside || vm->snapshot != NULL || vm->arena.chunks != NULL) return false;
  clua_snapshot *snapshot = calloc(1, sizeof *snapshot);
  if (snapshot == NULL) return false;
  vm->snapshot = snapshot;
  clua_arena_trim(vm);
  snapshot->library_states = calloc((size_t)vm->library_count + 1, sizeof(int32_t));
  bool has_room = snapshot->library_states != NULL && list_spans(vm, snapshot);
  if (has_room) snapshot->content = room_for(snapshot);
  if (snapshot->content == NULL) {
    clua_snapshot_free(vm);
    return false;
  }
  for (int32_t i = 0; i < vm->library_count; i++) {
    snapshot->library_states[i] = vm->libraries[i].state;
  }
  // From here on these blocks stay where they are, used or not.
  for (size_t i = snapshot->first_block; i < snapshot->count; i++) {
    ((clua_large *)snapshot->spans[i].place)->is_kept = true;
  }
  char *to = snapshot->content;
  for (size_t i = 0; i < snapshot->count; i++) {
    memcpy(to, snapshot->spans[i].place, snapshot->spans[i].bytes);
    to += snapshot->spans[i].bytes;
  }
  return true;
}

bool clua_restore_snapshot(clua_vm *vm) {
  clua_snapshot *snapshot = vm->snapshot;
  if (snapshot == NULL || vm->inside) return false;
  clua_arena_drop_new(vm);
  // The host's buffers are not part of the script's state.
  clua_node *nodes = vm->nodes;
  int32_t node_capacity = vm->node_capacity;
  const char *from = snapshot->content;
  for (size_t i = 0; i < snapshot->count; i++) {
    memcpy(snapshot->spans[i].place, from, snapshot->spans[i].bytes);
    from += snapshot->spans[i].bytes;
  }
  vm->snapshot = snapshot;
  vm->nodes = nodes;
  vm->node_count = 0;
  vm->node_capacity = node_capacity;
  for (int32_t i = 0; i < vm->library_count; i++) {
    vm->libraries[i].state = snapshot->library_states[i];
  }
  clua_rules_forget(vm);
  return true;
}

void clua_snapshot_free_blocks(clua_vm *vm) {
  clua_snapshot *snapshot = vm->snapshot;
  if (snapshot == NULL) return;
  for (size_t i = snapshot->first_block; i < snapshot->count; i++) free(snapshot->spans[i].place);
}
