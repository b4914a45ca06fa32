// Counts the instructions that a program executes: a plug-in for qemu's user mode, whose counts depend on no clock,
// no other process and no performance counters, which virtual machines often lack.
//
//   qemu-x86_64 -plugin ./count_instructions.so PROGRAM ARGUMENTS...
//
// Prints `instructions N` on stderr when the program ends. Every thread counts; two counts of one program differ by
// about 0.01 %, as threads wait for each other longer or shorter.
//
// qemu's own header is not in Debian's packages, so what is used of it is declared here; version 1 of the interface,
// qemu 4.2 to 8.2.

#include <inttypes.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct qemu_plugin_tb;
enum { NO_REGISTERS = 0 };

void qemu_plugin_register_vcpu_tb_trans_cb(uint64_t id, void (*translated)(uint64_t id, struct qemu_plugin_tb *block));
void qemu_plugin_register_vcpu_tb_exec_cb(
    struct qemu_plugin_tb *block, void (*ran)(unsigned int thread, void *data), int registers, void *data);
void qemu_plugin_register_atexit_cb(uint64_t id, void (*ended)(uint64_t id, void *data), void *data);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *block);

__attribute__((visibility("default"))) int qemu_plugin_version = 1;

static _Atomic uint64_t instructions;

static void block_ran(unsigned int thread, void *length) {
    (void)thread;
    atomic_fetch_add_explicit(&instructions, (uintptr_t)length, memory_order_relaxed);
}

static void block_translated(uint64_t id, struct qemu_plugin_tb *block) {
    (void)id;
    uintptr_t length = qemu_plugin_tb_n_insns(block);
    qemu_plugin_register_vcpu_tb_exec_cb(block, block_ran, NO_REGISTERS, (void *)length);
}

static void program_ended(uint64_t id, void *data) {
    (void)id, (void)data;
    fprintf(stderr, "instructions %" PRIu64 "\n", atomic_load(&instructions));
}

__attribute__((visibility("default"))) int qemu_plugin_install(
    uint64_t id, const void *host, int count, char **arguments) {
    (void)host, (void)count, (void)arguments;
    qemu_plugin_register_vcpu_tb_trans_cb(id, block_translated);
    qemu_plugin_register_atexit_cb(id, program_ended, NULL);
    return 0;
}
