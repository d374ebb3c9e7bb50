// expect: safe
// Where a pointer leads is known up to the element, also after it was past the end: no union is used in two ways.
#include <assert.h>

union word {
    long number;
    char letter;
} words[3], past[2];

int main(void)
{
    long *p;
    char *q;
    p = &words[0].number;
    *p = 300;
    q = &words[1].letter;
    *q = 'x';
    assert(words[0].number == 300 && words[1].letter == 'x');
    p = (long *)((union word *)q + 1);
    *p = 1000;
    assert(words[2].number == 1000);

    union word *first, *end, *last;
    first = past;
    first->number = 7;
    end = first + 2;
    last = end - 1;
    last->letter = 'y';
    assert(past[1].letter == 'y' && past[0].number == 7);
    return 0;
}
