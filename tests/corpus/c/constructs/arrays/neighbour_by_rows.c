// expect: unsafe, flags --data-model ilp32
// With addresses of 32 bits, too.
int a[2][3], b[2][3];

static void set(int (*p)[3], int row)
{
  p[row][2] = 4;
}

int main(void)
{
  set(a, 0);
  set(b, 1);
  set(a, 3);
  return 0;
}
