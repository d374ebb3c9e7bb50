// expect: unknown, property reach-error
// (unsafe is the truth; the model does not go that far.)
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int x, y;
int main(){ char *c = __VERIFIER_nondet_int() ? (char*)&x : (char*)&y; int i = __VERIFIER_nondet_int(); if (i < 1 || i > 3) return 0; c[i] = 1; reach_error(); return 0; }
