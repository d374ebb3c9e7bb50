// expect: safe, flags --granularity statement
// What record_assignment.c says holds as well where every statement is one step.
#include "record_assignment.c"
