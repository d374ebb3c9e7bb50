// expect: safe
// Address requests in the style of FreeBSD's rdma_addr (row 12, BSD-RA): who has seen ANSWERED finds the answer to its question.
// There is one place in the queue; clients wait for it, then for the answer, on the same channel.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t channel = PTHREAD_COND_INITIALIZER;

static void mtx_lock(void)
{
    pthread_mutex_lock(&mutex);
}

static void mtx_unlock(void)
{
    pthread_mutex_unlock(&mutex);
}

static void cv_wait(void)
{
    pthread_cond_wait(&channel, &mutex);
}

static void cv_broadcast(void)
{
    pthread_cond_broadcast(&channel);
}

enum { FREE, QUEUED, ANSWERED };

int state, question, answer;

void *client(void *unused)
{
    mtx_lock();
    while (state != FREE)
        cv_wait();
    question = 1;
    state = QUEUED;
    cv_broadcast();
    while (state != ANSWERED)
        cv_wait();
    assert(answer == 1);
    question = 0;
    answer = 0;
    state = FREE;
    cv_broadcast();
    mtx_unlock();
    return 0;
}

void *server(void *unused)
{
    mtx_lock();
    while (state != QUEUED)
        cv_wait();
    answer = question;
    state = ANSWERED;
    cv_broadcast();
    mtx_unlock();
    return 0;
}

int main(void)
{
    pthread_t thread;
    while (1) {
        pthread_create(&thread, 0, client, 0);
        pthread_create(&thread, 0, server, 0);
    }
}
