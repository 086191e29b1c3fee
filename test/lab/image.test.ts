// The image of deploy/docker without Docker: its root assembled by its own script, and started as the Dockerfile says.
import { afterAll, expect } from 'bun:test'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DockerfileParser } from 'dockerfile-ast'
import { EXECUTABLE } from '../support/executable.ts'
import { labTest } from '../support/lab.ts'
import { freePort } from '../support/net/network.ts'
import { plainEnvironment, ROOT, startServer } from '../support/server.ts'

const NEEDS = { programs: ['unshare', 'mount', 'setpriv', 'chroot', 'install', 'ldd'], root: true }
const DOCKER = join(ROOT, 'deploy', 'docker')
/**
 * A container's view: a read-only root with /proc, a user without rights and no way to any. No process namespace, so that every program
 * here takes the place of the one before it: killing the started process kills the server.
 */
const CONTAINER = `root=$1 user=$2; shift 2
mount --make-rprivate / && mount --bind "$root" "$root" && mount -t proc proc "$root/proc" && mount -o remount,bind,ro "$root" &&
exec setpriv --no-new-privs chroot --userspec="$user" --groups= "$root" "$@"`
const COMMAND_TIMEOUT_MS = 15_000
/** The executable is all but 5 MB of it. */
const LIBRARIES_MAX_BYTES = 6_000_000

const folder = mkdtempSync(join(tmpdir(), 'doorstep-image-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Returns the last instructions of the Dockerfile. */
function declared(): { user: string; entrypoint: string[]; health: string[] } {
  const instructions = DockerfileParser.parse(readFileSync(join(DOCKER, 'Dockerfile'), 'utf8')).getInstructions()
  const said = (keyword: string) =>
    instructions.findLast((one) => one.getKeyword() === keyword)?.getArgumentsContent() ?? `no ${keyword}`
  const health = said('HEALTHCHECK')
  return {
    user: said('USER'),
    entrypoint: JSON.parse(said('ENTRYPOINT')),
    health: JSON.parse(health.slice(health.indexOf('['))),
  }
}

function run(command: string[], env: Record<string, string> = {}): [exitCode: number | null, errors: string] {
  const { exitCode, stderr } = Bun.spawnSync(command, {
    env: { ...plainEnvironment(), ...env },
    stdin: 'ignore',
    stdout: 'ignore',
    timeout: COMMAND_TIMEOUT_MS,
    killSignal: 'SIGKILL',
  })
  return [exitCode, stderr.toString()]
}

function assembled(): { root: string; bytes: number } {
  const root = join(folder, 'root')
  expect(run(['sh', join(DOCKER, 'assemble.sh'), EXECUTABLE, root])).toEqual([0, ''])
  for (const path of [folder, root]) chmodSync(path, 0o755)
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
  // Docker makes it, in every container.
  mkdirSync(join(root, 'proc'))
  return { root, bytes }
}

labTest('the image answers as its user on a read-only root, and its health check sees that', NEEDS, async () => {
  const { user, entrypoint, health } = declared()
  const { root, bytes } = assembled()
  expect(bytes - statSync(EXECUTABLE).size).toBeLessThan(LIBRARIES_MAX_BYTES)
  const inside = (command: readonly string[]) => ['unshare', '--mount', 'sh', '-c', CONTAINER, 'sh', root, user, ...command]

  const startedMs = performance.now()
  await using server = await startServer({ command: inside(entrypoint) })
  expect(await (await fetch(`${server.url}/api/ip`)).text()).toBe('127.0.0.1')
  const firstAnswerMs = performance.now() - startedMs
  console.info(`image: ${(bytes / 1e6).toFixed(1)} MB, first answer after ${Math.round(firstAnswerMs)} ms`)
  expect(server.output.join('\n')).not.toContain('"warn"')

  const about = (file: string) => readFileSync(`/proc/${server.pid}/${file}`, 'utf8')
  const [uid, gid] = user.split(':')
  expect(about('status')).toMatch(new RegExp(`^Uid:\\s+${uid}\\s.*\\nGid:\\s+${gid}\\s`, 'm'))
  expect(about('status')).toMatch(/^CapPrm:\s+0+$/m)
  expect(about('status')).toMatch(/^NoNewPrivs:\s+1$/m)
  expect(readlinkSync(`/proc/${server.pid}/root`)).toBe(root)
  expect(about('mountinfo')).toMatch(/^\d+ \d+ \S+ \S+ \/ ro[, ]/m)

  expect(run(inside(health), { DOORSTEP_PORT: `${server.port}` })).toEqual([0, ''])
  expect(run(inside(health), { DOORSTEP_PORT: `${freePort()}` })[0]).toBe(1)
  server.kill('SIGTERM')
  expect(await server.exited).toBe(0)
})
