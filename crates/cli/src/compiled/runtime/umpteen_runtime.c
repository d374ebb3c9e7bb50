// Forces the interleaving of a trace on a compiled program.
//
// The program was compiled with calls before every access to memory (gcc's -fsanitize=thread, without its library) and
// finds its library functions here. Each is an event. The schedule lists what the threads do, in the order of the trace;
// the thread whose turn it is runs until it is about to do something that belongs to its next turn. All others wait at
// their events. Whatever is not in the schedule, such as an access to memory that only one thread sees, just happens.
#define _GNU_SOURCE
#include "schedule.h"
#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#include "state.c"
#include "places.c"
#include "turns.c"
#include "failures.c"
#include "functions.c"
#include "threads.c"
#include "library.c"
#include "memory.c"

static char state_of(int system_number)
{
    char path[64], text[256] = "";
    snprintf(path, sizeof path, "/proc/self/task/%d/stat", system_number);
    int file = open(path, O_RDONLY);
    if (file < 0)
        return 'X';
    ssize_t length = read(file, text, sizeof text - 1);
    close(file);
    text[length > 0 ? length : 0] = 0;
    char *end = strrchr(text, ')');
    return end && end[1] ? end[2] : 'X';
}

// Notices that nothing happens any more. A thread that has done all of its turn and is blocked, or busy with itself, need
// not be waited for.
static void *watch(void *unused)
{
    (void)unused;
    unsigned long seen = 0;
    int quiet = 0;
    for (;;) {
        struct timespec moment = {0, 10 * 1000 * 1000};
        nanosleep(&moment, 0);
        raw_lock(&guard);
        quiet = progress == seen ? quiet + 10 : 0;
        seen = progress;
        if (failing) {
            raw_unlock(&guard);
            return 0;
        }
        int end = end_of_turn(turn);
        struct thread *holder = turn < umpteen_item_count ? &threads[umpteen_items[turn].thread] : 0;
        if (holder && holder->system_number && end < umpteen_item_count && !is_open(turn, end) && !holder->waiting) {
            int patience = strchr("SX", state_of(holder->system_number)) ? BLOCKED : BUSY;
            if (quiet >= patience)
                next_turn();
        }
        if (quiet >= STUCK) {
            const struct umpteen_item *item = &umpteen_items[first_open()];
            if (torn)
                say("STUCK gcc copies `%s` as a whole where %s %s it, %s:%d, and the trace has another thread in between",
                    umpteen_objects[torn->object].name, name_of(torn->thread), torn->write ? "writes" : "reads", torn->file, torn->line);
            else if (strayed)
                say("STUCK %s does not do things in the order of the trace, %s:%d; gcc may evaluate operands in another one",
                    name_of(strayed->thread), strayed->file, strayed->line);
            else if (item->kind == FAIL)
                say("STUCK %s has done its part, and what must not happen did not, %s:%d", name_of(item->thread), item->file, item->line);
            else
                say("STUCK %s does not get to %s:%d", name_of(item->thread), item->file, item->line);
            _exit(3);
        }
        raw_unlock(&guard);
    }
}

static void end_main(void)
{
    if (!me)
        return;
    end_thread(0);
    inside = 1;
    raw_lock(&guard);
    stop_for_ever();
}

__attribute__((constructor)) static void begin(void)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    const char *path = getenv("UMPTEEN_REPORT");
    if (path)
        report = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0600);
    consumed = __real_calloc(umpteen_item_count + 1, 1);
    base = __real_calloc(umpteen_object_count + 1, sizeof *base);
    in_frame = __real_calloc(umpteen_object_count + 1, sizeof *in_frame);
    threads = __real_calloc(umpteen_thread_count + 1, sizeof *threads);
    filled = __real_calloc(umpteen_fill_count + 1, sizeof *filled);
    read_symbols();
    place_objects();
    if (umpteen_error_calls) {
        error_functions[0] = function_at("reach_error");
        error_functions[1] = function_at("__VERIFIER_error");
    }
    atexit(end_main);
    struct sigaction action = {.sa_sigaction = crashed, .sa_flags = SA_SIGINFO};
    REAL(sigaction)(SIGSEGV, &action, 0);
    REAL(sigaction)(SIGBUS, &action, 0);
    REAL(sigaction)(SIGILL, &action, 0);
    pthread_t watcher;
    REAL(pthread_create)(&watcher, 0, watch, 0);
    become(0);
    for (int number = 0; number < umpteen_spawn_count; number++) {
        struct start *start = __real_calloc(1, sizeof *start);
        start->spawn = &umpteen_spawns[number], start->number = umpteen_spawns[number].thread;
        pthread_t thread;
        REAL(pthread_create)(&thread, 0, run_thread, start);
    }
    if (has_more(0, 0))
        begin_thread();
}
