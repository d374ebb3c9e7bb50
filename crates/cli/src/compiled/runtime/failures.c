// Failures, values that the program does not determine, and what stops a thread.

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
    if (report >= 0)
        dprintf(report, "ASSERTION %u %s\n", line, text);
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

// An access that leads nowhere ends the process, if the program did it and not the replay.
static void crashed(int signal, siginfo_t *information, void *context)
{
    (void)context;
    if (!me || inside || !is_last_turn())
        say("the program crashed before the end of the trace");
    else if (signal == SIGILL)
        say("INVALID index");
    else
        say("INVALID access to %p", information->si_addr);
    failing = 1;
    REAL(sigaction)(signal, &(struct sigaction){.sa_handler = SIG_DFL}, 0);
}

unsigned sleep(unsigned seconds) { return (void)seconds, 0; }
int usleep(unsigned moment) { return (void)moment, 0; }
