// The executables for other machines: one of each system compiles, and the one for arm64 and its package work under an emulator.
// A release compiles all of them (npm run build:all).
import { expect } from 'bun:test'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageOf } from '../../.ci/release/deb.ts'
import { EXECUTABLE } from '../support/executable.ts'
import { labTest } from '../support/lab.ts'
import { run } from '../support/net/namespace.ts'
import { bodyOf, ROOT, startServer } from '../support/server.ts'

const DIST = join(ROOT, 'dist')
const NOTHING = { manual: '', koreanManual: '', completions: { bash: '', zsh: '', fish: '' }, licences: '' }
/** The first bytes of an executable of each platform. */
const MAGIC: Record<string, string> = {
  'doorstep-linux-arm64': '7f454c4602',
  'doorstep-darwin-arm64': 'cffaedfe0c',
  'doorstep-windows-x64.exe': '4d5a',
}

labTest(
  'every system compiles, with its checksum; what the package for arm64 brings answers from mapped data, as on x64',
  { programs: ['qemu-aarch64', 'dpkg-deb', 'tar'] },
  async () => {
    const build = Bun.spawnSync([process.execPath, '.ci/build.ts', '--only', Object.keys(MAGIC).join(',')], {
      cwd: ROOT,
      stderr: 'pipe',
    })
    expect(build.exitCode).toBe(0)
    expect(readFileSync(join(DIST, 'SHA256SUMS'), 'utf8').trim().split('\n')).toEqual(
      [...Object.keys(MAGIC), 'LICENSES.txt', 'doorstep.cdx.json'].map(
        (name) =>
          `${createHash('sha256')
            .update(readFileSync(join(DIST, name)))
            .digest('hex')}  ${name}`,
      ),
    )
    for (const [name, magic] of Object.entries(MAGIC))
      expect(readFileSync(join(DIST, name)).toString('hex', 0, magic.length / 2)).toBe(magic)

    const folder = mkdtempSync(join(DIST, 'arm64-'))
    using _ = { [Symbol.dispose]: () => rmSync(folder, { recursive: true }) }
    const deb = join(folder, 'doorstep.deb')
    const executable = readFileSync(join(DIST, 'doorstep-linux-arm64'))
    writeFileSync(
      deb,
      packageOf({ executable, architecture: 'arm64', version: '1.0.0', printed: NOTHING, seconds: 0, isPacked: false }).content,
    )
    expect(await run(['dpkg-deb', '--field', deb, 'Architecture'])).toBe('arm64\n')
    await run(['dpkg-deb', '--extract', deb, folder])
    const command = ['qemu-aarch64', '-L', '/usr/aarch64-linux-gnu', join(folder, 'usr', 'bin', 'doorstep')]
    const lines = Array.from(
      { length: 500 },
      (_, index) => `${(index * 7) % 224}.${(index * 31) % 256}.${index % 256}.9\n2${index.toString(16).padStart(3, '0')}:db8::1`,
    )
    const lookUps = (program: readonly string[]) => run([...program, 'ip-location', '-'], { input: lines.join('\n') })
    expect(await lookUps(command)).toBe(await lookUps([EXECUTABLE]))
    await using server = await startServer({ command, args: ['--trusted-proxies', '127.0.0.1'] })
    expect(server.output.join('')).not.toContain('could not be mapped')
    const answer = await fetch(`${server.url}/api/ip/json`, { headers: { 'x-forwarded-for': '168.126.63.1' } })
    expect(await bodyOf(answer)).toMatchObject({ countryCode: 'KR', asn: 4766, scope: 'public' })
  },
)
