#include "CSQLite.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

static struct csqlite functions;
static bool is_loaded;
// Variadic, so that Swift cannot call it.
static int (*db_config)(void *, int, ...);

// Where the program was linked with SQLite these are its functions, else NULL. The type is that of no function: each is
// called through its own in `struct csqlite`.
#if defined(__APPLE__)
#define LINKED(name) extern void sqlite3_##name(void);
#else
#define LINKED(name) extern void sqlite3_##name(void) __attribute__((weak));
#endif

#define EACH(X) \
    X(open_v2) X(close_v2) X(busy_timeout) X(extended_errcode) X(errstr) X(changes) X(prepare_v2) X(finalize) X(step) \
    X(reset) X(clear_bindings) X(bind_null) X(bind_int64) X(bind_double) X(bind_text) X(bind_blob) X(column_type) \
    X(column_int64) X(column_double) X(column_blob) X(column_bytes) X(file_control)

EACH(LINKED)
LINKED(libversion_number)
LINKED(db_config)

static void load(void) {
    int (*version)(void) = (int (*)(void))sqlite3_libversion_number;
#if !defined(__APPLE__)
    if (!version) {
        void *library = dlopen("libsqlite3.so.0", RTLD_LAZY | RTLD_LOCAL);
        if (!library) return;
        version = (int (*)(void))dlsym(library, "sqlite3_libversion_number");
#define FIND(name) \
    *(void **)&functions.name = dlsym(library, "sqlite3_" #name); \
    if (!*(void **)&functions.name) return;
        EACH(FIND)
        *(void **)&db_config = dlsym(library, "sqlite3_db_config");
        // The first with ON CONFLICT DO UPDATE.
        is_loaded = version && version() >= 3024000;
        return;
    }
#endif
#define TAKE(name) *(void **)&functions.name = (void *)sqlite3_##name;
    EACH(TAKE)
    *(void **)&db_config = (void *)sqlite3_db_config;
    is_loaded = true;
}

const struct csqlite *csqlite_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return is_loaded ? &functions : NULL;
}

// SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE (sqlite.org/c3ref/c_dbconfig_defensive.html).
void csqlite_keep_log(void *database, bool is_kept) {
    enum { NO_CHECKPOINT_ON_CLOSE = 1006 };
    if (db_config) db_config(database, NO_CHECKPOINT_ON_CLOSE, (int)is_kept, NULL);
}

// SQLITE_FCNTL_FILE_POINTER (sqlite.org/c3ref/c_fcntl_begin_atomic_write.html) and the first of `sqlite3_io_methods`
// (sqlite.org/c3ref/io_methods.html).
int csqlite_read_header(void *database, unsigned char *bytes, int count) {
    enum { FILE_POINTER = 7, ERROR = 1 };
    struct methods {
        int version;
        int (*close)(void *file);
        int (*read)(void *file, void *bytes, int count, int64_t offset);
    };
    struct file {
        const struct methods *methods;
    } *file = NULL;
    int code = functions.file_control(database, "main", FILE_POINTER, &file);
    if (code != 0) return code;
    return file && file->methods ? file->methods->read(file, bytes, count, 0) : ERROR;
}
