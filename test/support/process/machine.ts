// A machine of its own: a real systemd as process 1, in a container over a copy-on-write view of this machine's files.
import { readdirSync, readFileSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import { execute, type Outcome } from '../net/namespace.ts'

export const MACHINE_NEEDS = { programs: ['unshare', 'mount', 'systemd-nspawn', 'nsenter'], root: true }

/** The programs that the machine finds. */
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
const SHARE = '/mnt'
const BOOT_TRIES = 300
const BOOT_POLL_MS = 50
const CGROUPS = '/sys/fs/cgroup'

/**
 * Boots without the services of this machine. Everything that is written is in memory, and is gone with the mount namespace of this
 * process; control groups are its own, below a name that says whose they are.
 */
const BOOT = `set -e
folder=$1 share=$2 name=$3
mount --make-rprivate /
mount -t tmpfs tmpfs "$folder"
mkdir "$folder/up" "$folder/work" "$folder/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$folder/up,workdir=$folder/work" "$folder/root"
mount -t tmpfs tmpfs /run
rm -rf "$folder/root/etc/systemd/system"
mkdir -p "$folder/root/etc/systemd/system" "$folder/root${SHARE}"
printf '[Unit]\\n' >"$folder/root/etc/systemd/system/empty.target"
for tree in ${CGROUPS} ${CGROUPS}/systemd ${CGROUPS}/unified; do
  [ -e "$tree/cgroup.procs" ] || continue
  mkdir "$tree/$name"
  echo $$ >"$tree/$name/cgroup.procs"
done
exec systemd-nspawn --quiet --directory="$folder/root" --bind-ro="$share:${SHARE}" --link-journal=no --register=no --keep-unit \\
  --private-network --console=pipe /lib/systemd/systemd --unit=empty.target`

export interface Machine extends AsyncDisposable {
  /** The folder that it shares with this machine, as it sees it. */
  readonly share: string
  /** The command that runs a script of the shell inside. */
  inside(script: string): string[]
  /** The command that runs a command of this machine in the network of the other. */
  inNetwork(command: readonly string[]): string[]
  /** Runs a script inside; throws if it fails. */
  run(script: string): Promise<string>
  attempt(script: string): Promise<Outcome>
  /** Returns the paths of all files and folders that it has made, changed or removed since it was built. */
  changed(): Promise<string[]>
}

/** Boots a machine that sees a folder, in which it has an empty one of its own. */
export async function bootMachine(folder: string, share: string): Promise<Machine> {
  const name = `doorstep-machine-${process.pid}`
  const shell = (script: string, ...args: string[]) => ['sh', '-c', script, 'sh', ...args]
  const container = Bun.spawn(['unshare', '--mount', ...shell(BOOT, folder, share, name)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const enter = (...how: string[]) => ['nsenter', '--target', String(systemd), ...how]
  const inside = (script: string) => [
    ...enter('--mount', '--pid', '--net', '--ipc', '--uts', '--cgroup', '--root', '--wd'),
    ...['/usr/bin/env', '-i', `PATH=${PATH}`, 'LANG=C', 'DEBIAN_FRONTEND=noninteractive'],
    ...shell(script),
  ]
  let systemd = 0
  const end = async () => {
    if (systemd !== 0) process.kill(systemd, 'SIGKILL')
    else container.kill('SIGKILL')
    await container.exited
    removeGroups(name)
  }
  try {
    systemd = await processOneOf(container)
    for (let tries = 0; !(await isBooted(inside)); tries++) if (tries > BOOT_TRIES) throw new Error('systemd does not start')
  } catch (error) {
    await end()
    throw error
  }
  const attempt = (script: string) => execute(inside(script))
  return {
    share: SHARE,
    inside,
    inNetwork: (command) => [...enter('--net'), ...command],
    attempt,
    async run(script) {
      const { stdout, stderr, exitCode } = await attempt(script)
      if (exitCode !== 0) throw new Error(`${script} ended with ${exitCode}: ${stdout}${stderr}`)
      return stdout
    },
    async changed() {
      const view = ['nsenter', '--target', String(container.pid), '--mount', '--wd=/', ...shell('cd "$1/up" && find .', folder)]
      return (await execute(view)).stdout.split('\n').sort()
    },
    [Symbol.asyncDispose]: end,
  }
}

/** Returns the process that systemd-nspawn starts as the first of its namespace. */
async function processOneOf(container: Bun.Subprocess<'ignore', 'ignore', 'pipe'>): Promise<number> {
  const children = `/proc/${container.pid}/task/${container.pid}/children`
  for (let tries = 0; tries < BOOT_TRIES && container.exitCode === null; tries++) {
    const found = textOf(children)
      .split(' ')
      .find((child) => textOf(`/proc/${child}/comm`) === 'systemd\n')
    if (found !== undefined) return Number(found)
    await Bun.sleep(BOOT_POLL_MS)
  }
  container.kill('SIGKILL')
  throw new Error(`systemd-nspawn starts nothing: ${await container.stderr.text()}`)
}

/** Returns the text of a file of a process; empty if the process has ended. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

async function isBooted(inside: (script: string) => string[]): Promise<boolean> {
  const { stdout } = await execute(inside('systemctl is-system-running --wait'))
  if (/^(running|degraded)/.test(stdout)) return true
  await Bun.sleep(BOOT_POLL_MS)
  return false
}

/** Removes the control groups of a machine that has ended, the inner ones first. */
function removeGroups(name: string): void {
  for (const tree of ['', 'systemd', 'unified']) {
    const top = join(CGROUPS, tree, name)
    try {
      const inner = readdirSync(top, { recursive: true, withFileTypes: true }).filter((entry) => entry.isDirectory())
      const paths = [top, ...inner.map((entry) => join(entry.parentPath, entry.name))]
      for (const path of paths.sort((a, b) => b.length - a.length)) rmdirSync(path)
    } catch {
      // This system does not have that tree.
    }
  }
}
