// expect: unsafe
// Nobody may write a variable that is `const`, by whatever pointer.
int main(void)
{
  const int limit = 3;
  int *p = (int *)&limit;
  *p = 4;
  return 0;
}
