// expect: safe
// Expressions whose value nobody wants: nothing happens, or just their effects, each of them once.
#include <assert.h>
#include <stdio.h>

int g = 1, n, a[3] = { 1, 2, 3 };
struct pair { int x, y; } s = { 1, 2 };
int *p = a;

int next(void) { return ++n; }
struct pair both(void) { n += 10; return s; }
int *where(void) { n += 100; return a; }

int main(int argc, char **argv)
{
    int l = 1;
    char *text = "text";
    5;
    "text";
    'c';
    g;
    l;
    s;
    a;
    p;
    main;
    text;
    sizeof g++;
    sizeof(int);
    sizeof next();
    (void)argc;
    (void)argv;
    (void)s;
    (void)a;
    (void)next;
    -l;
    !g;
    g + l;
    g == l;
    s.x;
    a[1];
    *p;
    &g;
    &a[2];
    (char)g;
    l ? g : l;
    assert(g == 1 && l == 1 && n == 0);

    next();
    (void)next();
    (long)(char)next();
    -next();
    next() + next();
    next() == 3;
    !next();
    assert(n == 8);
    both();
    both().x;
    where()[2];
    *where();
    &where()[1];
    assert(n == 328);
    l++, g++;
    l++, g += 2, l;
    (l--, --g);
    (void)(g *= 2, l += 3);
    assert(l == 5 && g == 6);
    *p++;
    assert(p == a + 1);
    *p += 3;
    a[l - 3] -= 1;
    (g, l) ? l = 2 : 0;
    assert(a[1] == 5 && a[2] == 2 && l == 2);
    next() ? g++ : l++;
    g == 7 && (g = 8);
    g == 7 || (g = 9);
    assert(g == 9 && l == 2 && n == 329);

    printf("%d %d\n", g++, (int)sizeof l++);
    putchar(l++ + '0');
    puts("text");
    fprintf(stderr, "%d\n", ++g);
    assert(g == 11 && l == 3);
    return 0;
}
