// expect: unsafe, property reach-error
// A pointer to a function that takes a floating-point number may point to it.
void reach_error(void);

int g;
void set(double d) { g = 1; }
void (*pointer)(double);

int main(void)
{
  pointer = set;
  pointer(1);
  if (g == 1)
    reach_error();
  return 0;
}
