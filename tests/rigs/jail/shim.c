/* Stands for every program in the jail: appends its arguments to /log, then becomes /real/NAME if that exists.
   A record is the number of fields, then the name it was started by and the arguments, each ended by NUL (S195). */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

static const char *base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

int main(int argc, char **argv) {
  const char *started = (const char *)getauxval(AT_EXECFN);
  char link[16] = "", real[512];
  int is_ours = started && readlink(started, link, sizeof link - 1) > 0 && strcmp(link, "/shim") == 0;
  const char *name = base_name(is_ours || argc < 1 ? started : argv[0]);
  char *record = NULL;
  size_t size = 0;
  FILE *text = open_memstream(&record, &size);
  fprintf(text, "%d%c%s%c", argc < 1 ? 1 : argc, 0, name, 0);
  for (int at = 1; at < argc; at++) fprintf(text, "%s%c", argv[at], 0);
  fclose(text);
  int log = open("/log", O_WRONLY | O_APPEND | O_CLOEXEC);
  if (log < 0 || write(log, record, size) != (ssize_t)size) _exit(99);
  snprintf(real, sizeof real, "/real/%s", name);
  if (access(real, X_OK) == 0) execv(real, argv);
  return 0;
}
