// expect: unknown
// Fewer characters than are asked for may be stored before the input ends.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    char word[4] = "zz";
    if (scanf("%3c", word) != 1)
        assert(word[0] == 'z');
}
