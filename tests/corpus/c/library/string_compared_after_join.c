// expect: safe
// After the join the new name is complete.

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
    pthread_join(thread, 0);
    assert(strcmp(name, "xyz") == 0 && strncmp(name, "xya", 2) == 0 && strcasecmp(name, "XyZ") == 0);
}
