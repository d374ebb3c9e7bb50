// expect: safe
// As thread.c, where threads can be created.
#include <pthread.h>
#include <stdlib.h>
int *context;
void *run(void *unused) { return *context ? context : 0; }
int main(void)
{
    pthread_t first, second;
    context = malloc(sizeof *context);
    *context = 1;
    if (pthread_create(&first, 0, run, 0))
        return 1;
    if (pthread_create(&second, 0, run, 0)) {
        free(context);
        return 1;
    }
    pthread_join(first, 0);
    pthread_join(second, 0);
    free(context);
}
