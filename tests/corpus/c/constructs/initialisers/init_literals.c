// expect: safe
// Compound literals: variables without a name, made anew each time, of structures, arrays and numbers.
#include <assert.h>

struct pair { int x, y; };

int n = 3;

int sum(struct pair p) { return p.x + 10 * p.y; }
int weigh(const int *a, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += a[i] * (i + 1);
    return s;
}

int main(void)
{
    int l = 4, *kept[2];
    assert(((int[]){ 4, 5, 6 }[1] == 5 && (int[3]){ 7 }[2] == 0 && (struct pair){ .y = 3 }.y == 3));
    assert((struct pair){ .y = 3 }.x == 0 && (int){ 7 } == 7 && (char){ 300 } == 44 && (_Bool){ 2 } == 1);
    assert((sum((struct pair){ 1, 2 }) == 21 && sum((struct pair){ n, l }) == 43 && sum((struct pair){ .y = n++ }) == 30));
    assert((weigh((int[]){ 1, 2, 3 }, 3) == 14 && weigh((int[]){ n, l }, 2) == 12 && sizeof (int[]){ 1, 2, 3 } == 12));
    assert((char[]){ "abc" }[1] == 'b' && (char[]){ "abc" }[3] == 0 && sizeof (char[]){ "abc" } == 4);
    struct pair *p = &(struct pair){ 5, 6 };
    p->x++;
    assert(p->x == 6 && p->y == 6);
    for (int i = 0; i < 3; i++) {
        struct pair *s = &(struct pair){ i };
        int *a = (int[3]){ [1] = i };
        assert(s->x == i && s->y == 0 && a[0] == 0 && a[1] == i && a[2] == 0);
        s->y = a[0] = a[2] = 9;
    }
    struct pair t = (struct pair){ 8, 9 };
    t = (struct pair){ t.y, t.x };
    assert(t.x == 9 && t.y == 8);
    ((struct pair){ 1, 2 }).x = 5;
    (int){ 3 }++;
    *(kept[0] = &(int){ 1 }) += 4;
    kept[1] = &(int){ 1 };
    assert(*kept[0] == 5 && *kept[1] == 1 && kept[0] != kept[1]);
    struct pair u[2] = { (struct pair){ 1, 2 }, { 3, 4 } };
    assert(u[0].y == 2 && u[1].x == 3);
    return 0;
}
