// expect: error usage, flags --stub foo=nothing
// There is no such word.
int foo(void);
int main(void) { return foo(); }
