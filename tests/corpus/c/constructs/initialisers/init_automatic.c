// expect: safe
// A local variable gets its first value each time that its declaration is passed, all of its parts.
#include <assert.h>

struct pair { int x, y[2]; };

int n, calls;
struct pair shared = { 5, { 6, 7 } };

int next(void) { return ++calls; }
struct pair make(int k) { struct pair r = { k, { k + 1 } }; return r; }

int main(void)
{
    for (int i = 0; i < 3; i++) {
        int a[3] = { [1] = i + 1 }, m[2][2] = { { i }, { [1] = 2 * i } }, k = i, *p = &a[1], *q = a + i;
        struct pair s = { .x = i }, t = { i, i + 1 }, u = s, v = shared, w[2] = { s, { .y = { [1] = i } } };
        char text[2] = "a", other[4] = { "bc" };
        unsigned char byte = i - 1;
        _Bool b = 2 * i;
        assert(a[0] == 0 && a[1] == i + 1 && a[2] == 0 && k == i && *p == i + 1 && q - a == i && b == (i > 0));
        assert(m[0][0] == i && m[0][1] == 0 && m[1][0] == 0 && m[1][1] == 2 * i && byte == (i ? i - 1 : 255));
        assert(s.x == i && s.y[0] == 0 && s.y[1] == 0 && t.x == i && t.y[0] == i + 1 && t.y[1] == 0 && u.x == i);
        assert(v.x == 5 && v.y[1] == 7 && w[0].x == i && w[0].y[0] == 0 && w[1].x == 0 && w[1].y[0] == 0 && w[1].y[1] == i);
        assert(text[0] == 'a' && text[1] == 0 && other[1] == 'c' && other[2] == 0 && other[3] == 0);
        a[0] = a[2] = m[0][1] = m[1][0] = k = 99;
        s.y[0] = s.y[1] = t.y[1] = u.x = v.x = v.y[1] = w[0].y[0] = w[1].x = w[1].y[0] = 99;
        text[1] = other[2] = other[3] = 'z';
    }
    assert(shared.x == 5 && shared.y[1] == 7);

    // From left to right; what is named before may be used.
    int one = next(), two = one + next(), list[3] = { next(), two, next() }, three = list[0] + one;
    assert(one == 1 && two == 3 && list[0] == 3 && list[1] == 3 && list[2] == 4 && three == 4 && calls == 4);
    struct pair made = make(4), pairs[3] = { make(1), shared, make(next()) }, literal = (struct pair){ 1, { 2, 3 } };
    assert(made.x == 4 && made.y[0] == 5 && made.y[1] == 0 && pairs[0].x == 1 && pairs[0].y[0] == 2 && pairs[1].y[1] == 7);
    assert(pairs[2].x == 5 && pairs[2].y[0] == 6 && literal.y[1] == 3);
    struct { struct pair p; int z; } whole = { made, 8 }, parts = { 1, 2, 3, 4 }, by_name = { .z = 9, .p = shared };
    assert(whole.p.x == 4 && whole.p.y[0] == 5 && whole.z == 8 && parts.p.y[1] == 3 && parts.z == 4);
    assert(by_name.p.y[0] == 6 && by_name.z == 9);
    int choice = n ? 1 : 2, both = n || calls, value = ({ n = 3; n + 1; }), *where = n ? &n : 0, __reserved = 4, __kept = n;
    n = 5;
    assert(choice == 2 && both == 1 && value == 4 && *where == 5 && __reserved == 4 && __kept == 3);
    __auto_type number = 'a';
    __auto_type large = 5000000000;
    __auto_type copy = made;
    __auto_type to = &made;
    to->x++;
    number = 300;
    assert(number == 300 && large == 5000000000 && copy.x == 4 && made.x == 5);
    return 0;
}
