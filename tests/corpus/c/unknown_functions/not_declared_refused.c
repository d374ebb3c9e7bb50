// expect: error unknown-name, flags --unknown-functions refuse
// Nor about those that are not declared.
int main(void) { return foo(); }
