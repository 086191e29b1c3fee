// The compiled file, as its users have it: alone in a folder.

import { describe, expect, test } from 'bun:test'
import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { toolFiles } from '../../src/operations/registry/discover.ts'
import { EXECUTABLE } from '../support/executable.ts'
import { labTest } from '../support/lab.ts'
import { memoryOf } from '../support/process/processes.ts'
import { bodyOf, postTool, startServer } from '../support/server.ts'
import { sharedFolder } from '../support/shared.ts'

const folder = sharedFolder('binary')
chmodSync(folder, 0o755)
mkdirSync(join(folder, 'bin'))
const copy = join(folder, 'bin', 'doorstep')
copyFileSync(EXECUTABLE, copy)
chmodSync(copy, 0o755)

function emptyFolder(name: string): string {
  const path = join(folder, name)
  mkdirSync(path)
  return path
}

const PROXY = ['--trusted-proxies', '127.0.0.1']

describe('from an empty folder', () => {
  test('answers who and where, and leaves nothing behind', async () => {
    const cwd = emptyFolder('empty')
    await using server = await startServer({ command: [copy], cwd, args: PROXY })
    const json = (client: string) => fetch(`${server.url}/api/ip/json`, { headers: { 'x-forwarded-for': client } }).then(bodyOf)
    expect(await json('8.8.8.8')).toMatchObject({
      city: 'Mountain View',
      countryCode: 'US',
      asn: 15169,
      timezone: 'America/Los_Angeles',
    })
    expect(await json('1.1.1.1')).toMatchObject({ countryCode: 'AU', asn: 13335 })
    expect(await json('168.126.63.1')).toMatchObject({ countryCode: 'KR', asn: 4766 })
    expect(await json('2606:4700:4700::1111')).toMatchObject({ countryCode: 'CA', asn: 13335 })
    expect(await json('2001:200::1')).toMatchObject({ countryCode: 'JP', asn: 2500 })
    expect(await (await fetch(`${server.url}/`)).text()).toBe('127.0.0.1\n')
    const { tools } = await bodyOf(await fetch(`${server.url}/api/tools`))
    expect(tools).toHaveLength(toolFiles().length)
    const refused = await postTool(server.url, 'ip-lookup', { ip: '10.0.0.1' }, { 'accept-language': 'ko' })
    expect(refused.status).toBe(403)
    expect((await bodyOf(refused)).detail).toContain('10.0.0.0/8 대역(사설 IP, RFC 1918)')
    expect(readdirSync(cwd)).toEqual([])
  })

  test('maps the data instead of copying them', async () => {
    await using server = await startServer({ command: [copy], cwd: folder, args: PROXY })
    await postTool(server.url, 'ip-location', { ip: '8.8.8.8' })
    expect(server.output.join('')).not.toContain('could not be mapped')
    // A copy of the data would be 96 MB.
    expect(memoryOf(server.pid).own).toBeLessThan(50)
  })
})

test('whose parts were moved afterwards reads the data instead of mapping them, and says so', async () => {
  const moved = join(folder, 'bin', 'moved')
  const bytes = readFileSync(copy)
  // The line of positions that the build put in, wherever it is (source and bytecode).
  const place = /city (\d{8,}) \d+;network/.exec(bytes.toString('latin1'))
  expect(place).not.toBeNull()
  const [found = '', offset = ''] = place ?? []
  const wrong = found.replace(offset, String(Number(offset) - 100_000))
  for (let at = bytes.indexOf(found); at >= 0; at = bytes.indexOf(found, at + 1)) bytes.write(wrong, at, 'latin1')
  writeFileSync(moved, bytes, { mode: 0o755 })
  await using server = await startServer({ command: [moved], cwd: folder, args: PROXY })
  expect(server.output.join('')).toContain('could not be mapped')
  const answer = await postTool(server.url, 'ip-location', { ip: '8.8.8.8' })
  expect(await bodyOf(answer)).toMatchObject({ city: 'Mountain View' })
})

test('a bunfig, a dotenv file, a package.json and a tsconfig in the folder change nothing', async () => {
  const cwd = emptyFolder('hostile')
  const trap = join(folder, 'sprung')
  writeFileSync(join(cwd, 'trap.ts'), `require('node:fs').writeFileSync(${JSON.stringify(trap)}, 'x')`)
  writeFileSync(join(cwd, 'bunfig.toml'), 'preload = ["./trap.ts"]\n')
  writeFileSync(join(cwd, '.env'), 'DOORSTEP_LOG_LEVEL=nonsense\n')
  writeFileSync(join(cwd, '.env.production'), 'DOORSTEP_HOST=nonsense\n')
  writeFileSync(join(cwd, 'package.json'), '{ "name": "other", "version": "9.9.9", "imports": {} }')
  writeFileSync(join(cwd, 'tsconfig.json'), '{ "compilerOptions": { "paths": { "*": ["./trap.ts"] } } }')
  await using server = await startServer({ command: [copy], cwd })
  expect(await (await fetch(`${server.url}/api/ip`)).text()).toBe('127.0.0.1')
  expect(server.output[0]).not.toContain('9.9.9')
  expect(await Bun.file(trap).exists()).toBe(false)
})

labTest('runs as a user without a home', { programs: ['setpriv'], root: true }, async () => {
  const command = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', 'env', '-i', copy]
  await using server = await startServer({ command, cwd: folder, args: PROXY })
  expect(readFileSync(`/proc/${server.pid}/status`, 'utf8')).toMatch(/^Uid:\s+65534/m)
  expect(server.output.join('')).not.toContain('could not be mapped')
  const answer = await fetch(`${server.url}/api/ip/json`, { headers: { 'x-forwarded-for': '8.8.8.8', 'accept-language': 'ko' } })
  expect(await bodyOf(answer)).toMatchObject({ country: '미국', city: 'Mountain View' })
})

labTest('runs where the whole file system is read-only', { programs: ['unshare', 'mount'], root: true }, async () => {
  const script = 'mount --make-rprivate / && mount -o remount,bind,ro / && ! touch "$1/x" 2>/dev/null && shift && exec "$@"'
  const command = ['unshare', '--mount', 'sh', '-c', script, 'sh', folder, copy]
  await using server = await startServer({ command, cwd: folder, args: PROXY })
  expect(server.output.join('')).not.toContain('could not be mapped')
  const answer = await postTool(server.url, 'ip-location', { ip: '2001:200::1' })
  expect(await bodyOf(answer)).toMatchObject({ countryCode: 'JP', asn: 2500 })
})
