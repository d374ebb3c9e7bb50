// expect: unsafe
// A structure that ends with as many characters as are needed, and one more is written.
#include <assert.h>
#include <stdlib.h>

unsigned __VERIFIER_nondet_uint(void);

struct message {
    unsigned length;
    char text[];
};

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 100)
        return 0;
    struct message *m = malloc(sizeof *m + n);
    if (!m)
        return 0;
    m->length = n;
    for (unsigned i = 0; i <= m->length; i++)
        m->text[i] = 'x';
    free(m);
    return 0;
}
