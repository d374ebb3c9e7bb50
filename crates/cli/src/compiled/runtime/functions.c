// Where functions begin and end: their variables get the values of the trace.

static uintptr_t error_functions[2];
static int entries; // how many calls there were
static struct {
    int entry; // the call in which a variable was given its value; 0 if not yet
    char *target;
} *filled;

static int is_error(void *function)
{
    return (uintptr_t)function == error_functions[0] || (uintptr_t)function == error_functions[1];
}

static char *place_in(const char *frame, const struct umpteen_place *place) { return (char *)frame + place->offset; }

// The variables of the function are here from now on; without a frame, nowhere any more.
static void place_variables(uintptr_t function, const char *frame)
{
    for (int number = 0; number < umpteen_place_count; number++) {
        const struct umpteen_place *place = &umpteen_places[number];
        const struct umpteen_object *object = &umpteen_objects[place->object];
        if (object->thread != me->number || function_at(place->function) != function)
            continue;
        in_frame[place->object] = frame ? (uintptr_t)place_in(frame, place) : 0;
        if (object->scheduled)
            base[place->object] = in_frame[place->object];
    }
}

// Variables without a first value get the one that the trace needs. What the trace has about a variable for the second
// time is for the next call.
static void fill_variables(uintptr_t function, const char *frame)
{
    int entry = __atomic_add_fetch(&entries, 1, __ATOMIC_RELAXED);
    for (int at = 0; at < umpteen_fill_count; at++) {
        const struct umpteen_fill *fill = &umpteen_fills[at];
        const struct umpteen_place *place = place_of(fill->object);
        if (filled[at].entry || fill->thread != me->number || !place || function_at(place->function) != function)
            continue;
        char *target = place_in(frame, place) + fill->offset;
        int again = 0;
        for (int before = 0; before < at; before++)
            again |= filled[before].entry == entry && filled[before].target == target;
        if (again)
            continue;
        unsigned long long value = real_value(fill->value, fill->size);
        memcpy(target, &value, fill->size);
        filled[at].entry = entry, filled[at].target = target;
    }
}

// The next thing in the schedule that a thread does.
static int next_item(int thread)
{
    for (int at = turn; at < umpteen_item_count; at++)
        if (!consumed[at] && umpteen_items[at].thread == thread)
            return at;
    return -1;
}

// gcc reports nothing when a structure is passed to a function. It has been copied when the function begins: too early, if it
// is the turn of others, and then it is copied once more when it is time.
static void pass_structures(uintptr_t function, const char *frame)
{
    int first = next_item(me->number);
    for (int at = first; at >= 0; at = next_item(me->number)) {
        const struct umpteen_item *item = &umpteen_items[at];
        if (item->kind != PASS || !is_parameter_of(item->to, function))
            return;
        const struct umpteen_place *place = place_of(item->to);
        for (int before = first; before < at; before++)
            if (umpteen_items[before].kind == PASS && umpteen_items[before].thread == me->number
                && umpteen_items[before].to_offset == item->to_offset && place_of(umpteen_items[before].to)->offset == place->offset)
                return; // the next call
        struct event event = {PASS, function, 0, 0, 0};
        int mine = umpteen_items[turn].thread == me->number;
        if (wait_for(&event) != at)
            return;
        if (!mine && item->object >= 0 && base[item->object])
            memcpy(place_in(frame, place) + item->to_offset, (char *)base[item->object] + item->offset, item->size);
    }
}

// gcc calls this when a function begins.
void __cyg_profile_func_enter(void *function, void *caller)
{
    (void)caller;
    if (!me || inside)
        return;
    char *frame = (char *)__builtin_frame_address(1) + 2 * sizeof(void *);
    place_variables((uintptr_t)function, frame);
    fill_variables((uintptr_t)function, frame);
    pass_structures((uintptr_t)function, frame);
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
        place_variables((uintptr_t)function, 0);
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
