/* What this process has. */
#ifndef PROCESS_H
#define PROCESS_H

#include <stddef.h>

/* How many threads, open descriptors and children, zombies included, this process has. */
extern int process_threads(void);
extern int process_descriptors(void);
extern int process_children(void);

/* Bytes that were allocated and not freed, as far as the allocator tells; quick enough to ask often. */
extern size_t process_memory(void);

/* The same, as exactly as it can be told: by the sanitizer, or by valgrind, which looks at all there is.
 * `*spare` is what two such numbers may differ by although nothing was left in between. */
extern size_t process_memory_left(size_t *spare);

/* Whether a process outside of a server's group can be ended: where the system, or an older valgrind in
 * its place, has no descriptors of processes, it cannot be told from another of the same number. */
extern int process_can_end_strays(void);

#endif
