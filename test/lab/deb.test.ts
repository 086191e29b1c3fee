// The Debian package, in a machine with a systemd of its own: installed, upgraded under load, and purged.
import { describe, expect } from 'bun:test'
import { mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Printed, packageOf } from '../../.ci/release/deb.ts'
import { ROWS, variableOf } from '../../src/settings/options.ts'
import { EXECUTABLE } from '../support/executable.ts'
import { labTest } from '../support/lab.ts'
import { execute, run } from '../support/net/namespace.ts'
import type { Counts } from '../support/process/load.ts'
import { ROOT } from '../support/server.ts'
import { shared, sharedFolder } from '../support/shared.ts'

// A machine of its own: a real systemd as process 1, in a container over a copy-on-write view of this machine's files.
const MACHINE_NEEDS = { programs: ['unshare', 'mount', 'systemd-nspawn', 'nsenter'], root: true }

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

type Machine = Awaited<ReturnType<typeof bootMachine>>

/** Boots a machine that sees a folder, in which it has an empty one of its own. */
async function bootMachine(folder: string, share: string) {
  const name = `doorstep-machine-${process.pid}`
  const shell = (script: string, ...args: string[]) => ['sh', '-c', script, 'sh', ...args]
  const container = Bun.spawn(['unshare', '--mount', ...shell(BOOT, folder, share, name)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const enter = (...how: string[]) => ['nsenter', '--target', String(systemd), ...how]
  const inside = (script: string) => [
    ...enter('--mount', '--pid', '--net', '--ipc', '--uts', '--cgroup', '--root', '--wd'),
    '/usr/bin/env',
    '-i',
    `PATH=${PATH}`,
    'LANG=C',
    'DEBIAN_FRONTEND=noninteractive',
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
    attempt,
    /** Returns the command that runs a command of this machine in the network of the other. */
    inNetwork: (command: readonly string[]) => [...enter('--net'), ...command],
    /** Runs a script inside; throws if it fails. */
    run: (script: string) => run(inside(script)),
    /** Returns the paths of all files and folders that it has made, changed or removed since it was built. */
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

const NEEDS = { ...MACHINE_NEEDS, programs: [...MACHINE_NEEDS.programs, 'dpkg', 'systemctl'] }
const ARCHITECTURE = process.arch === 'arm64' ? 'arm64' : 'amd64'
const [FIRST, NEXT] = ['1.0.0', '1.1.0']
const SECONDS = 1_790_000_000
const PORT = 18_080
const CLIENTS = 8
/** Triggers rebuild the index of all manual pages. */
const DPKG = 'dpkg --no-triggers --force-unsafe-io'
const DROP_IN = '[Service]\nStateDirectory=doorstep-data\nEnvironment=DOORSTEP_DATA_DIR=%S/doorstep-data\n'
const DROP_IN_FOLDER = '/etc/systemd/system/doorstep.service.d'

const folder = sharedFolder('deb')
const debs = join(folder, 'debs')

async function printedTexts(): Promise<Printed> {
  const printed = (...args: string[]) => run([EXECUTABLE, ...args])
  const [manual, licences] = await Promise.all([printed('man'), printed('licenses')])
  return { manual, koreanManual: `${manual}\n`, completions: { bash: 'b', zsh: 'z', fish: 'f' }, licences }
}

/** Returns the machine that all tests share, booted by the first of them. */
const booted = shared(async () => {
  const executable = readFileSync(EXECUTABLE)
  for (const name of ['debs', 'machine']) mkdirSync(join(folder, name))
  const printed = await printedTexts()
  for (const version of [FIRST, NEXT]) {
    const { content } = packageOf({ executable, architecture: ARCHITECTURE, version, printed, seconds: SECONDS, isPacked: false })
    writeFileSync(join(debs, `${version}.deb`), content)
  }
  return bootMachine(join(folder, 'machine'), debs)
})

/** Returns what clients met who asked all the time while a script ran. */
async function underLoad(on: Machine, script: string): Promise<{ counts: Counts; said: string }> {
  const job = join(ROOT, 'test', 'support', 'process', 'load-job.ts')
  const clients = Bun.spawn(on.inNetwork([process.execPath, job, `${PORT}`, `${CLIENTS}`]), {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const reader = clients.stdout.getReader()
  await reader.read()
  const { stdout, stderr, exitCode } = await on.attempt(script)
  clients.stdin.end()
  const { value } = await reader.read()
  return { counts: JSON.parse(Buffer.from(value ?? []).toString()), said: `${exitCode} ${stdout}${stderr}` }
}

const LOST_NOTHING = { lost: 0, refused: 0 }
const mainPid = (on: Machine) => on.run('systemctl show --property=MainPID --value doorstep')
const units = async (on: Machine) =>
  (await on.run("systemctl list-units --plain --no-legend --all 'doorstep*.service'")).replaceAll(/ +/g, ' ').trim()

describe('the file', () => {
  const STUB: Printed = { manual: 'm', koreanManual: 'k', completions: { bash: 'b', zsh: 'z', fish: 'f' }, licences: 'l' }
  const stub = (version = FIRST) =>
    packageOf({
      executable: Buffer.from('#!/bin/sh\n'),
      architecture: 'amd64',
      version,
      printed: STUB,
      seconds: SECONDS,
      isPacked: true,
    })

  labTest('is one that dpkg reads, with equal bytes each time, owned by root', { programs: ['dpkg-deb', 'tar'] }, async () => {
    const path = join(folder, 'stub.deb')
    writeFileSync(path, stub().content)
    expect(stub().content.equals(readFileSync(path))).toBe(true)
    expect(await run(['dpkg-deb', '--field', path, 'Package', 'Version', 'Architecture'])).toBe(
      `Package: doorstep\nVersion: ${FIRST}\nArchitecture: amd64\n`,
    )
    const rows = (await run(['dpkg-deb', '--contents', path])).trim().split('\n')
    expect(rows.filter((row) => !row.includes(' root/root '))).toEqual([])
    const modes = Object.fromEntries(rows.map((row) => [row.split(' ./')[1] ?? '', row.slice(0, 10)]))
    expect(modes).toMatchObject({
      'etc/doorstep/doorstep.env': '-rw-r-----',
      'usr/bin/doorstep': '-rwxr-xr-x',
      'usr/lib/systemd/system/doorstep-data.timer': '-rw-r--r--',
      'usr/share/doc/doorstep/copyright': '-rw-r--r--',
      'usr/share/man/ko/man1/doorstep.1.gz': '-rw-r--r--',
      'usr/share/man/man1/doorstep.1.gz': '-rw-r--r--',
    })
  })

  labTest('has every setting of a server, none of them switched on', { programs: ['dpkg-deb', 'tar'] }, async () => {
    const out = join(folder, 'stub')
    writeFileSync(`${out}.deb`, stub().content)
    await run(['dpkg-deb', '--raw-extract', `${out}.deb`, out])
    const settings = readFileSync(join(out, 'etc', 'doorstep', 'doorstep.env'), 'utf8')
    expect(settings.match(/^[^#\n].*$/gm)).toBeNull()
    const named = [...settings.matchAll(/^#(DOORSTEP_[A-Z_]+)=/gm)].map(([, name = '']) => name)
    const missing = ROWS.map(variableOf).filter((name) => !named.includes(name))
    expect(missing.toSorted()).toEqual(['DOORSTEP_REPLACE', 'DOORSTEP_SERVER'])
    expect(readFileSync(join(out, 'usr', 'lib', 'systemd', 'system', 'doorstep.service'), 'utf8')).not.toContain('/usr/local')
  })
})

labTest('installing it starts nothing and switches nothing on', NEEDS, async () => {
  const on = await booted()
  await on.run(`${DPKG} --install ${SHARE}/${FIRST}.deb`)
  expect((await on.attempt('systemctl is-enabled doorstep doorstep.socket doorstep-data.timer')).stdout).toBe(
    'disabled\n'.repeat(3),
  )
  expect(await units(on)).toBe('')
  expect(await on.run('doorstep --version')).toStartWith('doorstep ')
  expect((await on.attempt('systemd-analyze verify doorstep.service doorstep.socket doorstep-data.timer')).stderr).toBe('')
})

labTest('upgrading it loses no request, and keeps settings and drop-ins', NEEDS, async () => {
  const on = await booted()
  // Images of containers have one that forbids to start anything.
  await on.run(`rm -f /usr/sbin/policy-rc.d
    sed -i 's/^#DOORSTEP_PORT=.*/DOORSTEP_PORT=${PORT}/' /etc/doorstep/doorstep.env
    mkdir ${DROP_IN_FOLDER} && printf %s '${DROP_IN}' >${DROP_IN_FOLDER}/data.conf
    systemctl enable --now doorstep 2>&1`)
  const before = await mainPid(on)
  const { counts, said } = await underLoad(on, `${DPKG} --install ${SHARE}/${NEXT}.deb`)
  expect([said.startsWith('0 '), said]).toEqual([true, said])
  expect(counts).toMatchObject(LOST_NOTHING)
  expect(counts.answered).toBeGreaterThan(CLIENTS)
  expect(await on.run('dpkg-query --show doorstep')).toBe(`doorstep\t${NEXT}\n`)
  expect(await units(on)).toBe('doorstep.service loaded active running doorstep')
  const after = await mainPid(on)
  expect(after).not.toBe(before)
  expect(await on.run(`readlink /proc/${after.trim()}/exe`)).toBe('/usr/bin/doorstep\n')
  expect(await on.run(`tr '\\0' '\\n' </proc/${after.trim()}/environ`)).toContain('DOORSTEP_DATA_DIR=/var/lib/doorstep-data\n')
})

labTest('a version that does not start leaves the old one serving', NEEDS, async () => {
  const on = await booted()
  const before = await mainPid(on)
  await on.run('echo DOORSTEP_RATE_LIMIT=often >>/etc/doorstep/doorstep.env')
  const { counts, said } = await underLoad(on, '/usr/lib/doorstep/handover')
  expect(said).toStartWith('1 ')
  expect(said).toContain('doorstep.service still runs as it was before')
  expect(counts).toMatchObject(LOST_NOTHING)
  expect([await mainPid(on), await units(on)]).toEqual([before, 'doorstep.service loaded active running doorstep'])
  await on.run("sed -i '/^DOORSTEP_RATE_LIMIT/d' /etc/doorstep/doorstep.env")
})

labTest('purging it leaves nothing', NEEDS, async () => {
  const on = await booted()
  expect(await on.run('ls /var/lib/private /etc/systemd/system/multi-user.target.wants')).toContain('doorstep')
  await on.run(`rm -r ${DROP_IN_FOLDER}; ${DPKG} --purge doorstep`)
  expect((await on.attempt('pgrep -x doorstep')).stdout).toBe('')
  expect((await on.changed()).filter((path) => path.includes('doorstep'))).toEqual([])
  expect((await on.attempt('systemctl is-enabled doorstep')).stdout).toBe('')
})
