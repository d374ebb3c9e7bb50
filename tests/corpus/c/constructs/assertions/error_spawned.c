// expect: unsafe, flags --property reach-error --spawn reach_error
// Threads that run `reach_error` from the start call it.
void reach_error(void) {}
