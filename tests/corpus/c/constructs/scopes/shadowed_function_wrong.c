// expect: unsafe
// Why: behind the block the name is the variable again.
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
    assert(answer == 42);
    return 0;
}
