// Runs a program many times, each in a process of its own on one core, and prints what it leaves behind.
//
// The program was compiled with calls before every access to memory (gcc's -fsanitize=thread, without its library): they
// come here and let another thread run now and then. A timer does so too, for what is not instrumented.
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern int program_main();
extern void umpteen_values(void);

static unsigned long long random_state;
static unsigned odds;
static char line[1 << 16];
static size_t used;
static struct timespec begun;

// Threads may disturb each other here; that is random as well.
static unsigned draw(unsigned below)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (unsigned)(random_state >> 20) % below;
}

static void perhaps_switch(void)
{
    if (draw(odds) != 0)
        return;
    if (draw(3) != 0) {
        sched_yield();
    } else {
        struct timespec moment = {0, 1 + draw(20000)};
        nanosleep(&moment, 0);
    }
}

static void arm(void)
{
    struct itimerval once = {{0, 0}, {0, 20 + draw(400)}};
    setitimer(ITIMER_REAL, &once, 0);
}

static void tick(int number)
{
    (void)number;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (now.tv_sec - begun.tv_sec > 2)
        _exit(99);
    sched_yield();
    arm();
}

void umpteen_value(const char *name, int is_scalar, long long value)
{
    if (is_scalar && used < sizeof line)
        used += snprintf(line + used, sizeof line - used, "%s=%lld ", name, value);
}

static int running_threads(void)
{
    int found = 0;
    DIR *folder = opendir("/proc/self/task");
    for (struct dirent *entry; folder && (entry = readdir(folder));)
        found += entry->d_name[0] != '.';
    closedir(folder);
    return found;
}

static void child(int output)
{
    clock_gettime(CLOCK_MONOTONIC, &begun);
    odds = 1 + draw(12);
    struct sigaction action = {.sa_handler = tick, .sa_flags = SA_RESTART};
    sigaction(SIGALRM, &action, 0);
    arm();
    program_main(1, (char *[]){"program", 0});
    while (running_threads() > 1)
        sched_yield();
    umpteen_values();
    used += snprintf(line + used, sizeof line - used, "\n");
    if (write(output, line, used) < 0)
        _exit(98);
    _exit(0);
}

int main(int count, char **arguments)
{
    int runs = count > 1 ? atoi(arguments[1]) : 1;
    unsigned long long seed = count > 2 ? strtoull(arguments[2], 0, 10) : 1;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(sched_getcpu(), &one);
    sched_setaffinity(0, sizeof one, &one);
    int output = dup(1), nowhere = open("/dev/null", O_WRONLY);
    dup2(nowhere, 1);
    dup2(nowhere, 2);
    for (int run = 0; run < runs; run++) {
        random_state = (seed * 1000003 + run) * 0x9e3779b97f4a7c15ull | 1;
        draw(2);
        pid_t process = fork();
        if (process == 0)
            child(output);
        int status = 0;
        waitpid(process, &status, 0);
        if (WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT)
            dprintf(output, "abort\n");
        else if (WIFEXITED(status) && WEXITSTATUS(status) == 99)
            dprintf(output, "endless\n");
        else if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
            dprintf(output, "crash %d\n", status);
    }
    return 0;
}

_Bool __VERIFIER_nondet_bool(void) { return draw(2); }

void __tsan_init(void) {}
void __tsan_func_entry(void *caller) { (void)caller; }
void __tsan_func_exit(void) {}

#define ACCESS(SIZE) \
    void __tsan_read##SIZE(void *place) { (void)place; perhaps_switch(); } \
    void __tsan_write##SIZE(void *place) { (void)place; perhaps_switch(); } \
    void __tsan_unaligned_read##SIZE(void *place) { (void)place; perhaps_switch(); } \
    void __tsan_unaligned_write##SIZE(void *place) { (void)place; perhaps_switch(); }
ACCESS(1)
ACCESS(2)
ACCESS(4)
ACCESS(8)
ACCESS(16)
void __tsan_read_range(void *place, unsigned long size) { (void)place; (void)size; perhaps_switch(); }
void __tsan_write_range(void *place, unsigned long size) { (void)place; (void)size; perhaps_switch(); }

#define STRONG __ATOMIC_SEQ_CST
#define ATOMIC(SIZE, T) \
    T __tsan_atomic##SIZE##_load(const volatile T *p, int o) { (void)o; perhaps_switch(); return __atomic_load_n(p, STRONG); } \
    void __tsan_atomic##SIZE##_store(volatile T *p, T v, int o) { (void)o; perhaps_switch(); __atomic_store_n(p, v, STRONG); } \
    T __tsan_atomic##SIZE##_exchange(volatile T *p, T v, int o) { (void)o; perhaps_switch(); return __atomic_exchange_n(p, v, STRONG); } \
    T __tsan_atomic##SIZE##_fetch_add(volatile T *p, T v, int o) { (void)o; perhaps_switch(); return __atomic_fetch_add(p, v, STRONG); } \
    T __tsan_atomic##SIZE##_fetch_sub(volatile T *p, T v, int o) { (void)o; perhaps_switch(); return __atomic_fetch_sub(p, v, STRONG); } \
    T __tsan_atomic##SIZE##_fetch_and(volatile T *p, T v, int o) { (void)o; perhaps_switch(); return __atomic_fetch_and(p, v, STRONG); } \
    T __tsan_atomic##SIZE##_fetch_or(volatile T *p, T v, int o) { (void)o; perhaps_switch(); return __atomic_fetch_or(p, v, STRONG); } \
    T __tsan_atomic##SIZE##_fetch_xor(volatile T *p, T v, int o) { (void)o; perhaps_switch(); return __atomic_fetch_xor(p, v, STRONG); } \
    T __tsan_atomic##SIZE##_fetch_nand(volatile T *p, T v, int o) { (void)o; perhaps_switch(); return __atomic_fetch_nand(p, v, STRONG); } \
    int __tsan_atomic##SIZE##_compare_exchange_strong(volatile T *p, T *e, T v, int o, int f) \
    { (void)o; (void)f; perhaps_switch(); return __atomic_compare_exchange_n(p, e, v, 0, STRONG, STRONG); } \
    int __tsan_atomic##SIZE##_compare_exchange_weak(volatile T *p, T *e, T v, int o, int f) \
    { (void)o; (void)f; perhaps_switch(); return __atomic_compare_exchange_n(p, e, v, 1, STRONG, STRONG); } \
    T __tsan_atomic##SIZE##_compare_exchange_val(volatile T *p, T e, T v, int o, int f) \
    { (void)o; (void)f; perhaps_switch(); __atomic_compare_exchange_n(p, &e, v, 0, STRONG, STRONG); return e; }
ATOMIC(8, unsigned char)
ATOMIC(16, unsigned short)
ATOMIC(32, unsigned int)
ATOMIC(64, unsigned long)
void __tsan_atomic_thread_fence(int order) { (void)order; __atomic_thread_fence(STRONG); }
void __tsan_atomic_signal_fence(int order) { (void)order; }
