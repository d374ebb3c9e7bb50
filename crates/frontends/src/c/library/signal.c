// <signal.h> (POSIX.1). Any signal may come at any time. A handler runs as often as it likes in a thread of its own, which may do
// to shared variables all that it may do in the threads that it interrupts, and more: that is an approximation. Variables and locks of
// these threads are another thread's.

_Bool __VERIFIER_nondet_bool(void);
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
    while (__VERIFIER_nondet_bool()) {
        umpteen_approximates("a signal handler, which runs like a thread");
        ((void (*)(int))handler)(1 + __VERIFIER_nondet_uchar() % 64);
    }
    return 0;
}

// SIG_DFL, SIG_IGN and SIG_ERR are no handlers.
static void umpteen_install(void *handler)
{
    pthread_t thread;
    umpteen_assumes("signal handlers change no variable of the thread that they interrupt, take no lock that it holds, and end no wait for a semaphore");
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

// A set of signals has 128 bytes, of which 8 are used: a bit for each signal from the lowest on. glibc keeps 32 and 33 for itself.
static int umpteen_is_signal(int number)
{
    if (number >= 1 && number <= 64 && number != 32 && number != 33)
        return 1;
    umpteen_fail();
    return 0;
}

int sigemptyset(void *set)
{
    unsigned long *words = set;
    for (unsigned long n = 0; n < 8 / sizeof *words; n++)
        words[n] = 0;
    return 0;
}

int sigfillset(void *set)
{
    unsigned long *words = set;
    for (unsigned long n = 0; n < 8 / sizeof *words; n++)
        words[n] = ~0ul;
    words[31 / (8 * sizeof *words)] &= ~(1ul << 31);
    words[32 / (8 * sizeof *words)] &= ~(1ul << 32 % (8 * sizeof *words));
    return 0;
}

int sigaddset(void *set, int number)
{
    unsigned long *words = set;
    if (!umpteen_is_signal(number))
        return -1;
    words[(number - 1) / (8 * sizeof *words)] |= 1ul << (number - 1) % (8 * sizeof *words);
    return 0;
}

int sigdelset(void *set, int number)
{
    unsigned long *words = set;
    if (!umpteen_is_signal(number))
        return -1;
    words[(number - 1) / (8 * sizeof *words)] &= ~(1ul << (number - 1) % (8 * sizeof *words));
    return 0;
}

int sigismember(const void *set, int number)
{
    const unsigned long *words = set;
    if (!umpteen_is_signal(number))
        return -1;
    return words[(number - 1) / (8 * sizeof *words)] >> (number - 1) % (8 * sizeof *words) & 1;
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

// A signal without a handler may end the program, and a handler for one that is raised runs at once.
int kill(int process, int number)
{
    if (number)
        umpteen_approximates("what a signal does that `kill` sends");
    return umpteen_try();
}

int raise(int number)
{
    if (number)
        umpteen_approximates("what a signal does that `raise` sends");
    return umpteen_try();
}
