// expect: safe, flags --granularity statement
// What control_functions.c says holds as well where every statement is one step.
#include "control_functions.c"
