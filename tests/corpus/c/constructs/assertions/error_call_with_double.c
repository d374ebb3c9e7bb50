// expect: error unsupported, property reach-error
// A pointer to a function that takes a number of a type without values here may point to it all the same.
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
