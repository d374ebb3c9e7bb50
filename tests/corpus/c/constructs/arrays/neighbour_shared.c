// expect: unsafe
// The same with shared arrays, a function, and no assertion.
int a[3], b[3];

static void set(int *p, int n)
{
  *(p + n) = 7;
}

int main(void)
{
  set(a, 0);
  set(b, 1);
  set(a, 4);
  return 0;
}
