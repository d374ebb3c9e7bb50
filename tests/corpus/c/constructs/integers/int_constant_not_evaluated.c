// expect: safe
// What a constant expression does not evaluate need not have a value (C11 6.6).
#include <assert.h>

int quotient = 1 ? 7 : 1 / 0;
enum { none = 0 && 1 / 0, some = 1 || 1 % 0 };

int main(void)
{
    assert(quotient == 7 && none == 0 && some == 1);
    switch (2) {
    case 0 ? 1 / 0 : 2:
        return 0;
    }
    assert(0);
}
