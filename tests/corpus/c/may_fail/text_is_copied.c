// expect: safe, flags --may-fail malloc,calloc
// As text_is_not_copied.c, where functions may fail that the program does not call.
#include <string.h>
int main(void) { char *copy = strdup("a"); copy[0] = 'b'; }
