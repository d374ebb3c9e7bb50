// expect: safe, flags --granularity statement
// What control_switch.c says holds as well where every statement is one step.
#include "control_switch.c"
