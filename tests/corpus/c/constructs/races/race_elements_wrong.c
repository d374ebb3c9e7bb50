// expect: unsafe, property race
// The object is freed while the worker may still write it.
#include <pthread.h>
#include <stdlib.h>

struct pair {
    int left, right;
} pairs[2];
int row[3];

void *worker(void *argument)
{
    struct pair *pair = argument;
    pair->left = 1;
    pairs[1].left = 2;
    for (int i = 0; i < 2; i++)
        row[i] = i;
    return 0;
}

int main(void)
{
    pthread_t thread;
    struct pair *own = calloc(1, sizeof(struct pair)), *other = &pairs[1];
    own->right = 3;
    pthread_create(&thread, 0, worker, own);
    own->right = 4;
    other->right = 5;
    *(row + 2) = 6;
    free(own);
    pthread_join(thread, 0);
    return 0;
}
