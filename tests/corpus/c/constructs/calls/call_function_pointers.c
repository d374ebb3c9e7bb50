// expect: safe
// A call through a pointer runs the function that it points to, however it is written and wherever the pointer is kept.
#include <assert.h>

int add(int a, int b) { return a + b; }
int sub(int a, int b) { return a - b; }
struct pair {
    int first, second;
};
struct pair swapped(struct pair p) { return (struct pair){p.second, p.first}; }
int *later(int *p, void *unused) { return p + 1; }
long twice(long a) { return 2 * a; }
int last;
void note(int n) { last = n; }
int (*table[3])(int, int) = {add, &sub};
struct operation {
    char sign;
    int (*run)(int, int);
} operations[] = {{'+', add}, {'-', sub}};

int apply(int (*f)(int, int), int a, int b) { return (*f)(a, b) * 10 + (**f)(b, a); }
int use(int f(int, int)) { return f(6, 1); }
int (*choose(int which))(int, int) { return which ? add : sub; }
int number_of(int (*f)(int, int)) { return f == add ? 1 : f == &sub ? 2 : 3; }

int main(void)
{
    int i = 1;
    int (*f)(int, int) = add;
    int (**pf)(int, int) = &f;
    void (*quiet)(int) = note;
    assert(f(2, 3) == 5 && (*f)(2, 3) == 5 && (*pf)(7, 1) == 8);
    f = sub;
    assert(f(2, 3) == -1 && (**pf)(7, 1) == 6 && (&add)(1, 1) == 2 && (*sub)(1, 1) == 0);
    assert(table[i](9, 4) == 5 && table[i - 1](9, 4) == 13 && (*table[0])(1, 2) == 3 && table[2] == 0);
    table[i + 1] = table[i];
    table[i] = choose(i);
    assert(table[2](9, 4) == 5 && table[1](9, 4) == 13);
    struct operation *o = operations;
    assert(operations[i].run(1, 2) == -1 && o->run(1, 2) == 3 && (++o)->run(5, 2) == 3 && o->sign == '-');
    assert(apply(sub, 5, 3) == 18 && apply(f, 5, 3) == 18 && use(add) == 7 && use(f) == 5);
    assert(choose(1)(4, 4) == 8 && choose(i - 1)(4, 4) == 0 && (i ? add : sub)(5, 1) == 6);
    assert(number_of(f) == 2 && number_of(0) == 3 && number_of(table[1]) == 1 && f != 0 && f);
    quiet(5);
    assert(last == 5);
    quiet(f(9, 1));
    assert(last == 8);
    long (*g)(long) = i ? twice : 0;
    assert(g(-3) == -6 && g(f(4, 1)) == 6);
    struct pair (*h)(struct pair) = i ? swapped : 0, p = {1, 2};
    assert(h(p).first == 2 && h(h(p)).first == 1 && p.first == 1);
    int numbers[2] = {7, 8}, *(*move)(int *, void *) = i ? later : 0, (*loose)() = i ? sub : add;
    assert(*move(numbers, 0) == 8 && *(*move)(numbers, &i) == 8 && loose(9, 5) == 4);
    void *any = (void *)f;
    unsigned long bits = (unsigned long)add;
    assert(((int (*)(int, int))any)(8, 1) == 7 && ((int (*)(int, int))bits)(8, 1) == 9);
    return 0;
}
