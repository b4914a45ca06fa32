// The memory of a VM: pages of equal blocks for small sizes, malloc for large ones, all of it
// freed wholesale. It never answers NULL to a running VM (Lua 5.4.4 cannot bear that); when the
// cap is reached, the VM is killed instead.
#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "Private.h"

enum { HOME_PAGES = 96, FIRST_CHUNK_PAGES = 16, LAST_CHUNK_PAGES = 256, PAGE_HEADER = 64 };
static_assert(sizeof(clua_page) <= PAGE_HEADER, "a page's header must fit before its blocks");

/// Bytes of a stack when a thread is born: 40 slots and 5 that Lua keeps for itself.
enum { STACK_BLOCK_BYTES = 45 * 16 };

// A VM and its first pages are one block. The pages hold a game of 300 lines three times over: a VM
// that needs more has no snapshot and is made again for every game. Some closed ones are kept,
// because giving the memory back and faulting it in again costs more than opening a VM.
typedef struct home {
  clua_vm vm;
} home;

enum { HOME_BYTES = (sizeof(home) + CLUA_PAGE_BYTES - 1) / CLUA_PAGE_BYTES * CLUA_PAGE_BYTES,
       KEPT_HOMES = 8 };
static _Atomic(void *) kept_homes[KEPT_HOMES];

clua_vm *clua_arena_open(void) {
  void *block = NULL;
  for (int i = 0; i < KEPT_HOMES && block == NULL; i++) {
    block = atomic_exchange(&kept_homes[i], NULL);
  }
  size_t bytes = HOME_BYTES + HOME_PAGES * CLUA_PAGE_BYTES;
  if (block == NULL && posix_memalign(&block, CLUA_PAGE_BYTES, bytes) != 0) return NULL;
  clua_vm *vm = block;
  // The buffers at the end are written before they are read; clearing them would cost more than
  // the rest of opening.
  memset(vm, 0, offsetof(clua_vm, reply_values));
  clua_arena *arena = &vm->arena;
  arena->home_pages = arena->fresh_page = (char *)block + HOME_BYTES;
  arena->fresh_end = (char *)block + bytes;
  arena->next_chunk_pages = FIRST_CHUNK_PAGES;
  arena->large.next = arena->large.previous = &arena->large;
  return vm;
}

static void drop_chunks(clua_arena *arena) {
  for (clua_page *chunk = arena->chunks; chunk != NULL;) {
    clua_page *next = chunk->next_chunk;
    free(chunk);
    chunk = next;
  }
  arena->chunks = NULL;
}

void clua_arena_drop_new(clua_vm *vm) {
  clua_arena *arena = &vm->arena;
  for (clua_large *large = arena->large.next; large != &arena->large;) {
    clua_large *next = large->next;
    if (!large->is_kept) free(large);
    large = next;
  }
  // A snapshot has no chunks.
  drop_chunks(arena);
}

void clua_arena_close(clua_vm *vm) {
  clua_arena_drop_new(vm);
  clua_snapshot_free_blocks(vm);
  clua_snapshot_free(vm);
  for (int i = 0; i < KEPT_HOMES; i++) {
    void *expected = NULL;
    if (atomic_compare_exchange_strong(&kept_homes[i], &expected, vm)) return;
  }
  free(vm);
}

// MARK: Pages

static clua_page *page_of(void *block) {
  return (clua_page *)((uintptr_t)block & ~(uintptr_t)(CLUA_PAGE_BYTES - 1));
}

static void hold(clua_vm *vm, int64_t bytes) {
  vm->arena.held += bytes;
  // Memory in half-empty pages counts as the script's, too.
  if (vm->arena.held > vm->held_limit) clua_kill(vm, CLUA_MEMORY);
}

static clua_page *take_page(clua_vm *vm) {
  clua_arena *arena = &vm->arena;
  clua_page *page = arena->empty_pages;
  if (page != NULL) {
    arena->empty_pages = page->next;
    return page;
  }
  if (arena->fresh_page == arena->fresh_end) {
    size_t bytes = arena->next_chunk_pages * CLUA_PAGE_BYTES;
    void *chunk = NULL;
    hold(vm, (int64_t)bytes);
    if (posix_memalign(&chunk, CLUA_PAGE_BYTES, bytes) != 0) clua_kill(vm, CLUA_MEMORY);
    ((clua_page *)chunk)->next_chunk = arena->chunks;
    arena->chunks = chunk;
    arena->fresh_page = chunk;
    arena->fresh_end = arena->fresh_page + bytes;
    if (arena->next_chunk_pages < LAST_CHUNK_PAGES) arena->next_chunk_pages *= 2;
  }
  page = (clua_page *)arena->fresh_page;
  arena->fresh_page += CLUA_PAGE_BYTES;
  return page;
}

static void link_page(clua_arena *arena, clua_page *page) {
  clua_page **head = &arena->available[page->class_index];
  page->previous = NULL;
  page->next = *head;
  if (*head != NULL) (*head)->previous = page;
  *head = page;
}

static void unlink_page(clua_arena *arena, clua_page *page) {
  if (page->previous != NULL) {
    page->previous->next = page->next;
  } else {
    arena->available[page->class_index] = page->next;
  }
  if (page->next != NULL) page->next->previous = page->previous;
}

static clua_page *open_page(clua_vm *vm, unsigned class_index) {
  clua_page *page = take_page(vm);
  size_t block_bytes = class_index * 16;
  page->free_blocks = NULL;
  page->block_bytes = (uint16_t)block_bytes;
  page->used = 0;
  page->capacity = (uint16_t)((CLUA_PAGE_BYTES - PAGE_HEADER) / block_bytes);
  page->fresh = PAGE_HEADER;
  page->class_index = (uint16_t)class_index;
  link_page(&vm->arena, page);
  return page;
}

static inline void *take_block(clua_vm *vm, unsigned class_index) {
  clua_page *page = vm->arena.available[class_index];
  if (__builtin_expect(page == NULL, 0)) page = open_page(vm, class_index);
  void *block = page->free_blocks;
  if (block != NULL) {
    page->free_blocks = *(void **)block;
  } else {
    block = (char *)page + page->fresh;
    page->fresh = (uint16_t)(page->fresh + page->block_bytes);
  }
  page->used += 1;
  if (__builtin_expect(page->used == page->capacity, 0)) unlink_page(&vm->arena, page);
  return block;
}

static inline void give_block(clua_vm *vm, void *block) {
  clua_page *page = page_of(block);
  *(void **)block = page->free_blocks;
  page->free_blocks = block;
  if (__builtin_expect(page->used == page->capacity, 0)) link_page(&vm->arena, page);
  page->used -= 1;
  if (page->used == 0 && (page->next != NULL || page->previous != NULL)) {
    // Some other page of this class has room: any class may have this one.
    unlink_page(&vm->arena, page);
    page->next = vm->arena.empty_pages;
    vm->arena.empty_pages = page;
  }
}

// Counts free blocks at a page's end as untouched again, so that no snapshot copies them.
static void trim(clua_page *page) {
  bool is_free[CLUA_PAGE_BYTES / 16] = {false};
  for (char *block = page->free_blocks; block != NULL; block = *(char **)block) {
    is_free[(block - (char *)page) / 16] = true;
  }
  while (page->fresh > PAGE_HEADER && is_free[(page->fresh - page->block_bytes) / 16]) {
    page->fresh = (uint16_t)(page->fresh - page->block_bytes);
  }
  page->free_blocks = NULL;
  for (size_t at = page->fresh; at > PAGE_HEADER; at -= page->block_bytes) {
    char *block = (char *)page + at - page->block_bytes;
    if (!is_free[(block - (char *)page) / 16]) continue;
    *(void **)block = page->free_blocks;
    page->free_blocks = block;
  }
}

void clua_arena_trim(clua_vm *vm) {
  for (char *page = vm->arena.home_pages; page < vm->arena.fresh_page; page += CLUA_PAGE_BYTES) {
    trim((clua_page *)page);
  }
}

// MARK: Large blocks

static int bucket_of_stack(size_t bytes) {
  size_t slots = bytes / 16;
  return slots == 0 ? 0 : 63 - __builtin_clzll(slots);
}

int32_t clua_largest_stack(const clua_vm *vm) {
  // Stacks below 512 slots cost nothing worth counting.
  for (int i = 23; i >= 9; i--) {
    if (vm->stack_buckets[i] > 0) return (int32_t)2 << i;
  }
  return 0;
}

static void note_large(clua_vm *vm, size_t bytes) {
  if (bytes > vm->largest_block) {
    vm->largest_block = bytes;
    if (bytes >= 4 << 20) clua_reweigh(vm);
  }
  if (vm->charged + vm->allocated / CLUA_BYTES_A_UNIT > vm->instruction_limit) {
    clua_pay(vm, vm->allocated / CLUA_BYTES_A_UNIT);
  }
}

static void *take_large(clua_vm *vm, size_t bytes, bool is_stack) {
  note_large(vm, bytes);
  hold(vm, (int64_t)bytes);
  clua_large *large = malloc(sizeof *large + bytes);
  if (large == NULL) clua_kill(vm, CLUA_MEMORY);
  clua_large *head = &vm->arena.large;
  large->bytes = bytes;
  large->is_stack = is_stack;
  large->is_kept = false;
  large->previous = head;
  large->next = head->next;
  head->next->previous = large;
  head->next = large;
  if (is_stack) vm->stack_buckets[bucket_of_stack(bytes)] += 1;
  return large + 1;
}

// Lua moves a stack by asking for a new block, copying, and giving the old one back. So when a
// stack goes, the block that was asked for just before, if it begins with the same values, is the
// stack now.
static void follow_stack(clua_vm *vm, const char *old) {
  enum { SLOT = 16, VALUE = 9, LOOKS = 4 };
  char *moved = vm->newest;
  if (moved == NULL) return;
  for (int i = 0; i < LOOKS; i++) {
    if (memcmp(moved + i * SLOT, old + i * SLOT, VALUE) != 0) return;
  }
  clua_large *large = (clua_large *)moved - 1;
  size_t slots = large->bytes / SLOT;
  if (slots > CLUA_STACK_SLOTS) clua_kill(vm, CLUA_STACK);
  large->is_stack = true;
  vm->stack_buckets[bucket_of_stack(large->bytes)] += 1;
  if (slots > 512) clua_reweigh(vm);
}

static void give_large(clua_vm *vm, void *block) {
  clua_large *large = (clua_large *)block - 1;
  if (large->is_stack) follow_stack(vm, block);
  large->previous->next = large->next;
  large->next->previous = large->previous;
  vm->arena.held -= (int64_t)large->bytes;
  if (large->is_stack) vm->stack_buckets[bucket_of_stack(large->bytes)] -= 1;
  if (!large->is_kept) free(large);
}

static void *resize_large(clua_vm *vm, void *block, size_t bytes) {
  clua_large *large = (clua_large *)block - 1;
  size_t old_bytes = large->bytes;
  if (bytes > old_bytes) {
    note_large(vm, bytes);
    hold(vm, (int64_t)(bytes - old_bytes));
  } else {
    vm->arena.held -= (int64_t)(old_bytes - bytes);
  }
  clua_large *moved;
  if (large->is_kept) {
    moved = malloc(sizeof *moved + bytes);
    if (moved == NULL) clua_kill(vm, CLUA_MEMORY);
    memcpy(moved, large, sizeof *moved + (bytes < old_bytes ? bytes : old_bytes));
    moved->is_kept = false;
  } else {
    moved = realloc(large, sizeof *moved + bytes);
    if (moved == NULL) clua_kill(vm, CLUA_MEMORY);
  }
  moved->bytes = bytes;
  moved->previous->next = moved;
  moved->next->previous = moved;
  return moved + 1;
}

// MARK: What Lua calls

static inline unsigned class_of(size_t size) { return (unsigned)((size + 15) / 16); }

static void *take(clua_vm *vm, size_t tag, size_t size) {
  if (size <= CLUA_SMALL_BYTES) return take_block(vm, class_of(size));
  if (tag == LUA_TSTRING && (int64_t)size > vm->longest_string) {
    int64_t before = vm->longest_string;
    vm->longest_string = (int64_t)size;
    if ((before ^ (int64_t)size) >> 10 != 0) clua_reweigh(vm);
  }
  // The first thing a newborn thread asks for is its stack; it is followed from there on.
  bool is_stack = vm->is_making_thread && tag == 0 && size == STACK_BLOCK_BYTES;
  if (is_stack) vm->is_making_thread = false;
  void *block = take_large(vm, size, is_stack);
  if (is_stack) memset(block, 0, size);  // follow_stack reads values that Lua has not set yet
  if (vm->global_state == NULL) {
    vm->global_state = block;  // the first of all
    memset(block, 0, size);    // Internals.c looks through it
  } else if (vm->state == NULL && is_stack) {
    clua_fix_seed(vm);
  }
  return block;
}

static inline void give(clua_vm *vm, void *block, size_t size) {
  if (size <= CLUA_SMALL_BYTES) {
    give_block(vm, block);
  } else {
    give_large(vm, block);
  }
}

static void *resize(clua_vm *vm, void *block, size_t old_size, size_t new_size) {
  if (old_size > CLUA_SMALL_BYTES && new_size > CLUA_SMALL_BYTES) {
    return resize_large(vm, block, new_size);
  }
  if (old_size <= CLUA_SMALL_BYTES && class_of(old_size) == class_of(new_size)) return block;
  void *moved = take(vm, 0, new_size);
  memcpy(moved, block, old_size < new_size ? old_size : new_size);
  give(vm, block, old_size);
  return moved;
}

void *clua_allocate(void *owner, void *block, size_t old_size, size_t new_size) {
  clua_vm *vm = owner;
  if (new_size == 0) {
    if (block != NULL) {
      vm->used -= (int64_t)old_size;
      give(vm, block, old_size);
    }
    vm->newest = NULL;
    return NULL;
  }
  // A table that is rebuilt asks for its array again at the same size: that is work as well.
  vm->allocated += (int64_t)new_size;
  int64_t used = vm->used + (int64_t)new_size - (block == NULL ? 0 : (int64_t)old_size);
  if (used > vm->peak) {
    if (__builtin_expect(used > vm->memory_limit, 0)) clua_kill(vm, CLUA_MEMORY);
    vm->peak = used;
  }
  void *result = block == NULL ? take(vm, old_size, new_size)
                               : resize(vm, block, old_size, new_size);
  vm->used = used;
  bool may_be_stack = block == NULL && old_size == 0 && new_size > CLUA_SMALL_BYTES;
  vm->newest = may_be_stack ? result : NULL;
  return result;
}
