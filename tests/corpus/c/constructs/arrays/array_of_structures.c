// expect: safe
// Arrays of structures with arrays in them: each part is found by all indices together, and copied as a whole.
#include <assert.h>

struct record {
    short key;
    int values[3];
    struct {
        char low, high;
    } range[2];
} all[4] = {{1, {2, 3, 4}, {{'a', 'b'}, {'c', 'd'}}}, {.key = 5, .range[1].high = 'z'}};

int main(void)
{
    int i = 1, j = 2;
    assert(all[0].values[j] == 4 && all[i - 1].values[i] == 3 && all[i].key == 5 && all[i].values[j] == 0);
    assert(all[0].range[i].low == 'c' && all[i - 1].range[0].high == 'b' && all[i].range[i].high == 'z');
    all[j].values[i] = 6;
    all[j].range[i - 1].low = 7;
    all[3].values[j] = 8;
    all[j + 1].values[0] = 9;
    assert(all[2].values[1] == 6 && all[2].range[0].low == 7 && all[2].range[0].high == 0 && all[2].key == 0);
    assert(all[3].values[2] == 8 && all[3].values[0] == 9 && all[3].values[1] == 0);

    struct record one = all[i - 1];
    assert(one.key == 1 && one.values[j] == 4 && one.range[1].high == 'd');
    one.values[j]++;
    assert(one.values[2] == 5 && all[0].values[2] == 4);
    all[i] = one;
    assert(all[1].key == 1 && all[1].values[2] == 5 && all[1].range[1].high == 'd' && all[1].range[0].low == 'a');
    all[j] = all[j + 1];
    assert(all[2].values[0] == 9 && all[2].values[1] == 0 && all[2].range[0].low == 0);
    struct record *p = all + i;
    *(p + 1) = p[-1];
    assert(all[2].values[j] == 4 && all[2].key == 1 && all[1].values[j] == 5);
    p->range[i].low = 1;
    (p + 1)->range[j - 1] = p->range[i];
    assert(all[2].range[1].low == 1 && all[2].range[1].high == 'd' && all[2].range[0].low == 'a');
    int *v = p->values;
    v[j] = 11;
    assert(all[1].values[2] == 11 && v[-0] == 2 && *(v + i) == 3);
    return 0;
}
