// The warnings about data that have become old.
import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { oldData } from '../../../src/opening/data-age.ts'
import { FROM_SOURCE, plainEnvironment, ROOT } from '../../support/server.ts'

const NOW = Date.parse('2026-11-22T00:00:00Z')
const COMMANDS = {
  city: 'node_modules/.bin/bun src/main.ts data update --from https://download.db-ip.com/free/dbip-city-lite-2026-11.mmdb.gz --data-dir doorstep-data',
  network:
    'node_modules/.bin/bun src/main.ts data update --from https://download.db-ip.com/free/dbip-asn-lite-2026-11.mmdb.gz --data-dir doorstep-data',
}
const dataset = (id: string, buildDate: string, origin: 'embedded' | 'data-dir' | 'file' = 'embedded') => ({
  id,
  buildDate,
  origin,
})

test('sixty days are young, sixty-one are old', () => {
  expect(oldData([dataset('city', '2026-09-23')], null, NOW)).toEqual([])
  expect(oldData([dataset('city', '2026-09-22')], null, NOW)).toEqual([
    `the embedded IP data are up to 61 days old (city 2026-09-22): install a newer doorstep, or run ${COMMANDS.city} and start with --data-dir doorstep-data, or name newer databases with --city-db FILE`,
  ])
})

test('all that is embedded is one sentence; time zones do not age', () => {
  const all = [dataset('city', '2026-06-05'), dataset('network', '2026-06-17'), dataset('registry', '2026-06-17')]
  expect(oldData([...all, dataset('timezone', '2020-01-01')], null, NOW)).toEqual([
    'the embedded IP data are up to 170 days old (city 2026-06-05, network 2026-06-17, registry 2026-06-17): ' +
      `install a newer doorstep, or run ${COMMANDS.city} && ${COMMANDS.network} and start with --data-dir doorstep-data, or name newer databases with --city-db FILE --asn-db FILE`,
  ])
  expect(oldData([dataset('registry', '2026-06-17')], null, NOW)).toEqual([
    'the embedded IP data are up to 158 days old (registry 2026-06-17): install a newer doorstep',
  ])
})

test("a file of the operator's is theirs to replace", () => {
  expect(oldData([dataset('network', '2026-01-01', 'file'), dataset('city', '2026-11-20')], null, NOW)).toEqual([
    'the file of --asn-db is 325 days old (2026-01-01): replace it and send SIGHUP',
  ])
})

test('the folder of --data-dir is renewed by the verb that wrote it', () => {
  const old = [dataset('city', '2026-09-01', 'data-dir'), dataset('network', '2026-11-20', 'data-dir')]
  expect(oldData(old, '/srv/data', NOW)).toEqual([
    `the IP data in --data-dir are up to 82 days old (city 2026-09-01): run ${COMMANDS.city.replace('doorstep-data', '/srv/data')}`,
  ])
})

test('in the first days of a month, the file of the month before is named', () => {
  expect(oldData([dataset('city', '2026-06-05')], null, Date.parse('2026-11-03T00:00:00Z'))[0]).toContain(
    'dbip-city-lite-2026-10.mmdb.gz',
  )
})

test('the log says it once, after the start line', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'doorstep-age-'))
  // Later by more than a year, so that the data are old on whatever day this runs.
  const shim = join(folder, 'later.ts')
  writeFileSync(shim, 'const now = Date.now; Date.now = () => now() + 400 * 86_400_000\n')
  const [bun = '', ...main] = FROM_SOURCE
  const child = Bun.spawn([bun, '--preload', shim, ...main, '--port', '0'], {
    cwd: ROOT,
    env: plainEnvironment(),
    stdout: 'pipe',
  })
  try {
    let text = ''
    for await (const chunk of child.stdout) {
      text += new TextDecoder().decode(chunk)
      if (text.includes('days old')) break
    }
    const lines = text.trim().split('\n')
    expect(lines.map((line) => JSON.parse(line).message.slice(0, 21))).toEqual(['listening', 'the embedded IP data '])
  } finally {
    child.kill()
    await child.exited
    rmSync(folder, { recursive: true })
  }
})
