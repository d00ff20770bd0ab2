/// What libFuzzer declares for a program that has a `main` of its own.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// Runs the fuzzer with the options of a command line, and calls back with each input. Options that it does not know it
/// leaves in place.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*callback)(const uint8_t *data, size_t size));
