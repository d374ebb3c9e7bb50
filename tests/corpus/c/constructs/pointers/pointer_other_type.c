// expect: unknown
// (Unsafe is the truth; the model does not go that far.) A pointer to a wider type leads to a narrower variable.
#include <assert.h>

char c[2] = {1, 2};
int x = 3;

int main(void)
{
    int *p = &x;
    assert(*p == 3);
    p = (int *)c;
    return *p;
}
