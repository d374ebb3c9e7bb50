// expect: error unsupported
// Evaluating the memory order changes a variable.
#include <assert.h>

int x, order = 4;

int main(void)
{
    __atomic_store_n(&x, 1, order++);
    assert(x == 1 && order == 5);
    return 0;
}
