// What a schedule is made of; see umpteen_runtime.c.
#include <stddef.h>

enum umpteen_storage { STATIC, AUTOMATIC, HEAP, CODE };

// An object in the memory of the program.
struct umpteen_object {
    const char *name; // `variable`, or `function.variable`
    unsigned long long address; // in the trace
    size_t size;
    enum umpteen_storage storage;
    int thread; // on whose stack it is; -1 if on none, or on several
    int scheduled; // whether the schedule is about it
};

enum umpteen_kind {
    ACCESS, // a read or write of memory, or a function of the synchronisation library on an object there
    EXISTS, // an object of the heap is allocated or freed
    START,  // a thread is started; `value` is its number
    JOIN,   // a thread is joined
    INPUT,  // a function returns a value that the program does not determine
    RESULT, // a function ends without returning a value, and has this one
    PASS,   // part of a structure is passed to a function
    CONTENT, // what is in an object of the heap when it was just allocated
    ABOUT,  // the thread stops before this access for ever
    FIRST,  // an access that is made, and that the one of another thread races with since nothing orders them
    RACE,   // and another one is about to access the same memory
    FAIL    // the last thing: what must not happen does
};

// One thing that a thread does, in the order in which the threads take turns.
struct umpteen_item {
    int thread;
    enum umpteen_kind kind;
    int object; // -1 if there is none
    size_t offset, size;
    int write;
    unsigned long long value;
    const char *file;
    int line;
    int to;           // the parameter that it is passed to; -1 if there is none
    size_t to_offset;
};

// A thread that runs a function from the start.
struct umpteen_spawn {
    int thread;
    const char *function;
};

// The value of a variable of a function that the program does not give one.
struct umpteen_fill {
    int thread, object;
    size_t offset, size;
    unsigned long long value;
};

// Where an object is in the frame of a function.
struct umpteen_place {
    const char *function;
    int object;
    long offset;
};

extern const struct umpteen_object umpteen_objects[];
extern const struct umpteen_item umpteen_items[];
extern const struct umpteen_spawn umpteen_spawns[];
extern const struct umpteen_fill umpteen_fills[];
extern const struct umpteen_place umpteen_places[];
extern const int umpteen_object_count, umpteen_item_count, umpteen_spawn_count, umpteen_thread_count;
extern const int umpteen_fill_count, umpteen_place_count;
extern const char *const umpteen_thread_names[];
extern const int umpteen_ended[];       // after so many items a thread has ended; -1 if it has not
extern const int umpteen_invalid_access; // whether the failure is an access that leads nowhere
extern const int umpteen_error_calls; // whether calls of error functions are failures

unsigned long long umpteen_input(void);
void umpteen_failure(const char *what);
void umpteen_stop_unless(int condition);
