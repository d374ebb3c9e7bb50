// expect: safe, flags --granularity statement
// What expr_conditional.c says holds as well where every statement is one step.
#include "expr_conditional.c"
