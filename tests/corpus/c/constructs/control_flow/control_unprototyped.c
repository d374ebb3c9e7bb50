// expect: safe
// Functions without a prototype take any arguments, which are evaluated; old definitions name their parameters apart.
#include <assert.h>

int n;

int none() { return 3; }
int late();
int old(a, b, c)
int a, c;
char b;
{
    return a * 100 + b * 10 + c;
}
implicit() { return 7; }

int main()
{
    assert(none() == 3 && none(1) == 3 && none(n++, 2, n += 4) == 3 && n == 5);
    none(n++);
    assert(n == 6);
    assert(late(4) == 5 && old(3, 4, 5) == 345 && old(1, 257, 2) == 112 && implicit() == 7);
    {
        int inner(int);
        assert(inner(3) == 8);
    }
    return 0;
}

int late(int a) { return a + 1; }
int inner(int a) { return a + 5; }
