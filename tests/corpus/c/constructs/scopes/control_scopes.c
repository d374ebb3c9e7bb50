// expect: safe
// Names mean the innermost declaration; static variables keep their values, and `extern` ones are those of the file.
#include <assert.h>

int x = 1;
int x;
extern int x;
extern int later;
static int hidden;
static int hidden = 6;
extern int list[];

int of_later(void) { return later; }
int element(int i) { extern int list[]; return list[i]; }
int counted(void) { static int c = 5; c++; return c; }
int counted_too(void)
{
    static int c;
    {
        static int c = 10;
        c += 2;
        if (c > 12)
            return c;
    }
    return ++c;
}
int parameter(int x) { x++; { int x = 5; x++; } return x; }
int named(int named) { int counted = named * 2; return counted; }
int once(int k)
{
    if (k)
        return 0;
    static int c = 3;
    return ++c;
}

int later = 4;
int list[] = { 1, 2, 3 };

int main(void)
{
    assert(x == 1 && hidden == 6 && of_later() == 4 && element(1) == 2);
    int x = x = 2;
    {
        int x = 3;
        {
            extern int x;
            extern int x;
            assert(x == 1);
            x = 7;
        }
        assert(x == 3);
        x = 30;
    }
    for (int x = 5; x < 7; x++) {
        int x = 9;
        x++;
        assert(x == 10);
    }
    if (x == 2) {
        int x = 4;
        x++;
    } else
        x = 5;
    while (x == 2) {
        int x = 8;
        x = 9;
        break;
    }
    assert(x == 2);
    {
        extern int x;
        assert(x == 7);
    }
    assert(counted() == 6 && counted() == 7 && counted_too() == 1 && counted_too() == 14 && counted_too() == 16);
    assert(parameter(3) == 4 && named(4) == 8 && counted() == 8 && once(1) == 0 && once(0) == 4 && once(0) == 5);
    int y = x, z = y + 1, *p = &z, a[2] = { z, y };
    assert(z == 3 && *p == 3 && a[0] == 3 && a[1] == 2);

    for (int i = 0; i < 3; i++) {
        static int kept = 1;
        int fresh = 1;
        fresh++;
        kept *= 2;
        assert(fresh == 2 && kept == 2 << i);
    }
    {
        typedef char x;
        enum { y = 40 };
        struct z { x a[3]; };
        assert(sizeof(x) == 1 && y == 40 && sizeof(struct z) == 3);
    }
    typedef int number;
    {
        number number = 5;
        number++;
        assert(number == 6);
    }
    number last = 4;
    static int own[] = { 1, 2, 3, 4 };
    static int *at = &own[2];
    extern int list[];
    assert(sizeof x == 4 && y == 2 && last == 4 && sizeof own == 16 && *at == 3 && at[-1] == 2 && list[2] == 3);
    return 0;
}
