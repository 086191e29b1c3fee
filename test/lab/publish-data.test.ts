// A publisher follows docs/data.md, and a server takes the data.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FILES } from '../support/data/published.ts'
import { EXECUTABLE } from '../support/executable.ts'
import { labTest } from '../support/lab.ts'
import { ROOT } from '../support/server.ts'

const page = readFileSync(join(ROOT, 'docs', 'data.md'), 'utf8')
const [, section = ''] = page.split('## Publish data for many servers\n')
const [part = ''] = section.split('\n## ')
const BLOCKS = [...part.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text)

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'doorstep-publish-'))
  mkdirSync(join(folder, 'bin'))
  mkdirSync(join(folder, 'empty'))
  symlinkSync(EXECUTABLE, join(folder, 'bin', 'doorstep'))
})
afterAll(() => rmSync(folder, { recursive: true }))

labTest(
  'the lines of the guide make a key and a signed file, which the next server may trust',
  { programs: ['bash', 'openssl'] },
  () => {
    const cwd = join(folder, 'empty')
    for (const name of ['dbip-city-lite-2026-11.csv.gz', 'dbip-asn-lite-2026-11.csv'])
      writeFileSync(join(cwd, name), FILES[name] ?? '')
    // The guide names the packed file; the fixture is plain, which must not matter.
    copyFileSync(join(cwd, 'dbip-asn-lite-2026-11.csv'), join(cwd, 'dbip-asn-lite-2026-11.csv.gz'))
    expect(BLOCKS).toHaveLength(2)
    const env = { ...process.env, PATH: `${join(folder, 'bin')}:${process.env.PATH}` }
    const printed = BLOCKS.map((block) => {
      const { exitCode, stdout, stderr } = Bun.spawnSync(['bash', '-euo', 'pipefail', '-c', block], { cwd, env })
      expect([block, exitCode, stderr.toString()]).toEqual([block, 0, ''])
      return stdout.toString()
    })
    const [, fingerprint = ''] = /signed with the key ([0-9a-f]{16})\n$/.exec(printed[1] ?? '') ?? []
    const der = Bun.spawnSync(['openssl', 'pkey', '-pubin', '-in', 'publisher.pem', '-outform', 'der'], { cwd }).stdout
    expect(new Bun.CryptoHasher('sha256').update(der).digest('hex')).toStartWith(fingerprint)
    expect(fingerprint).toHaveLength(16)
    // openssl finds the signature where the layout says that it is, over what it says that it covers.
    const bytes = readFileSync(join(cwd, 'doorstep-data.bundle'))
    const end = 28 + bytes.readUInt32LE(20)
    writeFileSync(join(cwd, 'signed'), bytes.subarray(0, end))
    writeFileSync(join(cwd, 'signature'), bytes.subarray(end, end + 64))
    const verify = [
      'openssl',
      'pkeyutl',
      '-verify',
      '-pubin',
      '-inkey',
      'publisher.pem',
      '-rawin',
      '-in',
      'signed',
      '-sigfile',
      'signature',
    ]
    expect(Bun.spawnSync(verify, { cwd }).exitCode).toBe(0)
    writeFileSync(join(cwd, 'signed'), Buffer.concat([bytes.subarray(0, end - 1), Buffer.from(' ')]))
    expect(Bun.spawnSync(verify, { cwd }).exitCode).not.toBe(0)
  },
)

test('the guide names every publisher and flag', () => {
  for (const word of [
    'DB-IP',
    'IPinfo Lite',
    'GeoLite2',
    'iptoasn',
    'ip-location-db',
    '--licence-url',
    '--attribution-url',
    '--date',
  ])
    expect(part).toContain(word)
})
