// expect: error usage, flags --may-fail strlen
// It does not fail.
int main(void) { return 0; }
