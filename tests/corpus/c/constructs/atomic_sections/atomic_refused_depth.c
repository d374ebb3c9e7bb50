// expect: error too-large
// Nine atomic sections are open at once; eight are not too many.
extern void __VERIFIER_atomic_begin(void);

int main(void)
{
    for (int i = 0; i < 9; i++)
        __VERIFIER_atomic_begin();
    return 0;
}
