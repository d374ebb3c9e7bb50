// expect: safe
// Designators: by name, index and range, in any order, nested, the last one wins, and others go on from there.
#include <assert.h>

struct inner { int x, y; };
struct outer { int a; struct inner i; int b[4]; struct inner k[2]; int c; };

#define OUTER { .c = 9, .b = { [1] = 3, 4 }, .k = { [1] = { .y = 5 } }, .i = { .y = 2, }, .a = 1 }
#define DEEP { .i.y = 3, .b[2] = 4, .k[1].x = 5, .b[0] = 6, .c = 7 }
#define AFTER { .i = { 1, 2 }, 3, 4, 5, 6, .k = { 7, 8, 9 }, 10, .a = 11, 12, 13 }
#define PLACES { [5] = 1, 2, [1] = 7, 8 }
#define RANGES { [2 ... 4] = 3, 9, [0] = 1, [3 ... 3] = 5 }
#define AGAIN { 1, 2, 3, [0] = 7, 8, [2] = 4, [2] = 5 }
#define ROWS { [1] = { 5 }, [0][1] = 6, [2] = { [1] = 7 } }

struct outer s = OUTER, t = DEEP, u = AFTER;
int places[] = PLACES, ranges[] = RANGES, again[3] = AGAIN, rows[3][2] = ROWS, letters['c'] = { ['a'] = 1, [sizeof(int)] = 2 };
struct inner pairs[] = { [1] = { 1, 2 }, { 3 }, [0].y = 4 }, old = { y: 3, x: 4 };
int old_list[3] = { [1] 5 };

int check(struct outer s, struct outer t, struct outer u)
{
    assert(s.a == 1 && s.i.x == 0 && s.i.y == 2 && s.b[0] == 0 && s.b[1] == 3 && s.b[2] == 4 && s.b[3] == 0);
    assert(s.k[0].x == 0 && s.k[0].y == 0 && s.k[1].x == 0 && s.k[1].y == 5 && s.c == 9);
    assert(t.a == 0 && t.i.x == 0 && t.i.y == 3 && t.b[0] == 6 && t.b[1] == 0 && t.b[2] == 4 && t.k[1].x == 5 && t.c == 7);
    assert(u.a == 11 && u.i.x == 12 && u.i.y == 13 && u.b[0] == 3 && u.b[3] == 6 && u.k[0].y == 8 && u.k[1].x == 9);
    assert(u.k[1].y == 0 && u.c == 10);
    return 1;
}

int main(void)
{
    struct outer ls = OUTER, lt = DEEP, lu = AFTER;
    int lplaces[] = PLACES, lranges[] = RANGES, lagain[3] = AGAIN, lrows[3][2] = ROWS;
    assert(check(s, t, u) && check(ls, lt, lu));
    assert(sizeof places == 28 && places[0] == 0 && places[1] == 7 && places[2] == 8 && places[3] == 0);
    assert(places[5] == 1 && places[6] == 2 && sizeof lplaces == 28 && lplaces[2] == 8 && lplaces[4] == 0 && lplaces[6] == 2);
    assert(sizeof ranges == 24 && ranges[0] == 1 && ranges[1] == 0 && ranges[2] == 3 && ranges[3] == 5 && ranges[4] == 3);
    assert(ranges[5] == 9 && lranges[1] == 0 && lranges[3] == 5 && lranges[4] == 3 && lranges[5] == 9);
    assert(again[0] == 7 && again[1] == 8 && again[2] == 5 && lagain[0] == 7 && lagain[1] == 8 && lagain[2] == 5);
    assert(rows[0][0] == 0 && rows[0][1] == 6 && rows[1][0] == 5 && rows[1][1] == 0 && rows[2][0] == 0 && rows[2][1] == 7);
    assert(lrows[0][0] == 0 && lrows[0][1] == 6 && lrows[1][0] == 5 && lrows[1][1] == 0 && lrows[2][1] == 7);
    assert(letters[97] == 1 && letters[4] == 2 && letters[0] == 0 && letters[98] == 0);
    assert(sizeof pairs == 24 && pairs[0].x == 0 && pairs[0].y == 4 && pairs[1].y == 2 && pairs[2].x == 3 && pairs[2].y == 0);
    assert(old.x == 4 && old.y == 3 && old_list[0] == 0 && old_list[1] == 5);
    return 0;
}
