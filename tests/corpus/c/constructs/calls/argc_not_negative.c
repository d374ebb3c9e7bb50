// expect: safe
// The number of arguments is at least 0.
#include <assert.h>

int main(int argc, char **argv) { assert(argc >= 0); }
