// expect: safe
// Pointers to pointers, in variables, arrays and structures, lead to what was last stored in them.
#include <assert.h>

int x = 1, y = 2, z = 3;
int *px = &x, *py = &y;
int *table[3] = {&x, &y, &z};
int **rows[2] = {&px, table + 1};
struct pair {
    int *first, *second;
    struct pair *other;
} left = {&x, &y, 0}, right = {&z, 0, &left};

void swap(int **p, int **q)
{
    int *saved = *p;
    *p = *q;
    *q = saved;
}

int main(void)
{
    int i = 2;
    int **pp = &px;
    int ***ppp = &pp;
    assert(**pp == 1 && ***ppp == 1);
    **pp = 5;
    assert(x == 5);
    *pp = &z;
    assert(px == &z && *px == 3);
    *ppp = &py;
    assert(***ppp == 2 && pp == &py && **pp == 2);

    swap(&px, &py);
    assert(*px == 2 && *py == 3);
    assert(*table[i] == 3 && *table[i - 2] == 5 && **(table + i) == 3);
    swap(&table[0], &table[i]);
    assert(table[0] == &z && table[2] == &x && table[1] == &y);
    *table[i] = 7;
    assert(x == 7 && y == 2 && z == 3);
    assert(*rows[0][0] == 2 && *rows[1][0] == 2 && *rows[i - 1][1] == 7 && **rows[i - 2] == 2);
    pp = table;
    pp++;
    assert(**pp++ == 2 && **pp == 7 && pp - table == 2);

    assert(*right.other->first == 7 && right.other->other == 0 && right.second == 0);
    right.second = left.second;
    left.other = &right;
    assert(*left.other->other->other->second == 2);
    swap(&left.first, &right.first);
    assert(*left.first == 3 && *right.first == 7 && right.first == &x);
    struct pair *p = &left;
    *p->other->second = 9;
    assert(y == 9);
    return 0;
}
