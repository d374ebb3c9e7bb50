// <sys/socket.h>, <netdb.h>, <arpa/inet.h>, <sys/select.h> and <poll.h> (POSIX.1). Calls that may block return at any time, and
// what comes from the network is any data.

_Bool __VERIFIER_nondet_bool(void);
unsigned char __VERIFIER_nondet_uchar(void);
unsigned short __VERIFIER_nondet_ushort(void);
unsigned int __VERIFIER_nondet_uint(void);
unsigned long __VERIFIER_nondet_ulong(void);
void __VERIFIER_nondet_memory(void *pointer, unsigned long bytes);
void umpteen_reads(const void *pointer, unsigned long bytes);
void umpteen_any_text(char *text, unsigned long bytes);
void umpteen_assumes(const char *text);
void umpteen_approximates(const char *text);
int umpteen_fail(void);
int umpteen_try(void);
int umpteen_end(void);
int umpteen_number(void);
long umpteen_receive(void *to, unsigned long bytes);
long umpteen_send(const void *from, unsigned long bytes);

int socket(int domain, int type, int protocol)
{
    return umpteen_number();
}

int socketpair(int domain, int type, int protocol, int files[2])
{
    if (umpteen_try())
        return -1;
    files[0] = __VERIFIER_nondet_uint() >> 1;
    files[1] = __VERIFIER_nondet_uint() >> 1;
    return 0;
}

int bind(int file, const void *address, unsigned int bytes)
{
    umpteen_reads(address, bytes);
    return umpteen_try();
}

int listen(int file, int most)
{
    return umpteen_try();
}

// An address of any length, of which as much is given as there is room.
static void umpteen_any_address(void *address, unsigned int *bytes)
{
    unsigned int length = __VERIFIER_nondet_uchar() & 127;
    if (!address)
        return;
    __VERIFIER_nondet_memory(address, length < *bytes ? length : *bytes);
    *bytes = length;
}

int accept(int file, void *address, unsigned int *bytes)
{
    int made = umpteen_number();
    if (made >= 0)
        umpteen_any_address(address, bytes);
    return made;
}

int connect(int file, const void *address, unsigned int bytes)
{
    umpteen_reads(address, bytes);
    return umpteen_try();
}

int shutdown(int file, int how)
{
    return umpteen_try();
}

long send(int file, const void *from, unsigned long bytes, int flags)
{
    return umpteen_send(from, bytes);
}

long recv(int file, void *to, unsigned long bytes, int flags)
{
    return umpteen_receive(to, bytes);
}

long sendto(int file, const void *from, unsigned long bytes, int flags, const void *address, unsigned int length)
{
    if (address)
        umpteen_reads(address, length);
    return umpteen_send(from, bytes);
}

long recvfrom(int file, void *to, unsigned long bytes, int flags, void *address, unsigned int *length)
{
    long done = umpteen_receive(to, bytes);
    if (done >= 0)
        umpteen_any_address(address, length);
    return done;
}

int setsockopt(int file, int level, int option, const void *value, unsigned int bytes)
{
    umpteen_reads(value, bytes);
    return umpteen_try();
}

int getsockopt(int file, int level, int option, void *value, unsigned int *bytes)
{
    if (umpteen_try())
        return -1;
    unsigned int length = __VERIFIER_nondet_uint();
    if (length < *bytes)
        *bytes = length;
    __VERIFIER_nondet_memory(value, *bytes);
    return 0;
}

int getsockname(int file, void *address, unsigned int *bytes)
{
    if (umpteen_try())
        return -1;
    umpteen_any_address(address, bytes);
    return 0;
}

int getpeername(int file, void *address, unsigned int *bytes)
{
    return getsockname(file, address, bytes);
}

// Some of the descriptors of a set stay in it; it has room for 1024.
static void umpteen_any_subset(void *set)
{
    unsigned long *words = set;
    if (!set)
        return;
    for (unsigned long n = 0; n < 128 / sizeof *words; n++)
        words[n] &= __VERIFIER_nondet_ulong();
}

int select(int most, void *reads, void *writes, void *others, void *timeout)
{
    if (umpteen_try())
        return -1;
    umpteen_any_subset(reads);
    umpteen_any_subset(writes);
    umpteen_any_subset(others);
    if (timeout)
        __VERIFIER_nondet_memory(timeout, 2 * sizeof(long));
    return __VERIFIER_nondet_uint() % 3073;
}

struct pollfd {
    int fd;
    short int events;
    short int revents;
};

int poll(struct pollfd *files, unsigned long count, int timeout)
{
    if (umpteen_try())
        return -1;
    for (unsigned long n = 0; n < count; n++) {
        umpteen_reads(&files[n], sizeof files[n]);
        files[n].revents = (short)__VERIFIER_nondet_ushort();
    }
    return count ? (int)(__VERIFIER_nondet_uint() % (unsigned int)(count + 1)) : 0;
}

struct hostent {
    char *h_name;
    char **h_aliases;
    int h_addrtype;
    int h_length;
    char **h_addr_list;
};

// One name and one address of the fourth version; all threads share them.
static char umpteen_host_name[] = "host";
static char umpteen_host_address[16] = {0};
static char *umpteen_host_addresses[2] = {umpteen_host_address, 0};
static char *umpteen_host_aliases[1] = {0};
static struct hostent umpteen_host = {umpteen_host_name, umpteen_host_aliases, 2, 4, umpteen_host_addresses};

static _Thread_local int umpteen_host_error = 0;

int *__h_errno_location(void)
{
    return &umpteen_host_error;
}

struct hostent *gethostbyname(const char *name)
{
    umpteen_assumes("hosts have one name, `host`, and one address");
    if (umpteen_end()) {
        umpteen_host_error = 1 + __VERIFIER_nondet_uchar() % 4;
        return 0;
    }
    __VERIFIER_nondet_memory((void *)umpteen_host_address, 4);
    return &umpteen_host;
}

struct hostent *gethostbyaddr(const void *address, unsigned int bytes, int type)
{
    umpteen_reads(address, bytes);
    return gethostbyname(0);
}

// How a text tells an address is approximated.
static void umpteen_parse(void)
{
    umpteen_approximates("the address that a text tells");
}

unsigned int inet_addr(const char *text)
{
    umpteen_parse();
    return __VERIFIER_nondet_uint();
}

int inet_aton(const char *text, void *address)
{
    umpteen_parse();
    if (__VERIFIER_nondet_bool())
        return 0;
    __VERIFIER_nondet_memory(address, 4);
    return 1;
}

int inet_pton(int family, const char *text, void *address)
{
    if (family != 2 && family != 10)
        return umpteen_fail();
    umpteen_parse();
    if (__VERIFIER_nondet_bool())
        return 0;
    __VERIFIER_nondet_memory(address, family == 2 ? 4 : 16);
    return 1;
}

const char *inet_ntop(int family, const void *address, char *text, unsigned int room)
{
    umpteen_reads(address, family == 2 ? 4 : 16);
    if (!room || umpteen_try())
        return 0;
    umpteen_any_text(text, room);
    return text;
}

struct in_addr {
    unsigned int s_addr;
};

static char umpteen_address_text[16] = "";

char *inet_ntoa(struct in_addr address)
{
    umpteen_any_text(umpteen_address_text, 16);
    return umpteen_address_text;
}
