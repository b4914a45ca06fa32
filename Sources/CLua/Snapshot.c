// A saved state of a VM that can be restored: a clean VM for each game at the cost of copying what
// its pages hold. All of a VM's memory belongs to the arena, and restoring puts every block back at its
// address, so that pointers into it stay valid. Everything that happened in between is undone,
// including an exceeded limit.
#include <stdlib.h>

#include "Private.h"

enum { KEPT_OF_VM = offsetof(clua_vm, reply_values) };

typedef struct saved_block {
  clua_large *block;
  char *content;  // with its header
} saved_block;

struct clua_snapshot {
  char *vm;
  char *pages;  // of each page what was ever used: its start
  size_t page_count;
  saved_block *blocks;
  size_t block_count;
  int32_t *library_states;
};

void clua_snapshot_free(clua_vm *vm) {
  clua_snapshot *snapshot = vm->snapshot;
  if (snapshot == NULL) return;
  for (size_t i = 0; i < snapshot->block_count; i++) free(snapshot->blocks[i].content);
  free(snapshot->blocks);
  free(snapshot->library_states);
  free(snapshot->pages);
  free(snapshot->vm);
  free(snapshot);
  vm->snapshot = NULL;
}

static char *copy_of(const void *bytes, size_t count) {
  char *copy = malloc(count + 1);
  if (copy != NULL) memcpy(copy, bytes, count);
  return copy;
}

// What lies behind a page's used blocks is written before it is read.
static size_t used_bytes(const char *page) { return ((const clua_page *)page)->fresh; }

static bool save_pages(clua_vm *vm, clua_snapshot *snapshot) {
  const char *first = vm->arena.home_pages, *end = vm->arena.fresh_page;
  size_t bytes = 0;
  for (const char *page = first; page < end; page += CLUA_PAGE_BYTES) bytes += used_bytes(page);
  char *copy = malloc(bytes + 1);
  snapshot->pages = copy;
  if (copy == NULL) return false;
  for (const char *page = first; page < end; page += CLUA_PAGE_BYTES) {
    memcpy(copy, page, used_bytes(page));
    copy += used_bytes(page);
    snapshot->page_count += 1;
  }
  return true;
}

static void restore_pages(clua_vm *vm, const clua_snapshot *snapshot) {
  const char *copy = snapshot->pages;
  for (size_t i = 0; i < snapshot->page_count; i++) {
    size_t bytes = used_bytes(copy);
    memcpy(vm->arena.home_pages + i * CLUA_PAGE_BYTES, copy, bytes);
    copy += bytes;
  }
}

static bool save_blocks(clua_vm *vm, clua_snapshot *snapshot) {
  clua_large *head = &vm->arena.large;
  size_t count = 0;
  for (clua_large *large = head->next; large != head; large = large->next) count += 1;
  snapshot->blocks = calloc(count + 1, sizeof *snapshot->blocks);
  if (snapshot->blocks == NULL) return false;
  for (clua_large *large = head->next; large != head; large = large->next) {
    saved_block *saved = &snapshot->blocks[snapshot->block_count];
    saved->block = large;
    saved->content = copy_of(large, sizeof *large + large->bytes);
    if (saved->content == NULL) return false;
    snapshot->block_count += 1;
  }
  return true;
}

bool clua_take_snapshot(clua_vm *vm) {
  // A script that needed more than the first pages gets a new VM for every game instead.
  if (vm->dead || vm->inside || vm->snapshot != NULL || vm->arena.chunks != NULL) return false;
  clua_snapshot *snapshot = calloc(1, sizeof *snapshot);
  if (snapshot == NULL) return false;
  snapshot->vm = copy_of(vm, KEPT_OF_VM);
  snapshot->library_states = calloc((size_t)vm->library_count + 1, sizeof(int32_t));
  vm->snapshot = snapshot;
  if (snapshot->vm == NULL || snapshot->library_states == NULL || !save_pages(vm, snapshot) ||
      !save_blocks(vm, snapshot)) {
    clua_snapshot_free(vm);
    return false;
  }
  for (int32_t i = 0; i < vm->library_count; i++) {
    snapshot->library_states[i] = vm->libraries[i].state;
  }
  // From here on these blocks stay where they are, used or not.
  for (size_t i = 0; i < snapshot->block_count; i++) snapshot->blocks[i].block->is_kept = true;
  return true;
}

bool clua_restore_snapshot(clua_vm *vm) {
  clua_snapshot *snapshot = vm->snapshot;
  if (snapshot == NULL || vm->inside) return false;
  clua_arena_drop_new(vm);
  // The host's buffers are not part of the script's state.
  clua_node *nodes = vm->nodes;
  int32_t node_capacity = vm->node_capacity;
  memcpy(vm, snapshot->vm, KEPT_OF_VM);
  vm->snapshot = snapshot;
  vm->nodes = nodes;
  vm->node_count = 0;
  vm->node_capacity = node_capacity;
  restore_pages(vm, snapshot);
  for (size_t i = 0; i < snapshot->block_count; i++) {
    saved_block *saved = &snapshot->blocks[i];
    memcpy(saved->block, saved->content, sizeof(clua_large) + ((clua_large *)saved->content)->bytes);
    saved->block->is_kept = true;
  }
  for (int32_t i = 0; i < vm->library_count; i++) {
    vm->libraries[i].state = snapshot->library_states[i];
  }
  clua_rules_forget(vm);
  return true;
}

void clua_snapshot_free_blocks(clua_vm *vm) {
  if (vm->snapshot == NULL) return;
  for (size_t i = 0; i < vm->snapshot->block_count; i++) free(vm->snapshot->blocks[i].block);
}
