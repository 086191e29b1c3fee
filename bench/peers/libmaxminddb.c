/*
 * Looks every address of a file up in an MMDB, with the full record, each time that a line arrives on standard input.
 * Prints how many were found and how many microseconds of processor time that took.
 * usage: libmaxminddb FILE.mmdb ADDRESSES
 */
#include <arpa/inet.h>
#include <maxminddb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double cpu_us(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return now.tv_sec * 1e6 + now.tv_nsec / 1e3;
}

static int has_record(MMDB_s *mmdb, const char *text) {
    struct sockaddr_storage storage = {0};
    struct sockaddr_in *v4 = (struct sockaddr_in *)&storage;
    struct sockaddr_in6 *v6 = (struct sockaddr_in6 *)&storage;
    int error;
    if (strchr(text, ':')) {
        v6->sin6_family = AF_INET6;
        if (inet_pton(AF_INET6, text, &v6->sin6_addr) != 1) exit(2);
    } else {
        v4->sin_family = AF_INET;
        if (inet_pton(AF_INET, text, &v4->sin_addr) != 1) exit(2);
    }
    MMDB_lookup_result_s result = MMDB_lookup_sockaddr(mmdb, (struct sockaddr *)&storage, &error);
    if (error != MMDB_SUCCESS) exit(3);
    if (!result.found_entry) return 0;
    MMDB_entry_data_list_s *list = NULL;
    if (MMDB_get_entry_data_list(&result.entry, &list) != MMDB_SUCCESS) exit(4);
    MMDB_free_entry_data_list(list);
    return 1;
}

int main(int argc, char **argv) {
    MMDB_s mmdb;
    if (argc != 3 || MMDB_open(argv[1], MMDB_MODE_MMAP, &mmdb) != MMDB_SUCCESS) return 1;
    FILE *file = fopen(argv[2], "r");
    if (!file) return 1;
    size_t count = 0, room = 1 << 16;
    char(*addresses)[64] = malloc(room * sizeof *addresses);
    while (addresses && fscanf(file, "%63s", addresses[count]) == 1)
        if (++count == room) addresses = realloc(addresses, (room *= 2) * sizeof *addresses);
    fclose(file);
    if (!addresses) return 1;
    char line[64];
    while (fgets(line, sizeof line, stdin)) {
        double before = cpu_us();
        size_t found = 0;
        for (size_t index = 0; index < count; index++) found += has_record(&mmdb, addresses[index]);
        printf("%zu %.0f\n", found, cpu_us() - before);
        fflush(stdout);
    }
    MMDB_close(&mmdb);
    return 0;
}
