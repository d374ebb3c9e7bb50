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
