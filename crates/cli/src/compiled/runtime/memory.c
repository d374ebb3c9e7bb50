// The heap, and accesses to memory as gcc reports them.

static void *allocate(size_t size, int cleared)
{
    struct event event = {EXISTS, 0, size, 1, 0};
    void *result = cleared ? __real_calloc(1, size) : __real_malloc(size);
    int item = wait_for(&event);
    raw_lock(&guard);
    if (item >= 0) {
        base[umpteen_items[item].object] = (uintptr_t)result;
        for (int at = item + 1; umpteen_items[at].kind == CONTENT; at++) {
            unsigned long long value = real_value(umpteen_items[at].value, umpteen_items[at].size);
            if (umpteen_items[at].offset + umpteen_items[at].size <= size)
                memcpy((char *)result + umpteen_items[at].offset, &value, umpteen_items[at].size);
            consumed[at] = 1;
        }
    }
    struct block *block = __real_malloc(sizeof *block);
    *block = (struct block){(uintptr_t)result, size, 0, blocks};
    blocks = block;
    raw_unlock(&guard);
    return result;
}

// What is freed is not given out again, so that a later access to it can be told.
void __wrap_free(void *address)
{
    if (!address)
        return;
    raw_lock(&guard);
    struct block *block = block_at((uintptr_t)address);
    raw_unlock(&guard);
    struct event event = {EXISTS, (uintptr_t)address, block ? block->size : 1, 1, 0};
    wait_for(&event);
    raw_lock(&guard);
    int freed = block && block->freed, wrong = !block || freed || block->start != (uintptr_t)address;
    if (block)
        block->freed = 1;
    raw_unlock(&guard);
    if (wrong) {
        wait_to_fail();
        say("INVALID free of %p, %s", address, freed ? "which was freed" : "which is no object");
        REAL(abort)();
    }
}

void *__wrap_malloc(size_t size) { return allocate(size, 0); }
void *__wrap_calloc(size_t count, size_t size) { return allocate(count * size, 1); }

// A new object with the contents of the old one, as in the model.
void *__wrap_realloc(void *address, size_t size)
{
    if (address && !size) {
        __wrap_free(address);
        return 0;
    }
    void *result = allocate(size, 0);
    if (!address || !result)
        return result;
    raw_lock(&guard);
    struct block *block = block_at((uintptr_t)address);
    raw_unlock(&guard);
    size_t known = block ? block->size : 0, common = known < size ? known : size;
    if (common)
        access_memory(result, common, 1);
    memcpy(result, address, common);
    __wrap_free(address);
    return result;
}

void __tsan_init(void) {}
void __tsan_func_entry(void *caller) { (void)caller; }

#define PLAIN(SIZE) \
    void __tsan_read##SIZE(void *place) { access_memory(place, SIZE, 0); } \
    void __tsan_write##SIZE(void *place) { access_memory(place, SIZE, 1); } \
    void __tsan_unaligned_read##SIZE(void *place) { access_memory(place, SIZE, 0); } \
    void __tsan_unaligned_write##SIZE(void *place) { access_memory(place, SIZE, 1); }
PLAIN(1)
PLAIN(2)
PLAIN(4)
PLAIN(8)
PLAIN(16)
void __tsan_read_range(void *place, size_t size) { access_memory(place, size, 0); }
void __tsan_write_range(void *place, size_t size) { access_memory(place, size, 1); }

// Only the exchange itself is atomic, not what becomes of the expected value. A weak one may fail for no reason.
#define EXCHANGE(T, WEAK) \
    access_memory(e, sizeof *e, 0); \
    T expected = *e; \
    int item = access_memory(p, sizeof *p, 1); \
    int fails = WEAK && item >= 0 && umpteen_items[item].value != 0; \
    if (!fails && __atomic_compare_exchange_n(p, &expected, v, 0, STRONG, STRONG)) \
        return 1; \
    if (fails) \
        expected = __atomic_load_n(p, STRONG); \
    access_memory(e, sizeof *e, 1); \
    *e = expected; \
    return 0;

#define STRONG __ATOMIC_SEQ_CST
#define FETCH(BITS, T, NAME) \
    T __tsan_atomic##BITS##_fetch_##NAME(volatile T *p, T v, int o) \
    { (void)o; access_memory(p, sizeof *p, 1); return __atomic_fetch_##NAME(p, v, STRONG); }
#define ATOMIC(BITS, T) \
    T __tsan_atomic##BITS##_load(const volatile T *p, int o) { (void)o; access_memory(p, sizeof *p, 0); return __atomic_load_n(p, STRONG); } \
    void __tsan_atomic##BITS##_store(volatile T *p, T v, int o) { (void)o; access_memory(p, sizeof *p, 1); __atomic_store_n(p, v, STRONG); } \
    T __tsan_atomic##BITS##_exchange(volatile T *p, T v, int o) { (void)o; access_memory(p, sizeof *p, 1); return __atomic_exchange_n(p, v, STRONG); } \
    FETCH(BITS, T, add) FETCH(BITS, T, sub) FETCH(BITS, T, and) FETCH(BITS, T, or) FETCH(BITS, T, xor) FETCH(BITS, T, nand) \
    int __tsan_atomic##BITS##_compare_exchange_strong(volatile T *p, T *e, T v, int o, int f) \
    { (void)o; (void)f; EXCHANGE(T, 0) } \
    int __tsan_atomic##BITS##_compare_exchange_weak(volatile T *p, T *e, T v, int o, int f) \
    { (void)o; (void)f; EXCHANGE(T, 1) } \
    T __tsan_atomic##BITS##_compare_exchange_val(volatile T *p, T e, T v, int o, int f) \
    { (void)o; (void)f; access_memory(p, sizeof *p, 1); __atomic_compare_exchange_n(p, &e, v, 0, STRONG, STRONG); return e; }
ATOMIC(8, unsigned char)
ATOMIC(16, unsigned short)
ATOMIC(32, unsigned int)
ATOMIC(64, unsigned long)
void __tsan_atomic_thread_fence(int order) { (void)order; __atomic_thread_fence(STRONG); }
void __tsan_atomic_signal_fence(int order) { (void)order; }
