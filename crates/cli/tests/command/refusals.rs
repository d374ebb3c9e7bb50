//! Refusals are told all at once: by construct, with every place.

use crate::support::{scratch, stderr, stdout, umpteen};

const PROGRAM: &str = "\
#include <pthread.h>
#include <setjmp.h>
jmp_buf b;
enum { DEBUG = 0 };
void helper(int level)
{
    if (level > 3) {
        int unused __attribute__((cleanup(helper)));
    }
    int first __attribute__((cleanup(helper)));
    first = 1;
}
int main(void)
{
    const int n = 4;
    if (DEBUG || n != 4)
        goto *(void *)0;
    while (setjmp(b)) {
        int second __attribute__((cleanup(helper))) = 1;
        second++;
    }
    helper(2);
    helper(3);
    goto *(void *)n;
    return 0;
}
";

#[test]
fn all_refusals_are_told_at_once() {
    let folder = scratch("refusals");
    let file = folder.join("a.c");
    std::fs::write(&file, PROGRAM).unwrap();
    let output = umpteen(&["check", file.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2), "{}", stdout(&output));
    let told = stderr(&output);
    // The dead branches with a computed `goto` and a variable are none.
    assert!(told.contains("4 places are refused, for 3 reasons"), "{told}");
    for part in ["a.c:10:", "a.c:18:", "a.c:19\n", "a.c:24:"] {
        assert!(told.contains(part), "{part}: {told}");
    }
}
