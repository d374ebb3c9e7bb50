// expect: safe
// Every index of an array of several dimensions counts in its own unit, whether it is constant or not.
#include <assert.h>

int a[3][4] = {{0, 1, 2, 3}, {10, 11, 12, 13}, {20, 21, 22, 23}};
int m[2][3][2];

int main(void)
{
    int i = 1, j = 3, k = 2;
    assert(a[i][j] == 13 && a[k][j] == 23 && a[2][j] == 23 && a[i][0] == 10 && a[k][1] == 21 && a[0][k] == 2);
    assert(*(*(a + i) + j) == 13 && *(a[i] + 2) == 12 && (*(a + 2))[j] == 23 && **(a + i) == 10 && *a[k] == 20);
    a[k][i] = 5;
    assert(a[2][1] == 5 && a[1][2] == 12 && a[2][0] == 20 && a[2][2] == 22);

    int (*row)[4] = a;
    row++;
    assert((*row)[2] == 12 && row[1][1] == 5 && row[-1][1] == 1 && *row[1] == 20);
    row = &a[i + 1];
    assert((*row)[j] == 23 && row - a == 2 && (char *)row - (char *)a == 32);
    row = a + 3;
    assert((*--row)[0] == 20 && row[0][j] == 23);
    int *flat = &a[0][0];
    assert(flat[7] == 13 && flat[j] == 3 && &a[2][0] - &a[0][0] == 8 && &a[k][j] - flat == 11);

    m[1][i][1] = 3;
    m[i][2][i - 1] = 4;
    m[0][k][1] = 6;
    assert(m[1][1][1] == 3 && m[1][2][0] == 4 && m[0][2][1] == 6 && m[0][1][1] == 0 && m[i][i][i] == 3);
    assert(m[i][k][0] == 4 && m[i - 1][k][i] == 6 && m[1][0][1] == 0 && m[1][1][0] == 0 && m[0][2][0] == 0);
    int (*plane)[3][2] = &m[i];
    assert((*plane)[2][0] == 4 && plane[-1][k][1] == 6 && sizeof *plane == 24 && sizeof m == 48);
    int local[2][2] = {{1, 2}, {3, 4}};
    assert(local[i][i - 1] == 3 && local[i - 1][i] == 2);
    local[i][0] = 9;
    assert(local[1][0] == 9 && local[0][0] == 1 && local[1][1] == 4);
    return 0;
}
