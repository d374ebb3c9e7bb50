// expect: unsafe
// As many threads as the first argument says.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int count;

void *work(void *p)
{
    int before = count;
    count = before + 1;
    assert(count == before + 1);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc < 2)
        return 1;
    int n = atoi(argv[1]);
    pthread_t t;
    for (int i = 0; i < n; i++)
        pthread_create(&t, 0, work, 0);
}
