// The warnings about data that have become old.
import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { oldData, published, updateCommand } from '../../../../src/operations/opening/data-age.ts'
import { FROM_SOURCE, plainEnvironment, ROOT } from '../../../support/server.ts'

const NOW = Date.parse('2026-11-22T00:00:00Z')
const dataset = (id: string, buildDate: string) => ({ id, buildDate })
const said = (days: number, which: string) =>
  `the IP data are up to ${days} days old (${which}): node_modules/.bin/bun src/main.ts data update --data-dir doorstep-data renews them`

test('sixty days are young, sixty-one are old', () => {
  expect(oldData([dataset('city', '2026-09-23')], null, NOW)).toBeNull()
  expect(oldData([dataset('city', '2026-09-22')], null, NOW)).toBe(said(61, 'city 2026-09-22'))
})

test('the oldest speaks for all, in one short line; time zones do not age', () => {
  const all = [dataset('network', '2026-06-17'), dataset('city', '2026-06-05'), dataset('registry', '2026-06-17')]
  const sentence = oldData([...all, dataset('timezone', '2020-01-01')], null, NOW)
  expect(sentence).toBe(said(170, 'city 2026-06-05'))
  expect(sentence?.length).toBeLessThan(160)
})

test('one command brings both databases; in the first days of a month, those of the month before', () => {
  expect(updateCommand(['registry', 'network'], '/var/lib/doorstep-data')).toBe(
    'node_modules/.bin/bun src/main.ts data update --data-dir /var/lib/doorstep-data',
  )
  expect(published(Date.parse('2026-11-03T00:00:00Z'))).toEqual([
    'https://download.db-ip.com/free/dbip-city-lite-2026-10.mmdb.gz',
    'https://download.db-ip.com/free/dbip-asn-lite-2026-10.mmdb.gz',
  ])
})

test('where that command does not help, doctor says more', () => {
  const sentence = expect.stringMatching(/doctor says how to renew them$/)
  expect(oldData([dataset('registry', '2026-06-05')], null, NOW)).toEqual(sentence)
  expect(oldData([{ ...dataset('city', '2026-06-05'), origin: 'file' }], null, NOW)).toEqual(sentence)
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
    expect(lines.map((line) => JSON.parse(line).message.slice(0, 21))).toEqual(['listening', 'the IP data are up to'])
  } finally {
    child.kill()
    await child.exited
    rmSync(folder, { recursive: true })
  }
})
