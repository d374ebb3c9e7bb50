// expect: safe
// A later initialiser of a part replaces the earlier one with all its parts (C11 6.7.9).
#include <assert.h>

struct { struct { int x, y; } a; } s = { .a = { 1, 2 }, .a = { .x = 3 } };
int rows[2][2] = { { 1, 2 }, [0] = { 3 } };
char text[1][4] = { "abc", [0] = "x" };

int main(void)
{
    assert(s.a.x == 3 && s.a.y == 0);
    assert(rows[0][0] == 3 && rows[0][1] == 0);
    assert(text[0][0] == 120 && text[0][2] == 0);
    return 0;
}
