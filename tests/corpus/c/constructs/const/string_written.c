// expect: unsafe
// Nobody may write a string.
int main(void)
{
  char *p = "ab";
  p[1] = 'x';
  return 0;
}
