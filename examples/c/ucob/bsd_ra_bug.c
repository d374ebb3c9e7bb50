// expect: unsafe
// The same, but the server gives up the lock between the state and the answer: the client sees ANSWERED and no answer.
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
    state = ANSWERED;
    cv_broadcast();
    mtx_unlock();
    mtx_lock();
    answer = question;
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
