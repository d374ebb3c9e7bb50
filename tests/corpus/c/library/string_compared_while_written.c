// expect: unsafe
// A thread that renames in place is seen with half of the new name.

#include <assert.h>
#include <pthread.h>
#include <string.h>

char name[4] = "ab";

void *rename_it(void *unused)
{
    strcpy(name, "xyz");
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, rename_it, 0);
    assert(strcmp(name, "xb") != 0);
    pthread_join(thread, 0);
}
