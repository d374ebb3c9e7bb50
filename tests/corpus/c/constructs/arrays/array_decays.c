// expect: safe
// An array is its address, except where its size or its own address is asked for.
#include <assert.h>

int shared[3] = {1, 2, 3};

int sum(int *from, int *to)
{
    int total = 0;
    while (from < to)
        total += *from++;
    return total;
}

void reverse(int list[], int n)
{
    for (int i = 0; i < n / 2; i++) {
        int saved = list[i];
        list[i] = list[n - 1 - i];
        list[n - 1 - i] = saved;
    }
}

int size(int list[3])
{
    return sizeof list;
}

int main(void)
{
    int own[4] = {4, 5, 6, 7};
    assert(sum(shared, shared + 3) == 6 && sum(own, own + 4) == 22 && sum(own + 1, &own[3]) == 11);
    assert(sum(own, own) == 0 && sum(&own[2], own + 3) == 6);
    reverse(shared, 3);
    reverse(own, 4);
    assert(shared[0] == 3 && shared[1] == 2 && shared[2] == 1);
    assert(own[0] == 7 && own[1] == 6 && own[2] == 5 && own[3] == 4);
    reverse(own + 1, 2);
    assert(own[0] == 7 && own[1] == 5 && own[2] == 6 && own[3] == 4);
    assert(sizeof shared == 12 && sizeof own / sizeof own[0] == 4 && size(own) == 8 && sizeof(shared + 0) == 8);
    assert(shared == &shared[0] && (void *)&shared == (void *)shared && *shared == 3);
    assert((int *)(&shared + 1) == shared + 3 && (char *)(&own + 1) - (char *)own == 16);
    int (*whole)[4] = &own;
    assert((*whole)[2] == 6 && **whole == 7 && *whole == own && sizeof *whole == 16);
    return 0;
}
