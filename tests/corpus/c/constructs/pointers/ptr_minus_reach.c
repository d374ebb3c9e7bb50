// expect: unsafe, property reach-error
extern void reach_error(void);
int a[3] = {1,2,3};
int main(){ int *p = &a[2]; unsigned n = 1; int *q = p - n; if (*q == 2) reach_error(); return 0; }
