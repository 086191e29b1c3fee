// Files that unpack to a thousand times their size, from a file and from a server: refused before they are unpacked.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createGzip, gzipSync } from 'node:zlib'
import { DataFiles } from '../support/data/files.ts'
import { smallMmdb } from '../support/data/mmdb.ts'
import { labTest } from '../support/lab.ts'
import { openLoopback } from '../support/net/network.ts'
import { measuredLine } from '../support/process/measured.ts'

/** An update of real data takes more. */
const MEMORY_MAX_MIB = 400
const UNPACKED_MIB = 1024
const ROW = '1.0.0.0,1.0.0.255,13335,Example\n'

const files = new DataFiles()
let server: Bun.Server<undefined>
let closeLoopback = () => {}
beforeAll(() => {
  closeLoopback = openLoopback()
  server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: ({ url }) => {
      const { pathname, searchParams } = new URL(url)
      const headers = searchParams.has('encoded') ? { 'content-encoding': 'gzip' } : undefined
      return new Response(new Uint8Array(readFileSync(join(files.folder, pathname.slice(1)))), headers && { headers })
    },
  })
})
afterAll(async () => {
  closeLoopback()
  await server.stop(true)
  files[Symbol.dispose]()
})

/** Returns a gzipped file that begins in some way and then repeats a block of a MiB. */
async function bomb(name: string, start: Buffer, block: Buffer): Promise<string> {
  const packer = createGzip({ level: 9 })
  const parts: Buffer[] = []
  packer.on('data', (part: Buffer) => parts.push(part))
  packer.write(start)
  for (let index = 0; index < UNPACKED_MIB; index++)
    if (!packer.write(block)) await new Promise((resolve) => packer.once('drain', resolve))
  packer.end()
  await new Promise((resolve) => packer.once('end', resolve))
  return files.file(name, Buffer.concat(parts))
}

const MIB = 1024 * 1024
const BOMBS: readonly [what: string, start: Buffer, block: Buffer][] = [
  ['zeros.mmdb.gz', Buffer.alloc(0), Buffer.alloc(MIB)],
  ['trailing.mmdb.gz', smallMmdb({ '8.8.8.0/24': { asn: 'AS64500', name: 'Lab' } }), Buffer.alloc(MIB)],
  ['rows-2026-11.csv.gz', Buffer.alloc(0), Buffer.from(ROW.repeat(MIB / ROW.length))],
  ['line-2026-11.csv.gz', Buffer.from(ROW), Buffer.alloc(MIB, 'x')],
]

for (const [name, start, block] of BOMBS)
  labTest(name, {}, async () => {
    const path = await bomb(name, start, block)
    const url = `${server.url}${name}`
    const update = (from: string) => measuredLine(['data', 'update', '--from', from, '--data-dir', files.dir])
    const runs = [
      await update(path),
      await update(url),
      await update(`${url}?encoded`),
      await measuredLine(['data', 'build', '--asn', path, '--out', join(files.folder, 'out.bundle')]),
    ]
    for (const { code, err, memoryMiB } of runs) {
      expect(code).toBeGreaterThan(0)
      expect(err).toMatch(
        /unpacks to more than 24 times its size: unpack it, and name the file that was in it|has a line of more than/,
      )
      expect(memoryMiB).toBeLessThan(MEMORY_MAX_MIB)
    }
    expect(readdirSync(files.dir)).toEqual(['update.lock'])
  })

test('a file packed as publishers do is accepted', async () => {
  const rows = Array.from(
    { length: 50_000 },
    (_, index) =>
      `10.${(index >> 8) & 255}.${index & 255}.0,10.${(index >> 8) & 255}.${index & 255}.255,${64_500 + index},Example ${index}\n`,
  )
  const path = files.file('sound-2026-11.csv.gz', gzipSync(rows.join('')))
  const out = join(files.folder, 'rows.bundle')
  expect(await measuredLine(['data', 'build', '--asn', path, '--out', out, '--licence', 'x'])).toMatchObject({ code: 0 })
})
