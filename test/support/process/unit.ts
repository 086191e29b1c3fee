// The systemd unit of deploy/, as far as it can be obeyed without systemd: user, capabilities, system calls, socket families.
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../net/namespace.ts'
import { ROOT } from '../server.ts'

export const UNIT_NEEDS = { programs: ['setpriv', 'cc', 'systemd-analyze'], root: true }

export const shippedUnit = (): string => readFileSync(join(ROOT, 'deploy', 'systemd', 'doorstep.service'), 'utf8')

/** Returns the unit with these directives uncommented. */
export function switchedOn(unit: string, ...directives: readonly string[]): string {
  return unit.replace(/^#(\w+)(=.*)$/gm, (line, directive: string, value: string) =>
    directives.includes(directive) ? `${directive}${value}` : line,
  )
}

/** Returns all values of a directive, in order; an empty one takes back those before it, as in systemd.exec(5). */
export function valuesOf(unit: string, directive: string): string[] {
  const values: string[] = []
  for (const [, value = ''] of unit.matchAll(new RegExp(`^${directive}=(.*)$`, 'gm'))) {
    if (value === '') values.length = 0
    else values.push(...value.split(' '))
  }
  return values
}

/** Returns the words to put before a program so that it may do what the unit allows and nothing else; compiled into a folder. */
export async function asUnit(unit: string, folder: string): Promise<string[]> {
  const runner = join(folder, 'as-unit')
  writeFileSync(`${runner}.c`, runnerSource(await allowedCalls(unit), valuesOf(unit, 'RestrictAddressFamilies')))
  await run(['cc', '-o', runner, `${runner}.c`])
  chmodSync(runner, 0o755)
  const named = (directive: string) => valuesOf(unit, directive).map((name) => `+${name.toLowerCase().replace('cap_', '')}`)
  const set = (names: string[]) => ['-all', ...names].join(',')
  const [ambient, bounding] = [named('AmbientCapabilities'), named('CapabilityBoundingSet')]
  const capabilities = [`--inh-caps=${set(ambient)}`, `--ambient-caps=${set(ambient)}`, `--bounding-set=${set(bounding)}`]
  return ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', ...capabilities, '--no-new-privs', runner]
}

/** Returns the system calls of SystemCallFilter=: groups and names, less those of a list that begins with a tilde. */
async function allowedCalls(unit: string): Promise<Set<string>> {
  const allowed = new Set<string>()
  for (const [, tilde, list = ''] of unit.matchAll(/^SystemCallFilter=(~?)(.*)$/gm))
    for (const name of (await Promise.all(list.split(' ').map(membersOf))).flat()) {
      if (tilde === '~') allowed.delete(name)
      else allowed.add(name)
    }
  return allowed
}

async function membersOf(name: string): Promise<string[]> {
  if (!name.startsWith('@')) return [name]
  const listed = (await run(['systemd-analyze', 'syscall-filter', name])).split('\n').slice(1)
  const members = listed.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'))
  return (await Promise.all(members.map(membersOf))).flat()
}

/** Lets through the system calls named, and sockets of these families; every other one fails with EPERM, or EAFNOSUPPORT. */
function runnerSource(calls: ReadonlySet<string>, families: readonly string[]): string {
  const let_through = 'BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),'
  const equal = (value: string) => `BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ${value}, 0, 1), ${let_through}`
  const ofCalls = [...calls]
    .filter((name) => name !== 'socket')
    .map((name) => `#ifdef SYS_${name}\n${equal(`SYS_${name}`)}\n#endif`)
  return `#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>
static struct sock_filter filter[] = {
BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_socket, 0, ${families.length * 2 + 2}),
BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])),
${families.map(equal).join('\n')}
BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EAFNOSUPPORT),
${ofCalls.join('\n')}
BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
};
int main(int argc, char **argv) {
  struct sock_fprog program = { sizeof filter / sizeof *filter, filter };
  if (argc < 2 || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program)) return perror("seccomp"), 125;
  execvp(argv[1], argv + 1);
  return perror(argv[1]), 126;
}
`
}
