// The part of libcurl's C interface that the command line uses. libcurl.so.4 is loaded when the first request is made: it
// comes with every Swift toolchain's FoundationNetworking, its development files do not, and a program that links it
// starts 7 ms later.
//
// Declarations and numbers: curl.se/libcurl/c, which keeps them for as long as the library is called libcurl.so.4.

#ifndef CLIBCURL_H
#define CLIBCURL_H

#include <stdbool.h>
#include <stddef.h>

/// Takes bytes of a body, or a line of a head; fewer than `size * count` ends the transfer.
typedef size_t (*libcurl_sink)(char *bytes, size_t size, size_t count, void *context);

/// A set of transfers; NULL where libcurl.so.4 is missing or older than 7.68.
void *libcurl_open(void);

/// Begins a GET, or, with headers, a POST. It follows no redirect, verifies the certificate, goes through the proxy of the
/// environment and speaks HTTP/2 where it is offered. NULL where it cannot begin. Of a POST, `headers` stand on lines of
/// their own; `address`: connects there whatever the URL's name leads to, and through no proxy; an empty text for what the
/// name leads to.
void *libcurl_begin(
    void *set, const char *url, const char *user_agent, long milliseconds, const char *headers, const void *bytes,
    long length, const char *address, libcurl_sink head, libcurl_sink body, void *context);

/// Moves all transfers on.
void libcurl_perform(void *set);

/// Waits until there is something to move on, `libcurl_wake` is called, or the time is over.
void libcurl_wait(void *set, int milliseconds);

/// Ends a wait of another thread, or the next one.
void libcurl_wake(void *set);

/// Takes a transfer that has finished, its CURLcode and its HTTP status; NULL where there is none.
void *libcurl_finished(void *set, int *result, long *status);

/// Gives a transfer up and frees it.
void libcurl_end(void *set, void *transfer);

#endif
