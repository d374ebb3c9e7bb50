// A producer, and any number of consumers: what one takes was put in, and nobody else takes it. With -DBUG they take as if
// there were one consumer.
#include <assert.h>
#include <ck_stack.h>
#include <pthread.h>

#ifdef BUG
#define ck_stack_pop_upmc ck_stack_pop_npsc
#endif

static ck_stack_t stack = CK_STACK_INITIALIZER;
static ck_stack_entry_t first, second;
static int taken[2];

static void *producer(void *unused)
{
    ck_stack_push_upmc(&stack, &first);
    ck_stack_push_upmc(&stack, &second);
    return unused;
}

static void *consumer(void *unused)
{
    ck_stack_entry_t *got = ck_stack_pop_upmc(&stack);
    if (got) {
        assert(got == &first || got == &second);
        assert(!taken[got == &first]);
        taken[got == &first] = 1;
    }
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, producer, NULL);
    while (1)
        pthread_create(&thread, NULL, consumer, NULL);
}
