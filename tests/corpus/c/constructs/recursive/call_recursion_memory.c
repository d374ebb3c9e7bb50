// expect: safe
// Recursive functions share static variables and what their callers point to; their own variables are new in each call.
#include <assert.h>

int calls;
struct node {
    int value;
    struct node *next;
} last = {3, 0}, first = {4, &last};

int sum(int *p, int n)
{
    static int deepest;
    int own[2] = {n, n + 1};
    if (n > deepest)
        deepest = n;
    calls++;
    int rest = n == 0 ? 0 : sum(p + 1, n - 1);
    assert(own[0] == n && own[1] == n + 1 && deepest == 2);
    return n == 0 ? 0 : *p + rest;
}
void fill(int *p, int n)
{
    if (n < 0)
        return;
    p[n] = n + 5;
    fill(p, n - 1);
}
int *end(int *p) { return *p == 7 ? p : end(p + 1); }
int length(struct node *n) { return n ? 1 + length(n->next) : 0; }
void set(int *p, int to) { *p = to; }
int helped(int n)
{
    int x;
    set(&x, n + 1);
    if (n)
        helped(n - 1);
    return x;
}

int main(void)
{
    int a[3] = {5, 6, 7}, b[3] = {0};
    assert(sum(a, 2) == 11 && calls == 3);
    fill(b, 2);
    assert(b[0] == 5 && b[1] == 6 && b[2] == 7 && end(b) == &b[2] && *end(a) == 7);
    assert(length(&first) == 2 && length(0) == 0 && helped(2) == 3);
    return 0;
}
