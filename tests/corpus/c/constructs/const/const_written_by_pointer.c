// expect: unsafe
// Whether it is written is known only when the pointer is.
int __VERIFIER_nondet_int(void);

struct pair { int a, b; };
static const struct pair fixed = { 1, 2 };
struct pair changing;

int main(void)
{
  struct pair *p = __VERIFIER_nondet_int() ? (struct pair *)&fixed : &changing;
  p->b = 3;
  return 0;
}
