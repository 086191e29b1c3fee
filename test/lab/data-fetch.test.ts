// Data are fetched only by `doorstep data update`: the system calls of a server and of that command show it.
import { expect } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DataFiles, dataOf } from '../support/data/files.ts'
import { labTest } from '../support/lab.ts'
import { spawnLine } from '../support/process/command-line.ts'
import { FROM_SOURCE, startServer } from '../support/server.ts'

/** Detached, so that signals reach the program itself. */
const TRACED = ['-D', '-f', '-qq', '-e', 'trace=connect,sendto,sendmsg,sendmmsg']
/** Longer than a server takes to look at the folder by itself. */
const WHILE_MS = 17_000

const traced = (file: string) => ['strace', ...TRACED, '-o', file, ...FROM_SOURCE]

/** Returns the addresses that a traced process has sent anything to. */
function addressesIn(file: string): string[] {
  const calls = readFileSync(file, 'utf8')
  return [...calls.matchAll(/(?:inet_addr\(|inet_pton\(AF_INET6, )"([^"]+)"/g)].map(([, address = '']) => address)
}

labTest(
  'a server with --data-dir sends nothing by itself, whatever comes into the folder',
  { programs: ['strace'] },
  async () => {
    using files = new DataFiles()
    const trace = join(files.folder, 'trace')
    const take = async (date: string) => {
      const path = files.bundle(date, [dataOf('registry', date)])
      const { code } = await spawnLine(['data', 'update', '--from', path, '--data-dir', files.dir])
      expect(code).toBe(0)
    }
    await take('2026-11-01')
    await using server = await startServer({ command: traced(trace), args: ['--data-dir', files.dir, '--metrics'] })
    const ends = performance.now() + WHILE_MS
    for (const path of ['/api/data', '/metrics', '/', '/api/ip/json'])
      expect((await fetch(`${server.url}${path}`)).status).toBe(200)
    await take('2026-11-02')
    for (let index = 0; index < 300; index++) await (await fetch(`${server.url}/api/ip/json`)).text()
    await Bun.sleep(Math.max(0, ends - performance.now()))
    expect(server.output.join('\n')).toContain('"data replaced"')
    expect(addressesIn(trace)).toEqual([])
  },
)
