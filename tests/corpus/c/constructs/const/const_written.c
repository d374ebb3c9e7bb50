// expect: unsafe
// Nobody may write a variable that is `const`, by whatever pointer.
static const int limit = 3;

int main(void)
{
  int *p = (int *)&limit;
  *p = 4;
  return 0;
}
