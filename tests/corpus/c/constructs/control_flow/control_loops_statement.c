// expect: safe, flags --granularity statement
// What control_loops.c says holds as well where every statement is one step.
#include "control_loops.c"
