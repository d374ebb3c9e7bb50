// expect: unsafe
// Check and use of the index are apart: workers 1 and 2 both see top == 1, worker 1 sets it to 0, worker 2 sets it to
// -1 and reads stack[-1].
#include <pthread.h>
#include <assert.h>

int stack[2] = { 5, 6 };
int top = 1;

void *worker(void *unused)
{
    if (top > 0) {
        top = top - 1;
        int value = stack[top];
        assert(value != 0);
    }
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
