// The part of SQLite's C interface that the store uses. On Linux libsqlite3.so.0 is loaded when a database is first
// opened: every machine with a Swift toolchain has it, its development files are missing in Swift's own images, and a
// program that asks for nothing stored need not load it. A program that SQLite is linked into (the static image) uses
// that; on macOS it is the system's.
//
// Declarations and numbers: sqlite.org/c3ref, which keeps them for as long as the library is called libsqlite3.so.0.

#ifndef CSQLITE_H
#define CSQLITE_H

#include <stdbool.h>
#include <stdint.h>

/// SQLite's functions, each under its own name without `sqlite3_`. Databases and statements are opaque.
struct csqlite {
    int (*_Nonnull open_v2)(
        const char *_Nonnull path, void *_Nullable *_Nonnull database, int flags, const char *_Nullable vfs);
    int (*_Nonnull close_v2)(void *_Nullable database);
    int (*_Nonnull busy_timeout)(void *_Nonnull database, int milliseconds);
    int (*_Nonnull extended_errcode)(void *_Nullable database);
    const char *_Nullable (*_Nonnull errstr)(int code);
    int (*_Nonnull changes)(void *_Nonnull database);
    int (*_Nonnull prepare_v2)(
        void *_Nonnull database, const char *_Nonnull sql, int length, void *_Nullable *_Nonnull statement,
        const char *_Nullable *_Nullable rest);
    int (*_Nonnull finalize)(void *_Nullable statement);
    int (*_Nonnull step)(void *_Nonnull statement);
    int (*_Nonnull reset)(void *_Nonnull statement);
    int (*_Nonnull clear_bindings)(void *_Nonnull statement);
    int (*_Nonnull bind_null)(void *_Nonnull statement, int index);
    int (*_Nonnull bind_int64)(void *_Nonnull statement, int index, int64_t value);
    int (*_Nonnull bind_double)(void *_Nonnull statement, int index, double value);
    /// `destructor` -1: SQLite copies the bytes.
    int (*_Nonnull bind_text)(
        void *_Nonnull statement, int index, const char *_Nullable text, int length, intptr_t destructor);
    int (*_Nonnull bind_blob)(
        void *_Nonnull statement, int index, const void *_Nullable bytes, int length, intptr_t destructor);
    int (*_Nonnull column_type)(void *_Nonnull statement, int index);
    int64_t (*_Nonnull column_int64)(void *_Nonnull statement, int index);
    double (*_Nonnull column_double)(void *_Nonnull statement, int index);
    const void *_Nullable (*_Nonnull column_blob)(void *_Nonnull statement, int index);
    int (*_Nonnull column_bytes)(void *_Nonnull statement, int index);
    int (*_Nonnull file_control)(
        void *_Nonnull database, const char *_Nonnull schema, int operation, void *_Nullable argument);
};

/// SQLite's functions; NULL where the library is missing or older than 3.24.
const struct csqlite *_Nullable csqlite_load(void);

/// Has the log (`-wal`) of a connection stay when the connection is closed, in place of being written into the database,
/// which takes the disk two synchronisations.
void csqlite_keep_log(void *_Nonnull database, bool is_kept);

/// Reads the first bytes of the database's file as they are, without a lock and without its log. 0, or SQLite's result
/// code; a file that is shorter is filled with zeros, with code 522.
int csqlite_read_header(void *_Nonnull database, unsigned char *_Nonnull bytes, int count);

#endif
