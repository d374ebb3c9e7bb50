// expect: unsafe, flags --property reach-error
// Calling `reach_error` is the failure, by whatever way it is called and whatever its body does.
void reach_error(void) {}

struct operations {
  void (*stop)(void);
};
struct operations all[] = {{reach_error}};

int main(int argc, char **argv)
{
  all[0].stop();
  return 0;
}
