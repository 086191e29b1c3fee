// The executables for other machines: they compile, and the one for arm64 answers under an emulator.
import { expect } from 'bun:test'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { labTest } from '../support/lab.ts'
import { bodyOf, ROOT, startServer } from '../support/server.ts'

const DIST = join(ROOT, 'dist')
/** The first bytes of an executable of each platform. */
const MAGIC: Record<string, string> = {
  'doorstep-linux-x64': '7f454c4602',
  'doorstep-linux-arm64': '7f454c4602',
  'doorstep-linux-x64-musl': '7f454c4602',
  'doorstep-linux-arm64-musl': '7f454c4602',
  'doorstep-darwin-x64': 'cffaedfe07',
  'doorstep-darwin-arm64': 'cffaedfe0c',
  'doorstep-windows-x64.exe': '4d5a',
}

labTest(
  'every platform compiles, with its checksum; linux arm64 answers from mapped data',
  { programs: ['qemu-aarch64'] },
  async () => {
    const build = Bun.spawnSync([process.execPath, '.ci/build.ts', '--all'], { cwd: ROOT, stderr: 'pipe' })
    expect(build.exitCode).toBe(0)
    const sums = readFileSync(join(DIST, 'SHA256SUMS'), 'utf8').trim().split('\n')
    expect(sums).toEqual(
      [...Object.keys(MAGIC), 'LICENSES.txt', 'doorstep.cdx.json'].map(
        (name) =>
          `${createHash('sha256')
            .update(readFileSync(join(DIST, name)))
            .digest('hex')}  ${name}`,
      ),
    )
    for (const [name, magic] of Object.entries(MAGIC))
      expect(readFileSync(join(DIST, name)).toString('hex', 0, magic.length / 2)).toBe(magic)

    const command = ['qemu-aarch64', '-L', '/usr/aarch64-linux-gnu', join(DIST, 'doorstep-linux-arm64')]
    await using server = await startServer({ command, args: ['--trusted-proxies', '127.0.0.1'] })
    expect(server.output.join('')).not.toContain('could not be mapped')
    const answer = await fetch(`${server.url}/api/ip/json`, { headers: { 'x-forwarded-for': '168.126.63.1' } })
    expect(await bodyOf(answer)).toMatchObject({ countryCode: 'KR', asn: 4766, scope: 'public' })
  },
  300_000,
)
