#include "CLibcurl.h"

#if defined(__linux__)

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// curl_multi_info_read's.
struct message {
    int kind;
    void *transfer;
    union {
        void *any;
        int result;
    } data;
};

static struct {
    int (*global_init)(long);
    void *(*easy_init)(void);
    int (*easy_setopt)(void *, int, ...);
    int (*easy_getinfo)(void *, int, ...);
    void (*easy_cleanup)(void *);
    void *(*multi_init)(void);
    int (*multi_add_handle)(void *, void *);
    int (*multi_remove_handle)(void *, void *);
    int (*multi_perform)(void *, int *);
    int (*multi_poll)(void *, void *, unsigned, int, int *);
    int (*multi_wakeup)(void *);
    struct message *(*multi_info_read)(void *, int *);
    void *(*slist_append)(void *, const char *);
    void (*slist_free_all)(void *);
} curl;

// What a POST needs for as long as it is under way.
struct post {
    void *headers;
    void *connect_to;
};

static bool is_loaded;

static bool find(void *library, const char *name, void **function) {
    return (*function = dlsym(library, name)) != NULL;
}

static void load(void) {
    void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
    is_loaded = library
        && find(library, "curl_global_init", (void **)&curl.global_init)
        && find(library, "curl_easy_init", (void **)&curl.easy_init)
        && find(library, "curl_easy_setopt", (void **)&curl.easy_setopt)
        && find(library, "curl_easy_getinfo", (void **)&curl.easy_getinfo)
        && find(library, "curl_easy_cleanup", (void **)&curl.easy_cleanup)
        && find(library, "curl_multi_init", (void **)&curl.multi_init)
        && find(library, "curl_multi_add_handle", (void **)&curl.multi_add_handle)
        && find(library, "curl_multi_remove_handle", (void **)&curl.multi_remove_handle)
        && find(library, "curl_multi_perform", (void **)&curl.multi_perform)
        && find(library, "curl_multi_poll", (void **)&curl.multi_poll)
        && find(library, "curl_multi_wakeup", (void **)&curl.multi_wakeup)
        && find(library, "curl_multi_info_read", (void **)&curl.multi_info_read)
        && find(library, "curl_slist_append", (void **)&curl.slist_append)
        && find(library, "curl_slist_free_all", (void **)&curl.slist_free_all)
        && curl.global_init(3 /* CURL_GLOBAL_ALL */) == 0;
}

void *libcurl_open(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return is_loaded ? curl.multi_init() : NULL;
}

// A GET that has not begun; NULL where it cannot be made.
static void *made(
    const char *url, const char *user_agent, long milliseconds, libcurl_sink head, libcurl_sink body, void *context) {
    void *transfer = curl.easy_init();
    if (!transfer) return NULL;
    // What an older library does not know, it does not do either.
    curl.easy_setopt(transfer, 285 /* HTTP09_ALLOWED */, 0L);
    curl.easy_setopt(transfer, 265 /* SUPPRESS_CONNECT_HEADERS */, 1L);
    // A name that is still being looked up when the time is over is not waited for.
    curl.easy_setopt(transfer, 322 /* QUICK_EXIT */, 1L);
    curl.easy_setopt(transfer, 84 /* HTTP_VERSION */, 4L /* HTTP_VERSION_2TLS */);
    // Every coding the library can undo.
    curl.easy_setopt(transfer, 10102 /* ACCEPT_ENCODING */, "");
    bool is_set = curl.easy_setopt(transfer, 10002 /* URL */, url) == 0
        && curl.easy_setopt(transfer, 181 /* PROTOCOLS */, 3L /* HTTP, HTTPS */) == 0
        && curl.easy_setopt(transfer, 52 /* FOLLOWLOCATION */, 0L) == 0
        && curl.easy_setopt(transfer, 64 /* SSL_VERIFYPEER */, 1L) == 0
        && curl.easy_setopt(transfer, 81 /* SSL_VERIFYHOST */, 2L) == 0
        && curl.easy_setopt(transfer, 99 /* NOSIGNAL */, 1L) == 0
        && curl.easy_setopt(transfer, 155 /* TIMEOUT_MS */, milliseconds) == 0
        && curl.easy_setopt(transfer, 10018 /* USERAGENT */, user_agent) == 0
        && curl.easy_setopt(transfer, 20079 /* HEADERFUNCTION */, head) == 0
        && curl.easy_setopt(transfer, 10029 /* HEADERDATA */, context) == 0
        && curl.easy_setopt(transfer, 20011 /* WRITEFUNCTION */, body) == 0
        && curl.easy_setopt(transfer, 10001 /* WRITEDATA */, context) == 0;
    if (is_set) return transfer;
    curl.easy_cleanup(transfer);
    return NULL;
}

static void clean(void *transfer) {
    struct post *post = NULL;
    curl.easy_getinfo(transfer, 0x100015 /* PRIVATE */, &post);
    curl.easy_cleanup(transfer);
    if (!post) return;
    curl.slist_free_all(post->headers);
    curl.slist_free_all(post->connect_to);
    free(post);
}

// The list with a text behind it; whether it could be added.
static bool append(void **list, const char *text) {
    void *longer = curl.slist_append(*list, text);
    if (longer) *list = longer;
    return longer != NULL;
}

// Lines as a list.
static bool append_lines(void **list, const char *lines) {
    char *copy = strdup(lines), *rest = NULL;
    bool is_whole = copy != NULL;
    for (char *line = copy ? strtok_r(copy, "\n", &rest) : NULL; line && is_whole; line = strtok_r(NULL, "\n", &rest))
        is_whole = append(list, line);
    free(copy);
    return is_whole;
}

// Makes a POST of it; whether all of it could be set.
static bool make_post(void *transfer, const char *headers, const void *bytes, long length, const char *address) {
    struct post *post = calloc(1, sizeof *post);
    if (!post || curl.easy_setopt(transfer, 10103 /* PRIVATE */, post) != 0) {
        free(post);
        return false;
    }
    bool is_set = append_lines(&post->headers, headers)
        && curl.easy_setopt(transfer, 10023 /* HTTPHEADER */, post->headers) == 0
        && curl.easy_setopt(transfer, 60 /* POSTFIELDSIZE */, length) == 0
        && curl.easy_setopt(transfer, 10165 /* COPYPOSTFIELDS */, bytes) == 0;
    if (!is_set || !*address) return is_set;
    // Any name and any port: to the address, at the port of the URL.
    char target[80];
    snprintf(target, sizeof target, strchr(address, ':') ? "::[%s]:" : "::%s:", address);
    return append(&post->connect_to, target)
        && curl.easy_setopt(transfer, 10243 /* CONNECT_TO */, post->connect_to) == 0
        && curl.easy_setopt(transfer, 10177 /* NOPROXY */, "*") == 0;
}

void *libcurl_begin(
    void *set, const char *url, const char *user_agent, long milliseconds, const char *headers, const void *bytes,
    long length, const char *address, libcurl_sink head, libcurl_sink body, void *context) {
    void *transfer = made(url, user_agent, milliseconds, head, body, context);
    if (!transfer) return NULL;
    bool is_set = !headers || make_post(transfer, headers, bytes, length, address);
    if (is_set && curl.multi_add_handle(set, transfer) == 0) return transfer;
    clean(transfer);
    return NULL;
}

void libcurl_perform(void *set) {
    int running;
    curl.multi_perform(set, &running);
}

void libcurl_wait(void *set, int milliseconds) {
    curl.multi_poll(set, NULL, 0, milliseconds, NULL);
}

void libcurl_wake(void *set) {
    curl.multi_wakeup(set);
}

void *libcurl_finished(void *set, int *result, long *status) {
    int left;
    struct message *message;
    while ((message = curl.multi_info_read(set, &left))) {
        if (message->kind != 1 /* CURLMSG_DONE */) continue;
        *result = message->data.result;
        *status = 0;
        curl.easy_getinfo(message->transfer, 0x200002 /* RESPONSE_CODE */, status);
        return message->transfer;
    }
    return NULL;
}

void libcurl_end(void *set, void *transfer) {
    curl.multi_remove_handle(set, transfer);
    clean(transfer);
}

#endif
