// What libFuzzer gives to the program that it is linked with.
#include <stddef.h>
#include <stdint.h>

/// Changes the bytes in place; returns their new number, at most `most`.
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);
