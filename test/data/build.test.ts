import { expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { SEOUL } from '../support/data/bundle.ts'
import { recordAt } from '../support/data/range-file.ts'
import { ROOT } from '../support/server.ts'
import { sharedFolder } from '../support/shared.ts'

const folder = sharedFolder('build')

function file(name: string, content: string | Buffer): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

interface Result {
  code: number
  report: string
  find(database: 'city' | 'network' | 'registry', ip: string): unknown
  // biome-ignore lint/suspicious/noExplicitAny: a JSON file, looked at field by field
  summary: any
}

/** Runs `data/build.ts` on small files for every kind, so that it takes no time. */
async function build(
  flags: { city?: string[]; asn?: string[]; country?: string[] },
  date: string | null = '2026-11-01',
): Promise<Result> {
  const small = {
    city: [file('s-city-2026-11.csv', '1.0.0.0,1.0.0.255,AU,,,,,,,\n')],
    asn: [file('s-asn-2026-11.csv', '1.0.0.0,1.0.0.255,13335,Cloudflare\n')],
    country: [file('s-country-2026-11.csv', '3.0.0.0,3.0.255.255,KR\n')],
  }
  const out = mkdtempSync(join(folder, 'out-'))
  const named = Object.entries({ ...small, ...flags }).flatMap(([kind, files]) => files.flatMap((path) => [`--${kind}`, path]))
  const args = [...named, ...(date === null ? [] : ['--date', date])]
  const child = Bun.spawn([process.execPath, join(ROOT, 'data', 'build.ts'), '--out', out, ...args], {
    stderr: 'pipe',
    stdout: 'ignore',
  })
  const report = await new globalThis.Response(child.stderr).text()
  const code = await child.exited
  if (code !== 0) return { code, report, find: () => undefined, summary: null }
  const find = (database: string, ip: string) => recordAt(readFileSync(join(out, `${database}.ranges`)), ip)
  return { code, report, find, summary: JSON.parse(readFileSync(join(out, 'datasets.gen.json'), 'utf8')) }
}

test('what an IPv6 row says of all addresses is not said of IPv4, however many rows there are', async () => {
  const rows = Array.from(
    { length: 3000 },
    (_, id) => `9.${id >> 8}.${id & 255}.0,9.${id >> 8}.${id & 255}.127,AS,KR,Seoul,Seoul,37.5,127`,
  )
  const wide = '::,1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff,ZZ,ZZ,,,0,0'
  const { find, report } = await build({ city: [file('wide.csv', `${[...rows, wide].join('\n')}\n`)] })
  expect([find('city', '9.0.1.1'), find('city', '9.0.1.200')]).toEqual([SEOUL, null])
  expect(find('city', '1000::1')).toMatchObject({ country_code: 'ZZ' })
  expect(report).not.toMatch(/cannot be read|overlap/)
})

test('a file by address, dated by its server', async () => {
  await using server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: ({ url }) =>
      url.includes('/asn.csv.gz')
        ? new globalThis.Response(gzipSync('9.9.9.0,9.9.9.255,4766,KT\n'), {
            headers: { 'last-modified': 'Sun, 01 Nov 2026 10:00:00 GMT' },
          })
        : new globalThis.Response('no', { status: 404 }),
  })
  const address = `http://user:hunter2@127.0.0.1:${server.port}/asn.csv.gz?token=SECRET`
  const { find, summary } = await build({ asn: [address] }, null)
  expect(find('network', '9.9.9.9')).toEqual({ autonomous_system_number: 4766, autonomous_system_organization: 'KT' })
  expect(summary).toMatchObject({ recipe: 'custom' })
  expect(summary.datasets[1]).toMatchObject({
    id: 'network',
    buildDate: '2026-11-01',
    source: `http://127.0.0.1:${server.port}/asn.csv.gz`,
  })
  expect(JSON.stringify(summary)).not.toMatch(/SECRET|hunter2/)
  const missing = await build({ asn: [`http://127.0.0.1:${server.port}/nothing.csv?token=SECRET`] })
  expect(missing.code).not.toBe(0)
  expect(missing.report).toContain(`doorstep: http://127.0.0.1:${server.port}/nothing.csv answered 404\n`)
})
