// expect: unsafe, property reach-error
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct L { struct L *next; }; struct N { long v; struct L list; };
struct L head = { &head };
struct N n;
#define entry(p) ((struct N *)((char *)(p) - 8))
int main(){ if (__VERIFIER_nondet_int()) { head.next = &n.list; n.list.next = &head; } struct N *pos = entry(head.next); while (&pos->list != &head) { pos->v = 1; pos = entry(pos->list.next); } struct L *l = &pos->list; if (l->next == &head) reach_error(); return 0; }
