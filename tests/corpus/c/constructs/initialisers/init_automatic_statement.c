// expect: safe, flags --granularity statement
// What init_automatic.c says holds as well where every statement is one step.
#include "init_automatic.c"
