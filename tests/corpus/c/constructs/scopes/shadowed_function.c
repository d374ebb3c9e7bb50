// expect: safe
// Why: a function that a block declares again is called although a variable around the block has its name.
#include <assert.h>

int answer(void)
{
    return 42;
}

int main()
{
    int answer = 1;
    {
        int answer(void);
        assert(answer() == 42);
    }
    assert(answer == 1);
    return 0;
}
