// expect: safe
// Compare-and-swap from 0: the first thread wins, the others learn who did.
#include <pthread.h>

int owner, loser_one, loser_two;

void *one(void *unused)
{
    if (!__sync_bool_compare_and_swap(&owner, 0, 1))
        loser_one = owner;
    return 0;
}

void *two(void *unused)
{
    if (!__sync_bool_compare_and_swap(&owner, 0, 2))
        loser_two = owner;
    return 0;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, one, 0);
    pthread_create(&second, 0, two, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
