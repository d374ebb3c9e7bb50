// expect: safe
// A function that hands its arguments to `vfprintf` changes nothing, in any thread.
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>

static int level = 1;
static int value;

static void report(int at, const char *format, ...)
{
    va_list list;
    if (at > level)
        return;
    va_start(list, format);
    vfprintf(stderr, format, list);
    va_end(list);
}

static void *run(void *name)
{
    report(1, "%s sees %d\n", (char *)name, value);
    return 0;
}

int main(void)
{
    pthread_t thread;
    while (1) {
        pthread_create(&thread, 0, run, "a thread");
        report(2, "started\n");
        assert(value == 0);
    }
}
