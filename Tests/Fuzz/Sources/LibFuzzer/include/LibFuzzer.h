#include <stddef.h>
#include <stdint.h>

/// libFuzzer's own entry, for a program that has a `main` already (compiler-rt, FuzzerInterface.h).
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*callback)(const uint8_t *data, size_t size));

/// Starts to count what is allocated on this thread.
void memory_watch_begin(void);

/// Bytes that were allocated at one time since then, at the most.
size_t memory_watch_peak(void);
