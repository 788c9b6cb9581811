#include "LibFuzzer.h"

// compiler-rt, sanitizer/allocator_interface.h.
size_t __sanitizer_get_allocated_size(const volatile void *start);
int __sanitizer_install_malloc_and_free_hooks(void (*on_malloc)(const volatile void *, size_t),
                                              void (*on_free)(const volatile void *));

static _Thread_local int is_installed;
static _Thread_local long long held;
static _Thread_local long long peak;

static void on_malloc(const volatile void *start, size_t size) {
    (void)start;
    held += (long long)size;
    if (held > peak) peak = held;
}

static void on_free(const volatile void *start) {
    held -= (long long)__sanitizer_get_allocated_size(start);
}

void memory_watch_begin(void) {
    if (!is_installed) is_installed = __sanitizer_install_malloc_and_free_hooks(on_malloc, on_free);
    held = 0;
    peak = 0;
}

size_t memory_watch_peak(void) { return (size_t)peak; }
