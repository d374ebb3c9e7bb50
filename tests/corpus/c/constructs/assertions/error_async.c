// expect: unsafe, flags --property reach-error
// A thread that a label starts calls `reach_error`.
void reach_error(void) {}

int main(void)
{
__CPROVER_ASYNC_1:
  reach_error();
  return 0;
}
