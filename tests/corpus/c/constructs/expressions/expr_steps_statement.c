// expect: safe, flags --granularity statement
// What expr_steps.c says holds as well where every statement is one step.
#include "expr_steps.c"
