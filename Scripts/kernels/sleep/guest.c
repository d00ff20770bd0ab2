// The only program of a suspended guest: does what the serial line says, one command a line, and answers with one line.
//
//   c           its clocks, in nanoseconds, and the kernel's counts of suspensions
//   e           waits until the hardware clock's second changes, and says when that was by CLOCK_MONOTONIC
//   s NS        steps the wall clock by so much
//   z NS        suspends when CLOCK_MONOTONIC is there, and answers once awake
//   q           switches off

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/rtc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/reboot.h>
#include <sys/stat.h>
#include <sys/timex.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

static const long long second = 1000000000;

static long long now(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return time.tv_sec * second + time.tv_nsec;
}

// Writes a file; zero, or the error.
static int put(const char *path, const char *text) {
    int file = open(path, O_WRONLY);
    if (file < 0) return errno;
    int error = write(file, text, strlen(text)) < 0 ? errno : 0;
    close(file);
    return error;
}

// The number in a file, or -1.
static long number(const char *path) {
    char text[32] = "-1";
    int file = open(path, O_RDONLY);
    if (file < 0) return -1;
    ssize_t length = read(file, text, sizeof text - 1);
    close(file);
    if (length <= 0) return -1;
    text[length] = 0;
    return atol(text);
}

// The time asleep lies between two clocks that cannot be read at once: the tightest of some brackets is taken.
static void clocks(void) {
    long long tightest = second, asleep = 0;
    for (int i = 0; i < 20; i++) {
        long long before = now(CLOCK_MONOTONIC), boot = now(CLOCK_BOOTTIME), after = now(CLOCK_MONOTONIC);
        if (after - before >= tightest) continue;
        tightest = after - before;
        asleep = boot - (before + tightest / 2);
    }
    long succeeded = number("/sys/power/suspend_stats/success"), failed = number("/sys/power/suspend_stats/fail");
    long long raw = now(CLOCK_MONOTONIC_RAW), awake = now(CLOCK_MONOTONIC);
    printf("@c %lld %lld %lld %ld %ld\n", raw, awake, asleep, succeeded, failed);
}

static void edge(void) {
    struct rtc_time first, next;
    int file = open("/dev/rtc0", O_RDONLY);
    if (file < 0 || ioctl(file, RTC_RD_TIME, &first) < 0) {
        printf("@e -1\n");
        return;
    }
    do {
        usleep(300);
        ioctl(file, RTC_RD_TIME, &next);
    } while (first.tm_sec == next.tm_sec);
    printf("@e %lld\n", now(CLOCK_MONOTONIC));
    close(file);
}

static void step(long long by) {
    struct timex change = {.modes = ADJ_SETOFFSET | ADJ_NANO, .time = {by / second, by % second}};
    if (change.time.tv_usec < 0) {
        change.time.tv_sec--;
        change.time.tv_usec += second;
    }
    printf("@s %d\n", adjtimex(&change) < 0 ? errno : 0);
}

static void suspend_at(long long when) {
    struct timespec time = {when / second, when % second};
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL);
    printf("@z %d\n", put("/sys/power/state", "mem"));
}

int main(void) {
    const char *folders[][2] = {{"/proc", "proc"}, {"/sys", "sysfs"}, {"/dev", "devtmpfs"}};
    for (int i = 0; i < 3; i++) {
        mkdir(folders[i][0], 0755);
        mount("none", folders[i][0], folders[i][1], 0, NULL);
    }
    int line = open("/dev/ttyS0", O_RDWR | O_NOCTTY);
    struct termios raw;
    tcgetattr(line, &raw);
    cfmakeraw(&raw);
    tcsetattr(line, TCSANOW, &raw);
    dup2(line, 0);
    dup2(line, 1);
    setvbuf(stdin, NULL, _IONBF, 0);
    setvbuf(stdout, NULL, _IOLBF, 0);
    put("/sys/power/mem_sleep", "deep");
    printf("@ready\n");
    char command[64];
    while (fgets(command, sizeof command, stdin)) {
        long long argument = atoll(command + 1);
        switch (command[0]) {
        case 'c': clocks(); break;
        case 'e': edge(); break;
        case 's': step(argument); break;
        case 'z': suspend_at(argument); break;
        case 'q': reboot(RB_POWER_OFF);
        }
    }
}
