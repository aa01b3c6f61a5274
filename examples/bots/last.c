/* A bot in C, without a library for JSON: it counts the options of a question and takes the last one.
 *
 * cc -O2 -o last examples/bots/last.c
 * dicecup arena deadwood --seats "exec:./last,easy"
 *
 * A line can be long, so it is read whatever its length. Every option has the key "choice" once, and a question has
 * its number n near its beginning; a bot that wants to know more takes a parser. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int begins(const char *line, const char *with) { return strncmp(line, with, strlen(with)) == 0; }

int main(void) {
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, stdin) > 0) {
        if (begins(line, "{\"type\":\"hello\"")) {
            puts("{\"type\":\"hello\",\"protocol\":1,\"name\":\"Last\"}");
        } else if (begins(line, "{\"type\":\"decide\"")) {
            const char *number = strstr(line, "\"n\":");
            long options = 0;
            for (const char *at = line; (at = strstr(at, "{\"choice\":")) != NULL; at++) options++;
            printf("{\"n\":%ld,\"option\":%ld}\n", number ? strtol(number + 4, NULL, 10) : 0, options - 1);
        } else if (begins(line, "{\"type\":\"bye\"")) {
            break;
        }
        fflush(stdout); /* or nobody hears it */
    }
    free(line);
    return 0;
}
