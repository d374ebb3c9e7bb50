// expect: unsafe, flags --stub reach_error=pure
// A call that is the failure cannot be said to be something else.
extern void reach_error(void);
int main(void) { reach_error(); }
