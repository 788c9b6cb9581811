#include "CZlib.h"

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <string.h>

struct stream {
    const uint8_t *next_in;
    unsigned int avail_in;
    unsigned long total_in;
    uint8_t *next_out;
    unsigned int avail_out;
    unsigned long total_out;
    const char *message;
    void *state;
    void *allocate;
    void *release;
    void *opaque;
    int data_type;
    unsigned long checksum;
    unsigned long reserved;
};

enum { FINISH = 4, STREAM_END = 1, DEFLATED = 8, GZIP_WINDOW = 15 + 16, MEMORY = 8 };

static struct {
    int (*deflateInit2_)(struct stream *, int, int, int, int, int, const char *, int);
    int (*deflate)(struct stream *, int);
    int (*deflateEnd)(struct stream *);
    int (*inflateInit2_)(struct stream *, int, const char *, int);
    int (*inflate)(struct stream *, int);
    int (*inflateEnd)(struct stream *);
    const char *(*zlibVersion)(void);
} functions;
static bool is_loaded;

// Where the program was linked with zlib these are its functions, else NULL.
#if defined(__APPLE__)
#define LINKED(name) extern void name(void);
#else
#define LINKED(name) extern void name(void) __attribute__((weak));
#endif

#define EACH(X) X(deflateInit2_) X(deflate) X(deflateEnd) X(inflateInit2_) X(inflate) X(inflateEnd) X(zlibVersion)

EACH(LINKED)

static void load(void) {
#if !defined(__APPLE__)
    if (!zlibVersion) {
        void *library = dlopen("libz.so.1", RTLD_LAZY | RTLD_LOCAL);
        if (!library) return;
#define FIND(name) \
    *(void **)&functions.name = dlsym(library, #name); \
    if (!*(void **)&functions.name) return;
        EACH(FIND)
        is_loaded = true;
        return;
    }
#endif
#define TAKE(name) *(void **)&functions.name = (void *)name;
    EACH(TAKE)
    is_loaded = true;
}

bool czlib_is_available(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return is_loaded;
}

// zlib.h, deflateBound: for any parameters, with the head and the end of gzip.
size_t czlib_gzip_bound(size_t length) { return length + (length >> 3) + 64; }

size_t czlib_gzip(const uint8_t *input, size_t length, uint8_t *output, size_t capacity, int level) {
    if (!czlib_is_available() || length > UINT_MAX || capacity > UINT_MAX) return 0;
    struct stream stream;
    memset(&stream, 0, sizeof stream);
    if (functions.deflateInit2_(
            &stream, level, DEFLATED, GZIP_WINDOW, MEMORY, 0, functions.zlibVersion(), (int)sizeof stream))
        return 0;
    stream.next_in = input;
    stream.avail_in = (unsigned int)length;
    stream.next_out = output;
    stream.avail_out = (unsigned int)capacity;
    int code = functions.deflate(&stream, FINISH);
    size_t written = stream.total_out;
    functions.deflateEnd(&stream);
    return code == STREAM_END ? written : 0;
}

ptrdiff_t czlib_gunzip(const uint8_t *input, size_t length, uint8_t *output, size_t capacity) {
    if (!czlib_is_available() || length > UINT_MAX || capacity > UINT_MAX) return -1;
    struct stream stream;
    memset(&stream, 0, sizeof stream);
    if (functions.inflateInit2_(&stream, GZIP_WINDOW, functions.zlibVersion(), (int)sizeof stream)) return -1;
    stream.next_in = input;
    stream.avail_in = (unsigned int)length;
    stream.next_out = output;
    stream.avail_out = (unsigned int)capacity;
    int code = functions.inflate(&stream, FINISH);
    ptrdiff_t written = (ptrdiff_t)stream.total_out;
    functions.inflateEnd(&stream);
    return code == STREAM_END ? written : -1;
}
