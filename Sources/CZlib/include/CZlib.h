// gzip (RFC 1952) by zlib. On Linux libz.so.1 is loaded when something is first compressed: the machines of the
// command line have the library, but not always its development files. A program that zlib is linked into (the static
// image) uses that; on macOS it is the system's.
//
// Declarations and numbers: zlib.h, which keeps them for as long as the library is called libz.so.1.

#ifndef CZLIB_H
#define CZLIB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Whether zlib is there.
bool czlib_is_available(void);

/// Bytes that the gzip of so many bytes takes at the most.
size_t czlib_gzip_bound(size_t length);

/// Compresses at a level from 1 to 9; returns the number of bytes written, 0 where it cannot.
size_t czlib_gzip(
    const uint8_t *_Nullable input, size_t length, uint8_t *_Nonnull output, size_t capacity, int level);

/// Decompresses one member; returns the number of bytes written, -1 where the input is no gzip or has more bytes than
/// fit.
ptrdiff_t czlib_gunzip(const uint8_t *_Nullable input, size_t length, uint8_t *_Nonnull output, size_t capacity);

#endif
