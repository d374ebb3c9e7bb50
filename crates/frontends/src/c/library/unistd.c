// <unistd.h>, <fcntl.h>, <sys/stat.h>, <sys/ioctl.h>, <sys/resource.h> and <dirent.h> (POSIX.1). Calls that may block return at any time. A descriptor is any
// number that is not negative, and what is read from it is any data; nothing relates what two calls return.

_Bool __VERIFIER_nondet_bool(void);
unsigned char __VERIFIER_nondet_uchar(void);
unsigned int __VERIFIER_nondet_uint(void);
unsigned long __VERIFIER_nondet_ulong(void);
long __VERIFIER_nondet_long(void);
void __VERIFIER_nondet_memory(void *pointer, unsigned long bytes);
void umpteen_reads(const void *pointer, unsigned long bytes);
void umpteen_any_text(char *text, unsigned long bytes);
void umpteen_assumes(const char *text);
int umpteen_fail(void);
int umpteen_try(void);
int umpteen_end(void);
void *malloc(unsigned long bytes);
int umpteen_number(void);

int open(const char *path, int flags, ...)
{
    return umpteen_number();
}

int creat(const char *path, unsigned int mode)
{
    return umpteen_number();
}

int close(int file)
{
    return umpteen_try();
}

// How much of some bytes is handled, or a failure. A count above the largest result is a failure with Linux.
long umpteen_some(unsigned long bytes)
{
    unsigned long done = __VERIFIER_nondet_ulong();
    return done <= bytes && (long)done >= 0 ? (long)done : umpteen_fail();
}

// Data that comes from outside.
long umpteen_receive(void *to, unsigned long bytes)
{
    long done = umpteen_some(bytes);
    if (done > 0)
        __VERIFIER_nondet_memory(to, done);
    return done;
}

// Data that goes outside.
long umpteen_send(const void *from, unsigned long bytes)
{
    umpteen_reads(from, bytes);
    return umpteen_some(bytes);
}

long read(int file, void *to, unsigned long bytes)
{
    return umpteen_receive(to, bytes);
}

long pread(int file, void *to, unsigned long bytes, long offset)
{
    return umpteen_receive(to, bytes);
}

long write(int file, const void *from, unsigned long bytes)
{
    return umpteen_send(from, bytes);
}

long pwrite(int file, const void *from, unsigned long bytes, long offset)
{
    return umpteen_send(from, bytes);
}

long lseek(int file, long offset, int whence)
{
    long place = __VERIFIER_nondet_ulong() >> 1;
    return umpteen_try() ? -1 : place;
}

int dup(int file)
{
    return umpteen_number();
}

int dup2(int file, int other)
{
    return umpteen_try() ? -1 : other;
}

int pipe(int files[2])
{
    if (umpteen_try())
        return -1;
    files[0] = __VERIFIER_nondet_uint() >> 1;
    files[1] = __VERIFIER_nondet_uint() >> 1;
    return 0;
}

int pipe2(int files[2], int flags)
{
    return pipe(files);
}

int fcntl(int file, int command, ...)
{
    umpteen_assumes("`fcntl` and `ioctl` write nothing");
    return umpteen_number();
}

int ioctl(int file, unsigned long request, ...)
{
    umpteen_assumes("`fcntl` and `ioctl` write nothing");
    return umpteen_number();
}

int isatty(int file)
{
    return umpteen_try() ? 0 : 1;
}

int access(const char *path, int mode)
{
    return umpteen_try();
}

int unlink(const char *path)
{
    return umpteen_try();
}

int rmdir(const char *path)
{
    return umpteen_try();
}

int mkdir(const char *path, unsigned int mode)
{
    return umpteen_try();
}

int chdir(const char *path)
{
    return umpteen_try();
}

int chmod(const char *path, unsigned int mode)
{
    return umpteen_try();
}

int fchmod(int file, unsigned int mode)
{
    return umpteen_try();
}

int link(const char *from, const char *to)
{
    return umpteen_try();
}

int symlink(const char *from, const char *to)
{
    return umpteen_try();
}

int fsync(int file)
{
    return umpteen_try();
}

int fdatasync(int file)
{
    return umpteen_try();
}

int truncate(const char *path, long bytes)
{
    return umpteen_try();
}

int ftruncate(int file, long bytes)
{
    return umpteen_try();
}

unsigned int umask(unsigned int mask)
{
    return __VERIFIER_nondet_uint() & 0777;
}

// `struct stat` has 144 bytes on x86-64 and 88 on x86.
static int umpteen_stat(void *data)
{
    if (umpteen_try())
        return -1;
    __VERIFIER_nondet_memory(data, sizeof(long) == 8 ? 144 : 88);
    return 0;
}

int stat(const char *path, void *data)
{
    return umpteen_stat(data);
}

int lstat(const char *path, void *data)
{
    return umpteen_stat(data);
}

int fstat(int file, void *data)
{
    return umpteen_stat(data);
}

int __xstat(int version, const char *path, void *data)
{
    return umpteen_stat(data);
}

int __lxstat(int version, const char *path, void *data)
{
    return umpteen_stat(data);
}

int __fxstat(int version, int file, void *data)
{
    return umpteen_stat(data);
}

long readlink(const char *path, char *to, unsigned long room)
{
    return umpteen_receive(to, room);
}

// Without a place glibc allocates one.
char *getcwd(char *to, unsigned long room)
{
    if (to && !room)
        umpteen_fail();
    if (to && !room || umpteen_try())
        return 0;
    if (!to) {
        umpteen_assumes("a path that `getcwd` allocates has less than 16 characters");
        room = 16;
        to = malloc(16);
    }
    umpteen_any_text(to, room);
    return to;
}

// A name that is too long may be cut off.
int gethostname(char *to, unsigned long room)
{
    long done = umpteen_receive(to, room);
    return done < 0 ? -1 : 0;
}

// 0 until somebody asks.
static int umpteen_process = 0;

int getpid(void)
{
    int known = 0, process = 1 + (__VERIFIER_nondet_uint() & 0x3fffff);
    return __atomic_compare_exchange_n(&umpteen_process, &known, process, 0, 5, 5) ? process : known;
}

int getppid(void)
{
    return __VERIFIER_nondet_uint() & 0x3fffff;
}

int getpgrp(void)
{
    return 1 + (__VERIFIER_nondet_uint() & 0x3fffff);
}

int setsid(void)
{
    return umpteen_try() ? -1 : getpid();
}

int setpgid(int process, int group)
{
    return umpteen_try();
}

unsigned int getuid(void)
{
    return __VERIFIER_nondet_uint();
}

unsigned int geteuid(void)
{
    return __VERIFIER_nondet_uint();
}

unsigned int getgid(void)
{
    return __VERIFIER_nondet_uint();
}

unsigned int getegid(void)
{
    return __VERIFIER_nondet_uint();
}

int setuid(unsigned int user)
{
    return umpteen_try();
}

int seteuid(unsigned int user)
{
    return umpteen_try();
}

int setgid(unsigned int group)
{
    return umpteen_try();
}

int setegid(unsigned int group)
{
    return umpteen_try();
}

long sysconf(int name)
{
    long value = __VERIFIER_nondet_ulong() >> 1;
    return umpteen_end() ? -1 : value;
}

int getpagesize(void)
{
    return 4096;
}

int getdtablesize(void)
{
    return 1 + (int)(__VERIFIER_nondet_uint() >> 2);
}

// SIGALRM, which ends the process if it is not handled, is a matter of signals.
unsigned int alarm(unsigned int seconds)
{
    return __VERIFIER_nondet_uint();
}

int pause(void)
{
    return umpteen_fail();
}

// A process that becomes another program does not come back.
int execv(const char *path, char *const arguments[])
{
    return umpteen_fail();
}

int execvp(const char *path, char *const arguments[])
{
    return umpteen_fail();
}

int execl(const char *path, const char *argument, ...)
{
    return umpteen_fail();
}

int execlp(const char *path, const char *argument, ...)
{
    return umpteen_fail();
}

int system(const char *command)
{
    return (int)__VERIFIER_nondet_uint();
}

int waitpid(int process, int *status, int options)
{
    if (umpteen_try())
        return -1;
    if (status)
        *status = __VERIFIER_nondet_uint();
    return __VERIFIER_nondet_uint() >> 1;
}

int wait(int *status)
{
    return waitpid(-1, status, 0);
}

// Two numbers: a limit that can be changed, and one that cannot.
int getrlimit(int resource, void *limits)
{
    if (umpteen_try())
        return -1;
    __VERIFIER_nondet_memory(limits, 2 * sizeof(long));
    return 0;
}

int setrlimit(int resource, const void *limits)
{
    umpteen_reads(limits, 2 * sizeof(long));
    return umpteen_try();
}

static char umpteen_folders[8] = {0};

void *opendir(const char *path)
{
    return umpteen_try() ? 0 : (void *)(umpteen_folders + (__VERIFIER_nondet_uchar() & 7));
}

int closedir(void *folder)
{
    return umpteen_try();
}

struct dirent {
    unsigned long d_ino;
    long d_off;
    unsigned short d_reclen;
    unsigned char d_type;
    char d_name[256];
};

// All threads share it.
static struct dirent umpteen_entry = {0};

struct dirent *readdir(void *folder)
{
    if (umpteen_end())
        return 0;
    umpteen_entry.d_ino = __VERIFIER_nondet_ulong();
    umpteen_entry.d_off = __VERIFIER_nondet_long();
    umpteen_entry.d_reclen = __VERIFIER_nondet_uint();
    umpteen_entry.d_type = __VERIFIER_nondet_uchar() & 15;
    umpteen_any_text(umpteen_entry.d_name, 256);
    return &umpteen_entry;
}
