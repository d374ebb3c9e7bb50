// expect: error unsupported
// A pointer that was moved by a variable may lead to every element, so the union is used in two ways.
#include <assert.h>

union word {
    long number;
    char letter;
} words[2];

int main(void)
{
    int n = 1;
    words[0].number = 300;
    char *q = &words[0].letter;
    q += n * sizeof(union word);
    *q = 'x';
    assert(words[1].letter == 'x' && words[0].number == 300);
    return 0;
}
