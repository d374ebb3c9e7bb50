// expect: unsafe
// The end of expr_statement_expression.c is reached: no step on the way there is missing.
#define main original
#include "expr_statement_expression.c"
#undef main

int main(void)
{
    original();
    assert(0);
}
