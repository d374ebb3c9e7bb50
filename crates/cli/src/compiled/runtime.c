// Forces the interleaving of a trace on a compiled program.
//
// The program was compiled with calls before every access to memory (gcc's -fsanitize=thread, without its library) and
// finds its library functions here. Each is an event. The schedule lists what the threads do, in the order of the trace;
// the thread whose turn it is runs until it is about to do something that belongs to its next turn. All others wait at
// their events. Whatever is not in the schedule, such as an access to memory that only one thread sees, just happens.
#define _GNU_SOURCE
#include "runtime.h"
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

// Waiting for what cannot come ends after so many milliseconds.
enum { BLOCKED = 100, BUSY = 2000, STUCK = 4000 };

// Calls the library's own function behind the one that is defined here.
#define REAL(name) ((__typeof__(&name))real(#name))

// The linker sends the program's calls of `malloc` and the like to functions named `__wrap_...`.
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);

static void *real(const char *name)
{
    void *found = dlsym(RTLD_NEXT, name);
    if (!found)
        _exit(3);
    return found;
}

// The program may have functions of these names.
#define close(...) REAL(close)(__VA_ARGS__)
#define dprintf(...) REAL(dprintf)(__VA_ARGS__)
#define fstat(...) REAL(fstat)(__VA_ARGS__)
#define memcpy(...) REAL(memcpy)(__VA_ARGS__)
#define mmap(...) REAL(mmap)(__VA_ARGS__)
#define nanosleep(...) REAL(nanosleep)(__VA_ARGS__)
#define open(...) REAL(open)(__VA_ARGS__)
#define prctl(...) REAL(prctl)(__VA_ARGS__)
#define read(...) REAL(read)(__VA_ARGS__)
#define snprintf(...) REAL(snprintf)(__VA_ARGS__)
#define strcmp(...) REAL(strcmp)(__VA_ARGS__)
#define strcspn(...) REAL(strcspn)(__VA_ARGS__)
#define strncmp(...) REAL(strncmp)(__VA_ARGS__)
#define strrchr(...) REAL(strrchr)(__VA_ARGS__)
#define syscall(...) REAL(syscall)(__VA_ARGS__)
#define vsnprintf(...) REAL(vsnprintf)(__VA_ARGS__)

static void raw_lock(pthread_mutex_t *mutex) { REAL(pthread_mutex_lock)(mutex); }
static void raw_unlock(pthread_mutex_t *mutex) { REAL(pthread_mutex_unlock)(mutex); }

// A function that the program defines itself is that one.
#pragma weak pthread_create
#pragma weak thrd_create
#pragma weak pthread_join
#pragma weak thrd_join
#pragma weak thrd_exit
#pragma weak pthread_mutex_lock
#pragma weak pthread_mutex_trylock
#pragma weak pthread_mutex_unlock
#pragma weak pthread_mutex_init
#pragma weak pthread_mutex_timedlock
#pragma weak pthread_rwlock_rdlock
#pragma weak pthread_rwlock_wrlock
#pragma weak pthread_rwlock_tryrdlock
#pragma weak pthread_rwlock_trywrlock
#pragma weak pthread_rwlock_timedrdlock
#pragma weak pthread_rwlock_timedwrlock
#pragma weak pthread_rwlock_unlock
#pragma weak pthread_rwlock_init
#pragma weak pthread_spin_lock
#pragma weak pthread_spin_trylock
#pragma weak pthread_spin_unlock
#pragma weak pthread_spin_init
#pragma weak pthread_cond_wait
#pragma weak pthread_cond_timedwait
#pragma weak pthread_barrier_init
#pragma weak pthread_barrier_wait
#pragma weak pthread_once
#pragma weak call_once
#pragma weak pthread_key_create
#pragma weak tss_create
#pragma weak sem_init
#pragma weak sem_wait
#pragma weak sem_trywait
#pragma weak sem_timedwait
#pragma weak sem_clockwait
#pragma weak pthread_mutex_clocklock
#pragma weak pthread_rwlock_clockrdlock
#pragma weak pthread_rwlock_clockwrlock
#pragma weak pthread_cond_clockwait
#pragma weak sem_post
#pragma weak sem_getvalue
#pragma weak mtx_init
#pragma weak mtx_lock
#pragma weak mtx_trylock
#pragma weak mtx_timedlock
#pragma weak mtx_unlock
#pragma weak cnd_wait
#pragma weak cnd_timedwait
#pragma weak sleep
#pragma weak usleep
#pragma weak abort
#pragma weak exit
#pragma weak __assert_fail

// ---- The state of the replay, guarded by `guard` ----

struct thread {
    int number, system_number;
    int waiting;       // at an event
    const struct umpteen_item *item; // what it is about to do then
    uintptr_t address;
    size_t size;
    int write;
};

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t moved = PTHREAD_COND_INITIALIZER;
static int turn;        // the first item of the current turn
static char *consumed;  // which items are done
static uintptr_t *base; // where the objects are; 0 if not known yet
static unsigned long progress;
static struct thread *threads;
static struct thread *stopped_at_race;
static int failing;     // the failure has begun
static const struct umpteen_item *torn; // an access that the trace has in pieces, and the program as a whole
static __thread struct thread *me;
static __thread int inside; // the runtime itself

struct block {
    uintptr_t start;
    size_t size;
    int freed;
    struct block *next;
};
static struct block *blocks;

static void say(const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    dprintf(2, "umpteen: %s\n", text);
}

static const char *name_of(int thread) { return umpteen_thread_names[thread]; }

// ---- Where things are ----

struct symbol {
    const char *name;
    uintptr_t address;
    size_t size;
};
static struct symbol *symbols;
static size_t symbol_count;

static int find_base(struct dl_phdr_info *info, size_t size, void *result)
{
    (void)size;
    *(uintptr_t *)result = info->dlpi_addr;
    return 1; // the program comes first
}

// The symbols of the program, those of static variables too.
static void read_symbols(void)
{
    uintptr_t loaded = 0;
    dl_iterate_phdr(find_base, &loaded);
    int file = open("/proc/self/exe", O_RDONLY);
    struct stat status;
    if (file < 0 || fstat(file, &status) != 0)
        say("cannot read the program's symbols"), _exit(3);
    char *image = mmap(0, status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    close(file);
    if (image == MAP_FAILED)
        say("cannot read the program's symbols"), _exit(3);
    ElfW(Ehdr) *header = (ElfW(Ehdr) *)image;
    ElfW(Shdr) *sections = (ElfW(Shdr) *)(image + header->e_shoff);
    for (int number = 0; number < header->e_shnum; number++) {
        if (sections[number].sh_type != SHT_SYMTAB)
            continue;
        ElfW(Sym) *entries = (ElfW(Sym) *)(image + sections[number].sh_offset);
        size_t count = sections[number].sh_size / sizeof *entries;
        const char *names = image + sections[sections[number].sh_link].sh_offset;
        symbols = __real_calloc(count, sizeof *symbols);
        for (size_t entry = 0; entry < count; entry++) {
            int type = ELF64_ST_TYPE(entries[entry].st_info);
            if ((type == STT_OBJECT || type == STT_FUNC) && entries[entry].st_shndx != SHN_UNDEF)
                symbols[symbol_count++] = (struct symbol){names + entries[entry].st_name,
                    loaded + entries[entry].st_value, entries[entry].st_size};
        }
    }
}

// Whether a symbol is that of a variable: gcc calls a static variable of a function `name.number`.
static int is_named(const char *symbol, const char *object)
{
    const char *dot = strrchr(object, '.');
    const char *name = dot ? dot + 1 : object;
    size_t length = strcspn(name, "#");
    return strncmp(symbol, name, length) == 0 && symbol[length] == (dot ? '.' : 0);
}

static uintptr_t function_at(const char *name)
{
    for (size_t number = 0; number < symbol_count; number++)
        if (strcmp(symbols[number].name, name) == 0)
            return symbols[number].address;
    return 0;
}

static void place_objects(void)
{
    for (int object = 0; object < umpteen_object_count; object++) {
        int found = 0;
        for (size_t number = 0; number < symbol_count && umpteen_objects[object].storage == STATIC; number++)
            if (is_named(symbols[number].name, umpteen_objects[object].name))
                found++, base[object] = symbols[number].address;
        // Several functions have a static variable of this name: the first access tells.
        if (found > 1)
            base[object] = 0;
    }
}

static int is_known(uintptr_t address)
{
    for (int object = 0; object < umpteen_object_count; object++)
        if (base[object] && address - base[object] < umpteen_objects[object].size)
            return 1;
    return 0;
}

static struct block *block_at(uintptr_t address)
{
    for (struct block *block = blocks; block; block = block->next)
        if (address - block->start < block->size)
            return block;
    return 0;
}

// Whether an address may be that of an object whose place is not known yet.
static int may_be_at(int object, uintptr_t address)
{
    if (umpteen_objects[object].storage == AUTOMATIC)
        return !is_known(address) && !block_at(address);
    for (size_t number = 0; number < symbol_count; number++)
        if (is_named(symbols[number].name, umpteen_objects[object].name)
            && address - symbols[number].address < symbols[number].size)
            return umpteen_objects[object].storage == STATIC;
    return 0;
}

// ---- Events and turns ----

struct event {
    enum umpteen_kind kind;
    uintptr_t address;
    size_t size;
    int write;
    int library; // a function of the library, or an atomic operation
};

static int end_of_turn(int from)
{
    int at = from;
    while (at < umpteen_item_count && umpteen_items[at].thread == umpteen_items[from].thread)
        at++;
    return at;
}

static int matches(const struct event *event, const struct umpteen_item *item)
{
    int kind = item->kind;
    if (event->kind == ACCESS && (kind == ACCESS || kind == ABOUT || kind == RACE)) {
        if (kind == ACCESS && item->write != event->write && !event->library)
            return 0;
        if (kind == ABOUT && item->write && !event->write)
            return 0;
        uintptr_t start = base[item->object];
        if (!start) {
            if (item->size != event->size || !may_be_at(item->object, event->address))
                return 0;
            base[item->object] = event->address - item->offset;
            return 1;
        }
        // A race with freeing an object is about all of it.
        size_t offset = item->size ? item->offset : 0;
        size_t size = item->size ? item->size : umpteen_objects[item->object].size;
        return event->address < start + offset + size && start + offset < event->address + event->size;
    }
    if (event->kind != kind && !(event->kind == EXISTS && (kind == ABOUT || kind == RACE) && !item->size))
        return 0;
    if (event->kind == EXISTS && event->address)
        return base[item->object] == event->address;
    return 1;
}

// The first item from `from` to before `to` of the thread that an event is; -1 if it is none of them.
static int find(const struct event *event, int thread, int from, int to)
{
    for (int at = from; at < to; at++)
        if (!consumed[at] && umpteen_items[at].thread == thread && matches(event, &umpteen_items[at]))
            return at;
    return -1;
}

static int has_more(int thread, int from)
{
    for (int at = from; at < umpteen_item_count; at++)
        if (umpteen_items[at].thread == thread)
            return 1;
    return 0;
}

static int is_open(int from, int to)
{
    for (int at = from; at < to; at++)
        if (!consumed[at] && umpteen_items[at].kind != FAIL)
            return 1;
    return 0;
}

static void next_turn(void)
{
    turn = end_of_turn(turn);
    progress++;
    REAL(pthread_cond_broadcast)(&moved);
}

static int has_ended(int thread) { return umpteen_ended[thread] >= 0 && turn >= umpteen_ended[thread]; }

static void wait_for_move(void)
{
    me->waiting = 1;
    REAL(pthread_cond_wait)(&moved, &guard);
    me->waiting = 0;
}

static void stop_for_ever(void)
{
    for (;;)
        wait_for_move();
}

static void races(const struct event *event, const struct umpteen_item *item)
{
    struct thread *other = stopped_at_race;
    int overlap = other && event->address < other->address + other->size && other->address < event->address + event->size;
    if (!overlap || !(other->write || event->write)) {
        say("the two accesses do not meet");
        _exit(3);
    }
    say("%s is stopped before it %s %zu bytes at %p, %s:%d", name_of(other->number), other->write ? "writes" : "reads",
        other->size, (void *)other->address, other->item->file, other->item->line);
    say("%s is stopped before it %s %zu bytes at %p, %s:%d", name_of(me->number), event->write ? "writes" : "reads",
        event->size, (void *)event->address, item->file, item->line);
    say("RACE");
    failing = 1;
    REAL(abort)();
}

// An access that must not be: to what was freed, or to nothing at all.
static void judge_access(const struct event *event)
{
    struct block *block = block_at(event->address);
    if (event->address < 4096 || (block && !block->freed) || (!block && is_known(event->address)))
        return; // the null pointer ends the process by itself
    say("INVALID %s of %zu bytes at %p, %s", event->write ? "write" : "read", event->size, (void *)event->address,
        block ? "which was freed" : "where there is no object");
    failing = 1;
    REAL(abort)();
}

// Waits until an event may happen; returns its item, or -1.
static int wait_for(const struct event *event)
{
    if (!me || inside || failing)
        return -1;
    inside = 1;
    raw_lock(&guard);
    int item = -1;
    for (;;) {
        int end = end_of_turn(turn), mine = turn < umpteen_item_count && umpteen_items[turn].thread == me->number;
        int last = end == umpteen_item_count;
        if (mine && (item = find(event, me->number, turn, end)) >= 0)
            break;
        int later = find(event, me->number, end, umpteen_item_count);
        int known = event->kind != ACCESS || event->library || is_known(event->address);
        if (event->kind == EXISTS || event->kind == INPUT)
            known = 0; // what the model leaves out is of no interest to other threads
        if (later < 0 && (!known || has_ended(me->number)))
            break;
        if (mine && last) {
            if (umpteen_invalid_access && event->kind == ACCESS && !is_open(turn, end))
                judge_access(event);
            break;
        }
        if (mine && (later >= 0 || !is_open(turn, end)))
            next_turn();
        else if (mine)
            break; // the program does something more than the model
        else
            wait_for_move();
    }
    if (item >= 0) {
        const struct umpteen_item *found = &umpteen_items[item];
        consumed[item] = 1;
        progress++;
        // gcc reports the copy of a structure as one access, whatever it is made of.
        size_t seen = found->size;
        for (int at = turn; at < end_of_turn(turn) && event->size > found->size && found->kind == ACCESS; at++)
            if (!consumed[at] && umpteen_items[at].object == found->object && matches(event, &umpteen_items[at]))
                consumed[at] = 1, seen += umpteen_items[at].size;
        if (found->kind == ACCESS && !event->library && seen < event->size)
            torn = found;
        // A bit-field is written as a whole, without the read that comes before.
        for (int at = turn; at < item; at++)
            if (found->write && umpteen_items[at].object == found->object && umpteen_items[at].offset == found->offset
                && !umpteen_items[at].write)
                consumed[at] = 1;
        if (found->kind == ABOUT) {
            me->item = found, me->address = event->address, me->size = event->size, me->write = event->write;
            stopped_at_race = me;
            next_turn();
            stop_for_ever();
        }
        if (found->kind == RACE)
            races(event, found);
    }
    raw_unlock(&guard);
    inside = 0;
    return item;
}

static int access_memory(void *address, size_t size, int write)
{
    struct event event = {ACCESS, (uintptr_t)address, size, write, 0};
    return wait_for(&event);
}

static int access_atomically(const volatile void *address, size_t size, int write)
{
    struct event event = {ACCESS, (uintptr_t)address, size, write, 0};
    return wait_for(&event);
}

static void use_library(volatile void *object)
{
    struct event event = {ACCESS, (uintptr_t)object, 1, 1, 1};
    wait_for(&event);
}

// ---- Failures, inputs, and what stops a thread ----

static int is_last_turn(void)
{
    return turn < umpteen_item_count && end_of_turn(turn) == umpteen_item_count && umpteen_items[turn].thread == me->number;
}

// Only the thread that fails in the trace may fail.
static void wait_to_fail(void)
{
    if (!me || failing)
        return;
    inside = 1;
    raw_lock(&guard);
    while (!is_last_turn()) {
        if (turn < umpteen_item_count && umpteen_items[turn].thread == me->number)
            next_turn();
        else
            wait_for_move();
    }
    failing = 1;
    raw_unlock(&guard);
}

void umpteen_failure(const char *what)
{
    wait_to_fail();
    say("FAILURE %s", what);
    REAL(abort)();
}

unsigned long long umpteen_input(void)
{
    struct event event = {INPUT, 0, 0, 0, 0};
    int item = wait_for(&event);
    return item >= 0 ? umpteen_items[item].value : 0;
}

static void stop_here(void)
{
    inside = 1;
    raw_lock(&guard);
    if (turn < umpteen_item_count && umpteen_items[turn].thread == me->number && end_of_turn(turn) < umpteen_item_count)
        next_turn();
    stop_for_ever();
}

void umpteen_stop_unless(int condition)
{
    if (!condition && me)
        stop_here();
}

void __assert_fail(const char *text, const char *file, unsigned line, const char *function)
{
    wait_to_fail();
    REAL(__assert_fail)(text, file, line, function);
    __builtin_unreachable();
}

void abort(void)
{
    wait_to_fail();
    REAL(abort)();
    __builtin_unreachable();
}

void exit(int code)
{
    if (me)
        stop_here();
    REAL(exit)(code);
    __builtin_unreachable();
}

unsigned sleep(unsigned seconds) { return (void)seconds, 0; }
int usleep(unsigned moment) { return (void)moment, 0; }

static uintptr_t error_functions[2];
static char *filled; // which variables have been given their values

static int is_error(void *function)
{
    return (uintptr_t)function == error_functions[0] || (uintptr_t)function == error_functions[1];
}

// gcc calls this when a function begins. Variables without a first value get the one that the trace needs.
void __cyg_profile_func_enter(void *function, void *caller)
{
    (void)caller;
    if (!me || inside)
        return;
    char *frame = (char *)__builtin_frame_address(1) + 2 * sizeof(void *);
    for (int number = 0; number < umpteen_place_count; number++) {
        const struct umpteen_place *place = &umpteen_places[number];
        if (function_at(place->function) != (uintptr_t)function)
            continue;
        for (int at = 0; at < umpteen_fill_count; at++) {
            const struct umpteen_fill *fill = &umpteen_fills[at];
            if (!filled[at] && fill->thread == me->number && strcmp(fill->variable, place->variable) == 0) {
                memcpy(frame + place->offset, &fill->value, fill->size);
                filled[at] = 1;
                break;
            }
        }
    }
    // An error function that the program defines itself.
    if (is_error(function)) {
        wait_to_fail();
        say("FAILURE an error function is called");
    }
}

// And this when it ends. A function that returns nothing although it should returns what these two leave behind.
static __thread unsigned long left_behind;

unsigned long __cyg_profile_func_exit(void *function, void *caller)
{
    (void)caller;
    if (failing && is_error(function))
        REAL(abort)();
    if (me && !inside && !failing) {
        inside = 1;
        raw_lock(&guard);
        int at = turn, end = end_of_turn(turn);
        while (at < end && (consumed[at] || umpteen_items[at].kind == INPUT))
            at++;
        if (at < end && umpteen_items[at].thread == me->number && umpteen_items[at].kind == RESULT) {
            left_behind = umpteen_items[at].value;
            consumed[at] = 1;
            progress++;
        }
        raw_unlock(&guard);
        inside = 0;
    }
    return left_behind;
}

unsigned long __tsan_func_exit(void) { return left_behind; }

// ---- Threads ----

struct start {
    void *(*function)(void *);
    int (*c11_function)(void *);
    const struct umpteen_spawn *spawn;
    void *argument;
    int number;
};

static void become(int number)
{
    me = &threads[number];
    me->number = number;
    me->system_number = (int)syscall(SYS_gettid);
}

static void end_thread(void *unused)
{
    (void)unused;
    inside = 1;
    raw_lock(&guard);
    if (turn < umpteen_item_count && umpteen_items[turn].thread == me->number && end_of_turn(turn) < umpteen_item_count)
        next_turn();
    progress++;
    raw_unlock(&guard);
    inside = 0;
}

// A thread begins with its first turn.
static void begin_thread(void)
{
    inside = 1;
    raw_lock(&guard);
    while (turn >= umpteen_item_count || umpteen_items[turn].thread != me->number) {
        if (has_ended(me->number) && !has_more(me->number, turn))
            break;
        wait_for_move();
    }
    raw_unlock(&guard);
    inside = 0;
}

static void *run_thread(void *given)
{
    struct start start = *(struct start *)given;
    void *result = 0;
    become(start.number);
    begin_thread();
    pthread_cleanup_push(end_thread, 0);
    if (start.spawn) {
        // Its arguments are given to it like its variables.
        void *(*function)(void *) = (void *)function_at(start.spawn->function);
        if (!function)
            say("there is no function %s", start.spawn->function), _exit(3);
        function(0);
    } else if (start.c11_function) {
        result = (void *)(intptr_t)start.c11_function(start.argument);
    } else {
        result = start.function(start.argument);
    }
    pthread_cleanup_pop(1);
    return result;
}

static int start_thread(pthread_t *thread, const pthread_attr_t *attributes, struct start given)
{
    struct event event = {START, 0, 0, 0, 0};
    int item = wait_for(&event);
    if (item >= 0)
        given.number = (int)umpteen_items[item].value;
    if (item < 0 && !given.spawn) {
        // The trace never gets there.
        say("%s starts a thread that the trace does not have", name_of(me->number));
        _exit(3);
    }
    struct start *start = __real_malloc(sizeof *start);
    *start = given;
    return REAL(pthread_create)(thread, attributes, run_thread, start);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*function)(void *), void *argument)
{
    return start_thread(thread, attributes, (struct start){.function = function, .argument = argument});
}

int thrd_create(thrd_t *thread, thrd_start_t function, void *argument)
{
    return start_thread((pthread_t *)thread, 0, (struct start){.c11_function = function, .argument = argument}) ? thrd_error : thrd_success;
}

// `__CPROVER_ASYNC_1: statement` was compiled as `if (umpteen_async()) for (;; umpteen_async_end()) label: statement`.
// The new thread returns from here a second time, in a copy of its creator's frame, and sees its variables as they are now.
struct copy {
    int number;
    char *frame, *stack, *back;
    size_t size;
    char bytes[];
};

static void *run_copy(void *given)
{
    struct copy *copy = given;
    become(copy->number);
    begin_thread();
    char *stack = __builtin_alloca(copy->size + 32);
    stack += ((uintptr_t)copy->stack - (uintptr_t)stack) & 15;
    memcpy(stack, copy->bytes, copy->size);
#ifdef __x86_64__
    char *frame = stack + (copy->frame - copy->stack);
    __asm__ volatile("mov %0, %%rcx; mov %1, %%rdx; mov %2, %%rsi; mov %%rcx, %%rbp; mov %%rdx, %%rsp; mov $1, %%eax; jmp *%%rsi"
                     :: "r"(frame), "r"(stack), "r"(copy->back) : "rcx", "rdx", "rsi", "rax", "memory");
#endif
    say("__CPROVER_ASYNC labels are replayed on x86-64 only");
    _exit(3);
}

int umpteen_async(void)
{
    struct event event = {START, 0, 0, 0, 0};
    int item = wait_for(&event);
    if (item < 0)
        say("%s starts a thread that the trace does not have", name_of(me->number)), _exit(3);
    char **frame = __builtin_frame_address(0);
    char *stack = (char *)(frame + 2), *caller = frame[0];
    size_t size = caller + 16 - stack;
    struct copy *copy = __real_malloc(sizeof *copy + size);
    copy->number = (int)umpteen_items[item].value;
    copy->frame = caller, copy->stack = stack, copy->back = frame[1], copy->size = size;
    memcpy(copy->bytes, stack, size);
    pthread_t thread;
    REAL(pthread_create)(&thread, 0, run_copy, copy);
    return 0;
}

void umpteen_async_end(void)
{
    end_thread(0);
    inside = 1;
    raw_lock(&guard);
    stop_for_ever();
}

static void wait_to_join(void)
{
    struct event event = {JOIN, 0, 0, 0, 1};
    wait_for(&event);
}

int pthread_join(pthread_t thread, void **result)
{
    wait_to_join();
    return REAL(pthread_join)(thread, result);
}

int thrd_join(thrd_t thread, int *result)
{
    void *value = 0;
    wait_to_join();
    int code = REAL(pthread_join)((pthread_t)thread, &value);
    if (result)
        *result = (int)(intptr_t)value;
    return code ? thrd_error : thrd_success;
}

void thrd_exit(int result) { pthread_exit((void *)(intptr_t)result); }

// ---- The synchronisation library: each function waits for its turn and then does what it always does ----

#define SIMPLE(name, type) \
    int name(type *object) { use_library(object); return REAL(name)(object); }

SIMPLE(pthread_mutex_lock, pthread_mutex_t)
SIMPLE(pthread_mutex_trylock, pthread_mutex_t)
SIMPLE(pthread_mutex_unlock, pthread_mutex_t)
SIMPLE(pthread_rwlock_rdlock, pthread_rwlock_t)
SIMPLE(pthread_rwlock_wrlock, pthread_rwlock_t)
SIMPLE(pthread_rwlock_tryrdlock, pthread_rwlock_t)
SIMPLE(pthread_rwlock_trywrlock, pthread_rwlock_t)
SIMPLE(pthread_rwlock_unlock, pthread_rwlock_t)
SIMPLE(sem_wait, sem_t)
SIMPLE(sem_trywait, sem_t)
SIMPLE(sem_post, sem_t)
SIMPLE(mtx_lock, mtx_t)
SIMPLE(mtx_trylock, mtx_t)
SIMPLE(mtx_unlock, mtx_t)

int pthread_spin_lock(pthread_spinlock_t *object) { use_library(object); return REAL(pthread_spin_lock)(object); }
int pthread_spin_trylock(pthread_spinlock_t *object) { use_library(object); return REAL(pthread_spin_trylock)(object); }
int pthread_spin_unlock(pthread_spinlock_t *object) { use_library(object); return REAL(pthread_spin_unlock)(object); }
int pthread_spin_init(pthread_spinlock_t *object, int kind) { use_library(object); return REAL(pthread_spin_init)(object, kind); }

int pthread_mutex_init(pthread_mutex_t *object, const pthread_mutexattr_t *attributes)
{
    use_library(object);
    return REAL(pthread_mutex_init)(object, attributes);
}

int pthread_rwlock_init(pthread_rwlock_t *object, const pthread_rwlockattr_t *attributes)
{
    use_library(object);
    return REAL(pthread_rwlock_init)(object, attributes);
}

int sem_init(sem_t *object, int shared, unsigned value)
{
    use_library(object);
    return REAL(sem_init)(object, shared, value);
}

int sem_getvalue(sem_t *object, int *value)
{
    use_library(object);
    return REAL(sem_getvalue)(object, value);
}

int mtx_init(mtx_t *object, int kind)
{
    use_library(object);
    return REAL(mtx_init)(object, kind);
}

// A wait with a time is over at its turn: with success if that is possible then.
#define TIMED(name, type, try, late) \
    int name(type *object, const struct timespec *until) \
    { (void)until; use_library(object); int code = REAL(try)(object); return code ? late : code; }

TIMED(pthread_mutex_timedlock, pthread_mutex_t, pthread_mutex_trylock, ETIMEDOUT)
TIMED(pthread_rwlock_timedrdlock, pthread_rwlock_t, pthread_rwlock_tryrdlock, ETIMEDOUT)
TIMED(pthread_rwlock_timedwrlock, pthread_rwlock_t, pthread_rwlock_trywrlock, ETIMEDOUT)
TIMED(mtx_timedlock, mtx_t, mtx_trylock, thrd_timedout)
TIMED(sem_timedwait, sem_t, sem_trywait, (errno = ETIMEDOUT, -1))

int pthread_mutex_clocklock(pthread_mutex_t *object, clockid_t clock, const struct timespec *until)
{
    (void)clock;
    return pthread_mutex_timedlock(object, until);
}

int pthread_rwlock_clockrdlock(pthread_rwlock_t *object, clockid_t clock, const struct timespec *until)
{
    (void)clock;
    return pthread_rwlock_timedrdlock(object, until);
}

int pthread_rwlock_clockwrlock(pthread_rwlock_t *object, clockid_t clock, const struct timespec *until)
{
    (void)clock;
    return pthread_rwlock_timedwrlock(object, until);
}

int sem_clockwait(sem_t *object, clockid_t clock, const struct timespec *until)
{
    (void)clock;
    return sem_timedwait(object, until);
}

// A wait for a condition may end without a signal, so it ends at its turn.
int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex)
{
    (void)condition;
    int code = pthread_mutex_unlock(mutex);
    return code ? code : pthread_mutex_lock(mutex);
}

int cnd_wait(cnd_t *condition, mtx_t *mutex)
{
    (void)condition;
    return mtx_unlock(mutex), mtx_lock(mutex);
}

// One with a time may end in time or too late, as the trace says.
int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *until)
{
    (void)until;
    int code = pthread_cond_wait(condition, mutex);
    return code || !umpteen_input() ? code : ETIMEDOUT;
}

int pthread_cond_clockwait(pthread_cond_t *condition, pthread_mutex_t *mutex, clockid_t clock, const struct timespec *until)
{
    (void)clock;
    return pthread_cond_timedwait(condition, mutex, until);
}

int cnd_timedwait(cnd_t *condition, mtx_t *mutex, const struct timespec *until)
{
    (void)until;
    int code = cnd_wait(condition, mutex);
    return code != thrd_success || !umpteen_input() ? code : thrd_timedout;
}

struct barrier {
    void *object;
    unsigned count, arrived, phase;
    struct barrier *next;
};
static struct barrier *barriers;

static struct barrier *barrier_at(void *object)
{
    struct barrier *barrier = barriers;
    while (barrier && barrier->object != object)
        barrier = barrier->next;
    return barrier;
}

int pthread_barrier_init(pthread_barrier_t *object, const pthread_barrierattr_t *attributes, unsigned count)
{
    (void)attributes;
    use_library(object);
    if (count == 0)
        return EINVAL;
    struct barrier *barrier = barrier_at(object);
    if (!barrier) {
        barrier = __real_calloc(1, sizeof *barrier);
        barrier->next = barriers, barrier->object = object, barriers = barrier;
    }
    barrier->count = count, barrier->arrived = 0;
    return 0;
}

int pthread_barrier_wait(pthread_barrier_t *object)
{
    use_library(object);
    struct barrier *barrier = barrier_at(object);
    if (!barrier)
        say("a barrier was not initialised"), _exit(3);
    if (++barrier->arrived == barrier->count) {
        barrier->arrived = 0, barrier->phase++;
        return PTHREAD_BARRIER_SERIAL_THREAD;
    }
    unsigned phase = barrier->phase;
    use_library(object);
    if (phase == barrier->phase)
        say("%s passes a barrier too early", name_of(me->number)), _exit(3);
    return 0;
}

static int run_once(volatile int *once, void (*routine)(void))
{
    use_library(once);
    if (*once == 0) {
        *once = 1;
        routine();
        use_library(once);
        *once = 2;
    }
    return 0;
}

int pthread_once(pthread_once_t *once, void (*routine)(void)) { return run_once(once, routine); }
void call_once(once_flag *once, void (*routine)(void)) { run_once((volatile int *)once, routine); }

int pthread_key_create(pthread_key_t *key, void (*destructor)(void *))
{
    access_memory(key, sizeof *key, 1);
    return REAL(pthread_key_create)(key, destructor);
}

int tss_create(tss_t *key, tss_dtor_t destructor)
{
    access_memory(key, sizeof *key, 1);
    return REAL(tss_create)(key, destructor);
}

// ---- The heap ----

static void *allocate(size_t size, int cleared)
{
    struct event event = {EXISTS, 0, size, 1, 0};
    void *result = cleared ? __real_calloc(1, size) : __real_malloc(size);
    int item = wait_for(&event);
    raw_lock(&guard);
    if (item >= 0) {
        base[umpteen_items[item].object] = (uintptr_t)result;
        for (int at = item + 1; umpteen_items[at].kind == CONTENT; at++) {
            memcpy((char *)result + umpteen_items[at].offset, &umpteen_items[at].value, umpteen_items[at].size);
            consumed[at] = 1;
        }
    }
    struct block *block = __real_malloc(sizeof *block);
    *block = (struct block){(uintptr_t)result, size, 0, blocks};
    blocks = block;
    raw_unlock(&guard);
    return result;
}

// What is freed is not given out again, so that a later access to it can be told.
void __wrap_free(void *address)
{
    if (!address)
        return;
    struct event event = {EXISTS, (uintptr_t)address, 1, 1, 0};
    wait_for(&event);
    raw_lock(&guard);
    struct block *block = block_at((uintptr_t)address);
    int wrong = !block || block->freed || block->start != (uintptr_t)address;
    if (block)
        block->freed = 1;
    raw_unlock(&guard);
    if (wrong) {
        wait_to_fail();
        say("INVALID free of %p, %s", address, block && block->freed ? "which was freed" : "which is no object");
        REAL(abort)();
    }
}

void *__wrap_malloc(size_t size) { return allocate(size, 0); }
void *__wrap_calloc(size_t count, size_t size) { return allocate(count * size, 1); }

// ---- Accesses to memory, as gcc reports them ----

void __tsan_init(void) {}
void __tsan_func_entry(void *caller) { (void)caller; }

#define PLAIN(SIZE) \
    void __tsan_read##SIZE(void *place) { access_memory(place, SIZE, 0); } \
    void __tsan_write##SIZE(void *place) { access_memory(place, SIZE, 1); } \
    void __tsan_unaligned_read##SIZE(void *place) { access_memory(place, SIZE, 0); } \
    void __tsan_unaligned_write##SIZE(void *place) { access_memory(place, SIZE, 1); }
PLAIN(1)
PLAIN(2)
PLAIN(4)
PLAIN(8)
PLAIN(16)
void __tsan_read_range(void *place, size_t size) { access_memory(place, size, 0); }
void __tsan_write_range(void *place, size_t size) { access_memory(place, size, 1); }

// Only the exchange itself is atomic, not what becomes of the expected value. A weak one may fail for no reason.
#define EXCHANGE(T, WEAK) \
    access_memory(e, sizeof *e, 0); \
    T expected = *e; \
    int item = access_atomically(p, sizeof *p, 1); \
    int fails = WEAK && item >= 0 && umpteen_items[item].value != 0; \
    if (!fails && __atomic_compare_exchange_n(p, &expected, v, 0, STRONG, STRONG)) \
        return 1; \
    if (fails) \
        expected = __atomic_load_n(p, STRONG); \
    access_memory(e, sizeof *e, 1); \
    *e = expected; \
    return 0;

#define STRONG __ATOMIC_SEQ_CST
#define FETCH(BITS, T, NAME) \
    T __tsan_atomic##BITS##_fetch_##NAME(volatile T *p, T v, int o) \
    { (void)o; access_atomically(p, sizeof *p, 1); return __atomic_fetch_##NAME(p, v, STRONG); }
#define ATOMIC(BITS, T) \
    T __tsan_atomic##BITS##_load(const volatile T *p, int o) { (void)o; access_atomically(p, sizeof *p, 0); return __atomic_load_n(p, STRONG); } \
    void __tsan_atomic##BITS##_store(volatile T *p, T v, int o) { (void)o; access_atomically(p, sizeof *p, 1); __atomic_store_n(p, v, STRONG); } \
    T __tsan_atomic##BITS##_exchange(volatile T *p, T v, int o) { (void)o; access_atomically(p, sizeof *p, 1); return __atomic_exchange_n(p, v, STRONG); } \
    FETCH(BITS, T, add) FETCH(BITS, T, sub) FETCH(BITS, T, and) FETCH(BITS, T, or) FETCH(BITS, T, xor) FETCH(BITS, T, nand) \
    int __tsan_atomic##BITS##_compare_exchange_strong(volatile T *p, T *e, T v, int o, int f) \
    { (void)o; (void)f; EXCHANGE(T, 0) } \
    int __tsan_atomic##BITS##_compare_exchange_weak(volatile T *p, T *e, T v, int o, int f) \
    { (void)o; (void)f; EXCHANGE(T, 1) } \
    T __tsan_atomic##BITS##_compare_exchange_val(volatile T *p, T e, T v, int o, int f) \
    { (void)o; (void)f; access_atomically(p, sizeof *p, 1); __atomic_compare_exchange_n(p, &e, v, 0, STRONG, STRONG); return e; }
ATOMIC(8, unsigned char)
ATOMIC(16, unsigned short)
ATOMIC(32, unsigned int)
ATOMIC(64, unsigned long)
void __tsan_atomic_thread_fence(int order) { (void)order; __atomic_thread_fence(STRONG); }
void __tsan_atomic_signal_fence(int order) { (void)order; }

// ---- Beginning and end ----

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
            int patience = state_of(holder->system_number) == 'R' ? BUSY : BLOCKED;
            if (quiet >= patience)
                next_turn();
        }
        if (quiet >= STUCK) {
            int at = turn;
            while (at + 1 < umpteen_item_count && consumed[at])
                at++;
            const struct umpteen_item *item = &umpteen_items[at < umpteen_item_count ? at : umpteen_item_count - 1];
            if (torn)
                say("STUCK gcc copies `%s` as a whole where %s %s it, %s:%d, and the trace has another thread in between",
                    umpteen_objects[torn->object].name, name_of(torn->thread), torn->write ? "writes" : "reads", torn->file, torn->line);
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
    consumed = __real_calloc(umpteen_item_count + 1, 1);
    base = __real_calloc(umpteen_object_count + 1, sizeof *base);
    threads = __real_calloc(umpteen_thread_count + 1, sizeof *threads);
    filled = __real_calloc(umpteen_fill_count + 1, 1);
    read_symbols();
    place_objects();
    error_functions[0] = function_at("reach_error");
    error_functions[1] = function_at("__VERIFIER_error");
    atexit(end_main);
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
