// <pthread.h>, <threads.h> and <sched.h> (POSIX.1, and what glibc adds): what is C there. The other functions are known by name.

typedef unsigned long pthread_t;

_Bool __VERIFIER_nondet_bool(void);
unsigned char __VERIFIER_nondet_uchar(void);
unsigned int __VERIFIER_nondet_uint(void);
void __VERIFIER_nondet_memory(void *pointer, unsigned long bytes);
void umpteen_reads(const void *pointer, unsigned long bytes);
void umpteen_any_text(char *text, unsigned long bytes);
void umpteen_approximates(const char *text);
int umpteen_fail(void);
int umpteen_try(void);
int umpteen_number(void);

int pthread_equal(pthread_t one, pthread_t other)
{
    return one == other;
}

int thrd_equal(pthread_t one, pthread_t other)
{
    return one == other;
}

// 0 is PTHREAD_CANCEL_ENABLE and PTHREAD_CANCEL_DEFERRED.
_Thread_local int umpteen_cancel_state = 0;
_Thread_local int umpteen_cancel_type = 0;

int pthread_setcancelstate(int state, int *before)
{
    if (state != 0 && state != 1)
        return 22;
    if (before)
        *before = umpteen_cancel_state;
    umpteen_cancel_state = state;
    return 0;
}

int pthread_setcanceltype(int type, int *before)
{
    if (type != 0 && type != 1)
        return 22;
    if (before)
        *before = umpteen_cancel_type;
    umpteen_cancel_type = type;
    return 0;
}

// Every call of a function that is a cancellation point is one.
void pthread_testcancel(void)
{
}

// Functions of threads return why they fail.
static int umpteen_error(void)
{
    return __VERIFIER_nondet_bool() ? 1 + __VERIFIER_nondet_uchar() % 133 : 0;
}

// Any signal may come at any time anyway, and the end of the program is a run like its beginning.
int pthread_kill(pthread_t thread, int number)
{
    return umpteen_error();
}

int pthread_sigmask(int how, const void *set, void *before)
{
    if (set)
        umpteen_reads(set, 128);
    if (before)
        __VERIFIER_nondet_memory(before, 128);
    return umpteen_error();
}

int pthread_setname_np(pthread_t thread, const char *name)
{
    return umpteen_error();
}

int pthread_getname_np(pthread_t thread, char *name, unsigned long bytes)
{
    int error = umpteen_error();
    if (error == 0)
        umpteen_any_text(name, bytes);
    return error;
}

int pthread_setaffinity_np(pthread_t thread, unsigned long bytes, const void *set)
{
    umpteen_reads(set, bytes);
    return umpteen_error();
}

int pthread_getaffinity_np(pthread_t thread, unsigned long bytes, void *set)
{
    int error = umpteen_error();
    if (error == 0)
        __VERIFIER_nondet_memory(set, bytes);
    return error;
}

int pthread_setschedparam(pthread_t thread, int policy, const void *parameters)
{
    umpteen_reads(parameters, 4);
    return umpteen_error();
}

int pthread_getschedparam(pthread_t thread, int *policy, void *parameters)
{
    int error = umpteen_error();
    if (error == 0) {
        *policy = (int)__VERIFIER_nondet_uint();
        __VERIFIER_nondet_memory(parameters, 4);
    }
    return error;
}

int pthread_setschedprio(pthread_t thread, int priority)
{
    return umpteen_error();
}

int pthread_getcpuclockid(pthread_t thread, int *clock)
{
    int error = umpteen_error();
    if (error == 0)
        *clock = (int)__VERIFIER_nondet_uint();
    return error;
}

int pthread_getconcurrency(void)
{
    umpteen_approximates("the value of `pthread_getconcurrency`");
    return (int)(__VERIFIER_nondet_uint() >> 1);
}

// `fork` is refused, so that no handler ever runs.
int pthread_atfork(void *prepare, void *parent, void *child)
{
    return __VERIFIER_nondet_bool() ? 12 : 0;
}

int pthread_getattr_np(pthread_t thread, void *attributes)
{
    return umpteen_error();
}

int pthread_attr_getdetachstate(const void *attributes, int *state)
{
    umpteen_approximates("reading an attribute of threads");
    *state = __VERIFIER_nondet_bool();
    return 0;
}

int pthread_attr_getstacksize(const void *attributes, unsigned long *bytes)
{
    umpteen_approximates("reading an attribute of threads");
    __VERIFIER_nondet_memory(bytes, sizeof *bytes);
    return 0;
}

int pthread_attr_getguardsize(const void *attributes, unsigned long *bytes)
{
    umpteen_approximates("reading an attribute of threads");
    __VERIFIER_nondet_memory(bytes, sizeof *bytes);
    return 0;
}

int pthread_attr_getscope(const void *attributes, int *scope)
{
    umpteen_approximates("reading an attribute of threads");
    *scope = __VERIFIER_nondet_bool();
    return 0;
}

int pthread_attr_getinheritsched(const void *attributes, int *inherits)
{
    umpteen_approximates("reading an attribute of threads");
    *inherits = __VERIFIER_nondet_bool();
    return 0;
}

int pthread_attr_getschedpolicy(const void *attributes, int *policy)
{
    umpteen_approximates("reading an attribute of threads");
    *policy = __VERIFIER_nondet_uchar() & 3;
    return 0;
}

int pthread_attr_getschedparam(const void *attributes, void *parameters)
{
    umpteen_approximates("reading an attribute of threads");
    __VERIFIER_nondet_memory(parameters, 4);
    return 0;
}

int sched_get_priority_max(int policy)
{
    return umpteen_number();
}

int sched_get_priority_min(int policy)
{
    return umpteen_number();
}

int sched_getcpu(void)
{
    return umpteen_number();
}

int sched_setaffinity(int process, unsigned long bytes, const void *set)
{
    umpteen_reads(set, bytes);
    return umpteen_try();
}

int sched_getaffinity(int process, unsigned long bytes, void *set)
{
    if (umpteen_try())
        return -1;
    __VERIFIER_nondet_memory(set, bytes);
    return 0;
}

int sched_setscheduler(int process, int policy, const void *parameters)
{
    umpteen_reads(parameters, 4);
    return umpteen_try();
}

int sched_getscheduler(int process)
{
    return umpteen_number();
}

int sched_setparam(int process, const void *parameters)
{
    umpteen_reads(parameters, 4);
    return umpteen_try();
}

int sched_getparam(int process, void *parameters)
{
    if (umpteen_try())
        return -1;
    __VERIFIER_nondet_memory(parameters, 4);
    return 0;
}
