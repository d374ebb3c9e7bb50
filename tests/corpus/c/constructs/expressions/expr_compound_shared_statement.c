// expect: safe, flags --granularity statement
// What expr_compound_shared.c says holds as well where every statement is one step.
#include "expr_compound_shared.c"
