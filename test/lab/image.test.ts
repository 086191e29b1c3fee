// The image of deploy/docker without Docker: its root assembled by its own script, packed as the archive of a release, unpacked, and started as
// the archive says.
import { afterAll, expect } from 'bun:test'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ociArchive } from '../../.ci/release/oci.ts'
import { EXECUTABLE } from '../support/executable.ts'
import { labTest } from '../support/lab.ts'
import { freePort } from '../support/net/network.ts'
import { plainEnvironment, ROOT, startServer } from '../support/server.ts'

const NEEDS = { programs: ['unshare', 'mount', 'setpriv', 'chroot', 'install', 'ldd', 'tar', 'gzip', 'diff'], root: true }
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

/** Returns what an archive holds, each blob by a descriptor whose digest and size have to be its own. */
async function unpacked(archive: Buffer) {
  const tar = join(folder, 'image.tar')
  writeFileSync(tar, archive)
  expect(run(['tar', '--extract', '--file', tar, '--directory', folder])).toEqual([0, ''])
  const blobOf = ({ digest, size }: { digest: string; size: number }) => {
    const path = join(folder, 'blobs', ...digest.split(':'))
    expect([statSync(path).size, `sha256:${new Bun.CryptoHasher('sha256').update(readFileSync(path)).digest('hex')}`]).toEqual([
      size,
      digest,
    ])
    return path
  }
  const json = (path: string) => JSON.parse(readFileSync(path, 'utf8'))
  const { manifests } = json(join(folder, 'index.json'))
  const manifest = json(blobOf(manifests[0]))
  return { config: json(blobOf(manifest.config)), layer: blobOf(manifest.layers[0]) }
}

/** Returns the root of the image as a release brings it, how it runs, and the bytes in it. */
async function imageOf() {
  const [assembled, root] = [join(folder, 'assembled'), join(folder, 'root')]
  expect(run(['sh', join(DOCKER, 'assemble.sh'), EXECUTABLE, assembled])).toEqual([0, ''])
  const dockerfile = readFileSync(join(DOCKER, 'Dockerfile'), 'utf8')
  const { config, layer } = await unpacked(
    ociArchive({ root: assembled, dockerfile, architecture: 'amd64', version: '1.0.0', seconds: 1_790_000_000 }),
  )
  mkdirSync(root)
  expect(run(['tar', '--extract', '--gzip', '--file', layer, '--directory', root])).toEqual([0, ''])
  expect(run(['diff', '--recursive', assembled, root])).toEqual([0, ''])
  for (const path of [folder, root]) chmodSync(path, 0o755)
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
  // Docker makes it, in every container.
  mkdirSync(join(root, 'proc'))
  const { User, Entrypoint, Healthcheck } = config.config
  return { root, bytes, user: User, entrypoint: Entrypoint, health: Healthcheck.Test.slice(1) }
}

labTest('the image answers as its user on a read-only root, and its health check sees that', NEEDS, async () => {
  const { root, bytes, user, entrypoint, health } = await imageOf()
  expect({ user, entrypoint, health }).toEqual({
    user: '65532:65532',
    entrypoint: ['/doorstep'],
    health: ['/doorstep', 'healthcheck'],
  })
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
