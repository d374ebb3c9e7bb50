// <signal.h> (POSIX.1). Any signal may come at any time. A handler runs as often as it likes in a thread of its own, which may do
// all that it may do to the threads that it interrupts, and more: that is an approximation.

unsigned char __VERIFIER_nondet_uchar(void);
unsigned int __VERIFIER_nondet_uint(void);
void __VERIFIER_nondet_memory(void *pointer, unsigned long bytes);
void umpteen_reads(const void *pointer, unsigned long bytes);
void umpteen_approximates(const char *text);
void umpteen_assumes(const char *text);
int umpteen_fail(void);
int umpteen_try(void);

typedef unsigned long pthread_t;
int pthread_create(pthread_t *thread, const void *attributes, void *(*function)(void *), void *argument);

static void *umpteen_run_handler(void *handler)
{
    while (__VERIFIER_nondet_uchar() & 1) {
        umpteen_approximates("a signal handler, which runs like a thread");
        ((void (*)(int))handler)(1 + __VERIFIER_nondet_uchar() % 64);
    }
    return 0;
}

// SIG_DFL, SIG_IGN and SIG_ERR are no handlers.
static void umpteen_install(void *handler)
{
    pthread_t thread;
    if (handler != 0 && handler != (void *)1 && handler != (void *)-1l)
        pthread_create(&thread, 0, umpteen_run_handler, handler);
}

// The disposition before is SIG_DFL, SIG_IGN or SIG_ERR; a handler before is not told.
void *signal(int number, void *handler)
{
    umpteen_assumes("`signal` and `sigaction` give back no earlier handler");
    unsigned char choice = __VERIFIER_nondet_uchar() % 3;
    if (choice == 2) {
        umpteen_fail();
        return (void *)-1l;
    }
    umpteen_install(handler);
    return (void *)(long)choice;
}

// The handler is the first member. Data about the disposition before are any numbers, but no handlers.
int sigaction(int number, const void *action, void *before)
{
    if (umpteen_try())
        return -1;
    umpteen_assumes("`signal` and `sigaction` give back no earlier handler");
    if (before)
        __VERIFIER_nondet_memory(before, sizeof(long) == 8 ? 152 : 140);
    if (action)
        umpteen_install(*(void *const *)action);
    return 0;
}

// A set of signals has 128 bytes.
int sigemptyset(void *set)
{
    __VERIFIER_nondet_memory(set, 128);
    return 0;
}

int sigfillset(void *set)
{
    __VERIFIER_nondet_memory(set, 128);
    return 0;
}

int sigaddset(void *set, int number)
{
    __VERIFIER_nondet_memory(set, 128);
    return umpteen_try();
}

int sigdelset(void *set, int number)
{
    __VERIFIER_nondet_memory(set, 128);
    return umpteen_try();
}

int sigismember(const void *set, int number)
{
    umpteen_reads(set, 128);
    return umpteen_try() ? -1 : __VERIFIER_nondet_uchar() & 1;
}

int sigprocmask(int how, const void *set, void *before)
{
    if (set)
        umpteen_reads(set, 128);
    if (before)
        __VERIFIER_nondet_memory(before, 128);
    return umpteen_try();
}

int sigwait(const void *set, int *number)
{
    umpteen_reads(set, 128);
    *number = 1 + __VERIFIER_nondet_uchar() % 64;
    return 0;
}

int sigsuspend(const void *set)
{
    umpteen_reads(set, 128);
    return umpteen_fail();
}

int kill(int process, int number)
{
    return umpteen_try();
}

int raise(int number)
{
    return umpteen_try();
}
