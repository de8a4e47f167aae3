// run-one: runs one command and prints what the kernel accounted to it, as one JSON line.
//
//   run-one TIMEOUT_SECONDS COMMAND [ARGUMENT...]
//
// The command reads from and writes to /dev/null; its stderr is ours, so that a failure explains
// itself. A command that is still running after the timeout is killed.
//
// Build it static. Linux counts the memory of the process that calls exec() in the maximum RSS of
// the new program, so the parent has to be smaller than anything it measures: this one needs less
// than 1 MiB, a Python parent would need 10.

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    EXIT_USAGE = 2,
    NANOSECONDS_PER_SECOND = 1000000000,
    MICROSECONDS_PER_SECOND = 1000000,
};

extern char **environ;

// Written before the alarm is armed, read by its handler.
static volatile sig_atomic_t child;
static volatile sig_atomic_t was_killed;

static void kill_child(int signal) {
    (void)signal;
    was_killed = true;
    kill(child, SIGKILL);
}

static void fail(const char *what, int error) {
    fprintf(stderr, "run-one: %s: %s\n", what, strerror(error));
    exit(EXIT_FAILURE);
}

static double seconds_between(struct timespec start, struct timespec end) {
    double seconds = (double)(end.tv_sec - start.tv_sec);
    double nanoseconds = (double)(end.tv_nsec - start.tv_nsec);
    return seconds + nanoseconds / NANOSECONDS_PER_SECOND;
}

static double to_seconds(struct timeval time) {
    return (double)time.tv_sec + (double)time.tv_usec / MICROSECONDS_PER_SECOND;
}

// posix_spawn() shares the parent's memory until exec(): no page tables are copied.
static pid_t spawn_quietly(char **command) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    pid_t process;
    int error = posix_spawnp(&process, command[0], &actions, NULL, command, environ);
    if (error != 0) {
        fail(command[0], error);
    }
    posix_spawn_file_actions_destroy(&actions);
    return process;
}

static int wait_for_child(struct rusage *usage) {
    int status;
    while (wait4(child, &status, 0, usage) < 0) {
        if (errno != EINTR) {
            fail("wait4", errno);
        }
    }
    return status;
}

// As a shell reports it, except that death by signal is negative and cannot be mistaken.
static int exit_code(int status) {
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

int main(int argc, char **argv) {
    int timeout_seconds = argc >= 3 ? atoi(argv[1]) : 0;
    if (timeout_seconds <= 0) {
        fputs("usage: run-one TIMEOUT_SECONDS COMMAND [ARGUMENT...]\n", stderr);
        return EXIT_USAGE;
    }
    struct timespec start;
    struct timespec end;
    struct rusage usage;
    clock_gettime(CLOCK_MONOTONIC, &start);
    child = spawn_quietly(argv + 2);
    signal(SIGALRM, kill_child);
    alarm((unsigned)timeout_seconds);
    int status = wait_for_child(&usage);
    clock_gettime(CLOCK_MONOTONIC, &end);
    alarm(0);

    printf("{\"wall_s\":%.6f,\"user_s\":%.6f,\"sys_s\":%.6f,\"max_rss_kib\":%ld,\"exit_code\":%d,\"timed_out\":%s}\n",
           seconds_between(start, end), to_seconds(usage.ru_utime), to_seconds(usage.ru_stime), usage.ru_maxrss,
           exit_code(status), was_killed ? "true" : "false");
    return EXIT_SUCCESS;
}
