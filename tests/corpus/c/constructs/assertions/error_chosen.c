// expect: unsafe, flags --property reach-error
// One of two functions is called, and one of them is the failure.
int __VERIFIER_nondet_int(void);
void reach_error(void) {}
void go_on(void) {}

int main(void)
{
  (__VERIFIER_nondet_int() ? reach_error : go_on)();
  void (*f)(void) = __VERIFIER_nondet_int() ? reach_error : go_on;
  f();
  return 0;
}
