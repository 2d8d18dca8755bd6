/* For syscall(), which is not of POSIX. */
#define _DEFAULT_SOURCE

#include "process.h"

#include "check.h"

#include <ctype.h>
#include <dirent.h>
#include <malloc.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifdef __has_include
#if __has_include(<valgrind/memcheck.h>)
#include <valgrind/memcheck.h>
#endif
#endif

static int entries(const char *path) {
  DIR *folder = opendir(path);
  struct dirent *entry;
  int count = 0;
  if (folder == NULL) {
    return -1;
  }
  while ((entry = readdir(folder)) != NULL) {
    count += isdigit((unsigned char)entry->d_name[0]) != 0;
  }
  closedir(folder);
  return count;
}

int process_threads(void) { return entries("/proc/self/task"); }

/* The one that looks is not counted. */
int process_descriptors(void) { return entries("/proc/self/fd") - 1; }

/* The parent of a process; -1 if there is none such any more. */
static long parent_of(const char *pid) {
  char path[300], text[512];
  const char *rest;
  long parent = -1;
  size_t length;
  FILE *file;
  snprintf(path, sizeof path, "/proc/%s/stat", pid);
  file = fopen(path, "r");
  if (file == NULL) {
    return -1;
  }
  length = fread(text, 1, sizeof text - 1, file);
  fclose(file);
  text[length] = '\0';
  /* A program's name may hold anything. */
  rest = strrchr(text, ')');
  return rest != NULL && sscanf(rest + 1, " %*c %ld", &parent) == 1 ? parent : -1;
}

int process_children(void) {
  DIR *folder = opendir("/proc");
  struct dirent *entry;
  int count = 0;
  if (folder == NULL) {
    return -1;
  }
  while ((entry = readdir(folder)) != NULL) {
    if (isdigit((unsigned char)entry->d_name[0])) {
      count += parent_of(entry->d_name) == (long)getpid();
    }
  }
  closedir(folder);
  return count;
}

extern size_t __sanitizer_get_current_allocated_bytes(void) __attribute__((weak));

size_t process_memory(void) {
  if (__sanitizer_get_current_allocated_bytes != NULL) {
    return __sanitizer_get_current_allocated_bytes();
  }
/* Not every valgrind knows the newer function; this one counts to 2 GiB, which is enough. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
  {
    struct mallinfo told = mallinfo();
    return (size_t)(unsigned)told.uordblks + (size_t)(unsigned)told.hblkhd;
  }
#pragma GCC diagnostic pop
}

#ifdef VALGRIND_COUNT_LEAKS
static size_t all_there_is(void) {
  unsigned long leaked = 0, dubious = 0, reachable = 0, suppressed = 0;
  VALGRIND_DO_QUICK_LEAK_CHECK;
  VALGRIND_COUNT_LEAKS(leaked, dubious, reachable, suppressed);
  return leaked + dubious + reachable + suppressed;
}
#else
/* Valgrind's answer to the C library's question grows with every block that there ever was. */
static size_t all_there_is(void) { return 0; }
#endif

size_t process_memory_left(size_t *spare) {
  *spare = 4096;
  if (__sanitizer_get_current_allocated_bytes == NULL && check_under_valgrind()) {
    return all_there_is();
  }
  if (__sanitizer_get_current_allocated_bytes == NULL) {
    /* The C library keeps 7 blocks of each of 64 sizes for each thread that lives. */
    *spare = 256 << 10;
  }
  return process_memory();
}

int process_can_end_strays(void) {
  int self = (int)syscall(SYS_pidfd_open, getpid(), 0U);
  if (self < 0) {
    return 0;
  }
  close(self);
  return 1;
}
