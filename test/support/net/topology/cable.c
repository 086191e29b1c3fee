// A cable with a length: what goes into one of two TAP devices comes out of the other, in order, a fixed time later.
// cable <device> <device> <one-way delay in microseconds>; says "ready", and ends when its standard input does.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/if.h>
#include <linux/if_tun.h>
#include <poll.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

enum { SLOTS = 4096, FRAME_BYTES = 1600 };
/* A sleeper is woken late, by about this at most: the rest of the wait is spent awake. */
static const int64_t AWAKE_NS = 60000;
static const int64_t SECOND_NS = 1000000000;

struct frame {
  int64_t due;
  ssize_t length;
  uint8_t bytes[FRAME_BYTES];
};

struct lane {
  int from, to;
  unsigned put, taken;
  struct frame frames[SLOTS];
};

static struct lane lanes[2];

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * SECOND_NS + time.tv_nsec;
}

static int open_tap(const char *name) {
  struct ifreq request = {.ifr_flags = IFF_TAP | IFF_NO_PI};
  strncpy(request.ifr_name, name, IFNAMSIZ - 1);
  int tap = open("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC);
  if (tap < 0 || ioctl(tap, TUNSETIFF, &request) < 0) {
    perror(name);
    exit(1);
  }
  return tap;
}

static int is_full(const struct lane *lane) { return lane->put - lane->taken == SLOTS; }

/* Takes over what has come in. A frame that finds no room waits in the device, which drops what it cannot hold. */
static void take_in(struct lane *lane, int64_t delay) {
  while (!is_full(lane)) {
    struct frame *frame = &lane->frames[lane->put % SLOTS];
    frame->length = read(lane->from, frame->bytes, FRAME_BYTES);
    if (frame->length <= 0) return;
    frame->due = now() + delay;
    lane->put++;
  }
}

/* Lets out what is due. A device that is down takes nothing: as with a real cable the frame is lost. */
static void let_out(struct lane *lane) {
  for (; lane->taken != lane->put; lane->taken++) {
    const struct frame *frame = &lane->frames[lane->taken % SLOTS];
    if (frame->due > now()) return;
    if (write(lane->to, frame->bytes, frame->length) < 0) continue;
  }
}

int main(int count, char **arguments) {
  if (count != 4) return 2;
  int64_t delay = atoll(arguments[3]) * 1000;
  int taps[2] = {open_tap(arguments[1]), open_tap(arguments[2])};
  for (int index = 0; index < 2; index++) {
    lanes[index].from = taps[index];
    lanes[index].to = taps[1 - index];
  }
  prctl(PR_SET_TIMERSLACK, 1UL);
  /* Ahead of everybody else if it may: what it does takes microseconds. */
  sched_setscheduler(0, SCHED_FIFO, &(struct sched_param){.sched_priority = 1});
  puts("ready");
  fflush(stdout);
  for (;;) {
    int64_t next = INT64_MAX;
    struct pollfd polled[3] = {{.fd = STDIN_FILENO, .events = POLLIN}};
    for (int index = 0; index < 2; index++) {
      struct lane *lane = &lanes[index];
      let_out(lane);
      if (lane->taken != lane->put && lane->frames[lane->taken % SLOTS].due < next)
        next = lane->frames[lane->taken % SLOTS].due;
      polled[1 + index] = (struct pollfd){.fd = is_full(lane) ? -1 : lane->from, .events = POLLIN};
    }
    int64_t sleep = next == INT64_MAX ? 0 : next - now() - AWAKE_NS;
    if (sleep < 0) sleep = 0;
    struct timespec wait = {.tv_sec = sleep / SECOND_NS, .tv_nsec = sleep % SECOND_NS};
    if (ppoll(polled, 3, next == INT64_MAX ? NULL : &wait, NULL) < 0 && errno != EINTR) return 1;
    if (polled[0].revents) return 0;
    for (int index = 0; index < 2; index++)
      if (polled[1 + index].revents) take_in(&lanes[index], delay);
  }
}
