// expect: safe
// Two threads insert into a binary tree, each insertion under a lock: nothing is lost and the order is kept.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
    int key;
    struct node *left, *right;
};

struct node *root;
int size;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

struct node *insert(struct node *at, int key)
{
    if (!at) {
        struct node *new = calloc(1, sizeof(struct node));
        new->key = key;
        size = size + 1;
        return new;
    }
    if (key < at->key)
        at->left = insert(at->left, key);
    else
        at->right = insert(at->right, key);
    return at;
}

void *low(void *unused)
{
    pthread_mutex_lock(&lock);
    root = insert(root, 1);
    pthread_mutex_unlock(&lock);
    return 0;
}

void *high(void *unused)
{
    pthread_mutex_lock(&lock);
    root = insert(root, 2);
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t one, other;
    pthread_create(&one, 0, low, 0);
    pthread_create(&other, 0, high, 0);
    pthread_join(one, 0);
    pthread_join(other, 0);
    assert(size == 2);
    assert(root->key == 1 ? root->right->key == 2 : root->left->key == 1);
    return 0;
}
