// The synchronisation library: each function waits for its turn and then does what it always does.

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
