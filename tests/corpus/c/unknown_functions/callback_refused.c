// expect: error unsupported
// It might call the function that it is given.
void sort(int (*)(int));
int less(int x) { return x; }
int main(void) { sort(less); }
