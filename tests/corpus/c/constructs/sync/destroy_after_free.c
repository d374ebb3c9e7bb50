// expect: unsafe
// What is destroyed must still be there.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
struct s { pthread_mutex_t m; int n; };
int main(void)
{
    struct s *p = malloc(sizeof *p);
    pthread_mutex_init(&p->m, 0);
    free(p);
    pthread_mutex_destroy(&p->m);
    return 0;
}
