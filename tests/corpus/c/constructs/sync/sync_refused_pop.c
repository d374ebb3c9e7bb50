// expect: error unsupported
// A handler is popped that nobody has pushed in the same block.
extern void pthread_cleanup_push(void (*)(void *), void *);
extern void pthread_cleanup_pop(int);

void set(void *unused)
{
}

int main(void)
{
    pthread_cleanup_push(set, 0);
    {
        pthread_cleanup_pop(0);
    }
    return 0;
}
