// expect: error syntax
// The static assertion is false, so no compiler accepts the program.
_Static_assert(sizeof(int) == 8, "int has 32 bits");

int main(void) { return 0; }
