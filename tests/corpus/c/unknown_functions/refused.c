// expect: error unsupported, flags --unknown-functions refuse
// Nothing is assumed about functions without a body.
int foo(void);
int main(void) { return foo(); }
