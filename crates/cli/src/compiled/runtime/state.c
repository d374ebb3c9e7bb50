// What all parts share: the library behind the functions that are defined here, and the state of the replay.

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
#define getenv(...) REAL(getenv)(__VA_ARGS__)
#define fstat(...) REAL(fstat)(__VA_ARGS__)
#define memcpy(...) REAL(memcpy)(__VA_ARGS__)
#define mmap(...) REAL(mmap)(__VA_ARGS__)
#define nanosleep(...) REAL(nanosleep)(__VA_ARGS__)
#define open(...) REAL(open)(__VA_ARGS__)
#define prctl(...) REAL(prctl)(__VA_ARGS__)
#define read(...) REAL(read)(__VA_ARGS__)
#define snprintf(...) REAL(snprintf)(__VA_ARGS__)
#define strchr(...) REAL(strchr)(__VA_ARGS__)
#define strcmp(...) REAL(strcmp)(__VA_ARGS__)
#define strcspn(...) REAL(strcspn)(__VA_ARGS__)
#define strncmp(...) REAL(strncmp)(__VA_ARGS__)
#define strrchr(...) REAL(strrchr)(__VA_ARGS__)
#define syscall(...) REAL(syscall)(__VA_ARGS__)
#define vsnprintf(...) REAL(vsnprintf)(__VA_ARGS__)
#define write(...) REAL(write)(__VA_ARGS__)

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

// The state of the replay, guarded by `guard`.
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
static uintptr_t *base; // where the objects of the schedule are; 0 if not known yet
static uintptr_t *in_frame; // where variables of functions are; 0 if not known yet
static unsigned long progress;
static struct thread *threads;
static struct thread *first_of_race;
static int failing;     // the failure has begun
static const struct umpteen_item *strayed; // what a thread did not do in the order of the trace
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

static int report = -1; // the file that umpteen reads; there is none if somebody else runs the program

static void say(const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    dprintf(2, "umpteen: %s\n", text);
    if (report >= 0)
        dprintf(report, "%s\n", text);
}

static const char *name_of(int thread) { return umpteen_thread_names[thread]; }
