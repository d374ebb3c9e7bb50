// expect: safe, flags --granularity statement
// What expr_statement_expression.c says holds as well where every statement is one step.
#include "expr_statement_expression.c"
