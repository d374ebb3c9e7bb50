// Threads begin, end and are joined.

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
