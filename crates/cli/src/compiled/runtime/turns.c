// Events, and who may go on: the heart of the replay.

struct event {
    enum umpteen_kind kind;
    uintptr_t address;
    size_t size;
    int write;
    int library; // a function of the library
};

static int end_of_turn(int from)
{
    int at = from;
    while (at < umpteen_item_count && umpteen_items[at].thread == umpteen_items[from].thread)
        at++;
    return at;
}

// Whether an object is in the frame of a function.
static int is_parameter_of(int object, uintptr_t function)
{
    const struct umpteen_place *place = place_of(object);
    return place && function_at(place->function) == function;
}

static int matches(const struct event *event, const struct umpteen_item *item)
{
    enum umpteen_kind kind = item->kind;
    if (event->kind == ACCESS && (kind == ACCESS || kind == FIRST || kind == ABOUT || kind == RACE)) {
        if ((kind == ACCESS || kind == FIRST) && item->write != event->write && !event->library)
            return 0;
        if (kind == ABOUT && item->write && !event->write)
            return 0;
        uintptr_t start = base[item->object];
        if (!start)
            return item->size == event->size && may_be_at(item->object, event->address);
        // A race with freeing an object is about all of it.
        size_t offset = item->size ? item->offset : 0;
        size_t size = item->size ? item->size : umpteen_objects[item->object].size;
        return event->address < start + offset + size && start + offset < event->address + event->size;
    }
    if (event->kind != kind && !(event->kind == EXISTS && (kind == FIRST || kind == ABOUT || kind == RACE) && !item->size))
        return 0;
    if (event->kind == EXISTS && event->address)
        return base[item->object] == event->address;
    if (event->kind == PASS)
        return is_parameter_of(item->to, event->address);
    return 1;
}

// The item of the current turn that an event is; -1 if it is none of them.
static int find_now(const struct event *event)
{
    for (int at = turn; at < end_of_turn(turn); at++)
        if (!consumed[at] && matches(event, &umpteen_items[at]))
            return at;
    return -1;
}

// Whether an event belongs to a later turn of the thread. One at a place that is not known yet does so only if it is the
// next thing to come.
static int is_later(const struct event *event)
{
    int first = 1;
    for (int at = end_of_turn(turn); at < umpteen_item_count; at++) {
        const struct umpteen_item *item = &umpteen_items[at];
        if (item->thread != me->number)
            continue;
        int has_place = item->object < 0 || item->kind == EXISTS || base[item->object];
        if ((has_place || first) && matches(event, item))
            return 1;
        first = 0;
    }
    return 0;
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

static int first_open(void)
{
    int at = turn;
    while (at + 1 < umpteen_item_count && consumed[at])
        at++;
    return at < umpteen_item_count ? at : umpteen_item_count - 1;
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
    struct thread *other = first_of_race;
    int overlap = other && event->address < other->address + other->size && other->address < event->address + event->size;
    if (!overlap || !(other->write || event->write)) {
        say("the two accesses do not meet");
        _exit(3);
    }
    const char *done = other->item->kind == FIRST ? "has gone on after it" : "is stopped before it";
    say("%s %s %s %zu bytes at %p, %s:%d", name_of(other->number), done, other->write ? "writes" : "reads", other->size,
        (void *)other->address, other->item->file, other->item->line);
    if (other->item->kind == FIRST)
        say("by C11 that does not happen before the following access, which a run of the process does not show by itself");
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

// gcc reports the copy of a structure as one access: takes the other items of the turn that it consists of as well. The
// last of them may be the race. Returns the item that tells what happens.
static int take_pieces(const struct event *event, int item)
{
    const struct umpteen_item *found = &umpteen_items[item];
    size_t seen = found->size;
    if (found->kind != ACCESS || event->library || event->size <= found->size)
        return item;
    for (int at = turn; at < end_of_turn(turn); at++)
        if (!consumed[at] && umpteen_items[at].object == found->object && matches(event, &umpteen_items[at]))
            consumed[at] = 1, seen += umpteen_items[at].size, item = at;
    if (umpteen_items[item].kind == ACCESS && seen < event->size)
        torn = found;
    return item;
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
        if (mine && (item = find_now(event)) >= 0) {
            consumed[item] = 1;
            item = take_pieces(event, item);
            break;
        }
        int later = is_later(event);
        int known = event->kind != ACCESS || event->library || is_known(event->address);
        if (event->kind == EXISTS || event->kind == INPUT || event->kind == PASS)
            known = 0; // what the model leaves out is of no interest to other threads
        if (!later && (!known || has_ended(me->number)))
            break;
        if (mine && last) {
            if (umpteen_invalid_access && event->kind == ACCESS && !is_open(turn, end))
                judge_access(event);
            break;
        }
        if (mine && later && is_open(turn, end) && !strayed)
            strayed = &umpteen_items[first_open()];
        if (mine && (later || !is_open(turn, end)))
            next_turn();
        else if (mine)
            break; // the program does something more than the model
        else
            wait_for_move();
    }
    if (item >= 0) {
        const struct umpteen_item *found = &umpteen_items[item];
        progress++;
        if (event->kind == ACCESS && !base[found->object])
            base[found->object] = event->address - found->offset;
        // A bit-field is written as a whole, without the read that comes before.
        for (int at = turn; at < item; at++)
            if (found->write && umpteen_items[at].object == found->object && umpteen_items[at].offset == found->offset
                && !umpteen_items[at].write)
                consumed[at] = 1;
        if (found->kind == ABOUT || found->kind == FIRST) {
            me->item = found, me->address = event->address, me->size = event->size, me->write = event->write;
            first_of_race = me;
        }
        if (found->kind == ABOUT) {
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

static int access_memory(const volatile void *address, size_t size, int write)
{
    struct event event = {ACCESS, (uintptr_t)address, size, write, 0};
    return wait_for(&event);
}

static void use_library(volatile void *object)
{
    struct event event = {ACCESS, (uintptr_t)object, 1, 1, 1};
    wait_for(&event);
}
