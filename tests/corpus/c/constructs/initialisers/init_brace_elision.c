// expect: safe
// Values in braces, with and without the braces of the parts, for shared and for local variables alike.
#include <assert.h>

struct inner { int a[2]; char c; };
struct outer { struct inner i, j[2]; int z; };
struct one { struct { struct { int x; } y; } z; };

#define FULL { { { 1, 2 }, 3 }, { { { 4, 5 }, 6 }, { { 7, 8 }, 9 } }, 10 }
#define FLAT { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 }
#define SOME { { { 1, 2 }, 3 }, { { 4, 5, 6 }, 7, 8, 9 }, 10 }
#define ROWS { 1, 2, { 3 }, 4, 5 }
#define CUBE { { { 1 }, { 2, 3 } }, { 4, 5, 6 } }
#define LIST { 1, 2, 3, { { 4 }, 5 }, { 6, 7, 8 }, 9 }

struct outer full = FULL, flat = FLAT, some = SOME, few = { 1, 2, 3, { 4 }, }, none = { };
int matrix[2][3] = { 1, 2, 3, 4 }, rows[][2] = ROWS, cube[2][2][2] = CUBE, z = { 4 }, more[4] = { { 1 }, 2, };
struct inner list[] = LIST;
struct one deep = { 5 }, deeper = { { { 6 } } };

int sum(struct outer s)
{
    int n = s.i.a[0] + 2 * s.i.a[1] + 3 * s.i.c + 4 * s.j[0].a[0] + 5 * s.j[0].a[1] + 6 * s.j[0].c;
    return n + 7 * s.j[1].a[0] + 8 * s.j[1].a[1] + 9 * s.j[1].c + 10 * s.z;
}

int main(void)
{
    struct outer lfull = FULL, lflat = FLAT, lsome = SOME, lfew = { 1, 2, 3, { 4 }, }, lnone = { };
    int lrows[][2] = ROWS, lcube[2][2][2] = CUBE, lz = { 4 }, lmore[4] = { { 1 }, 2, };
    struct inner llist[] = LIST;
    struct one ldeep = { 5 };
    assert(sum(full) == 385 && sum(flat) == 385 && sum(some) == 385 && sum(few) == 30 && sum(none) == 0);
    assert(sum(lfull) == 385 && sum(lflat) == 385 && sum(lsome) == 385 && sum(lfew) == 30 && sum(lnone) == 0);
    assert(matrix[0][0] == 1 && matrix[0][2] == 3 && matrix[1][0] == 4 && matrix[1][1] == 0 && matrix[1][2] == 0);
    assert(sizeof rows == 24 && rows[0][1] == 2 && rows[1][0] == 3 && rows[1][1] == 0 && rows[2][1] == 5);
    assert(sizeof lrows == 24 && lrows[0][1] == 2 && lrows[1][0] == 3 && lrows[1][1] == 0 && lrows[2][1] == 5);
    assert(cube[0][0][0] == 1 && cube[0][0][1] == 0 && cube[0][1][0] == 2 && cube[0][1][1] == 3 && cube[1][0][0] == 4);
    assert(cube[1][0][1] == 5 && cube[1][1][0] == 6 && cube[1][1][1] == 0 && lcube[1][1][0] == 6 && lcube[0][0][1] == 0);
    assert(sizeof list == 48 && list[0].a[1] == 2 && list[0].c == 3 && list[1].a[0] == 4 && list[1].a[1] == 0);
    assert(list[1].c == 5 && list[2].c == 8 && list[3].a[0] == 9 && list[3].a[1] == 0 && list[3].c == 0);
    assert(sizeof llist == 48 && llist[1].c == 5 && llist[1].a[1] == 0 && llist[2].a[1] == 7 && llist[3].a[0] == 9);
    assert(z == 4 && lz == 4 && more[0] == 1 && more[1] == 2 && more[2] == 0 && lmore[1] == 2 && lmore[3] == 0);
    assert(deep.z.y.x == 5 && deeper.z.y.x == 6 && ldeep.z.y.x == 5);
    return 0;
}
