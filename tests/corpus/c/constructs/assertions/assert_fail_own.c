// expect: unsafe, property reach-error
// The program's own `__assert_fail` calls the error function.
extern void reach_error(void);
void __assert_fail(const char *text, const char *file, unsigned line, const char *function) { reach_error(); }
int main(void) { __assert_fail("x", "y", 1, "main"); return 0; }
