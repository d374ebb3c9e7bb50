// expect: error unsupported, property reach-error
// The linker takes another function than the name says.
void reach_error(void) __asm__("harmless");
void harmless(void) { }
int main(void) { reach_error(); return 0; }
