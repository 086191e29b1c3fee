// The warnings about data that have become old.
import { expect, test } from 'bun:test'
import { oldData, published, updateCommand, watchDataAge } from '../../../../src/operations/opening/data-age.ts'

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
  const warned: string[] = []
  const log = { debug() {}, info() {}, error() {}, warn: (message: string) => void warned.push(message) }
  watchDataAge(() => [dataset('city', '2020-01-01')], null, log)
  expect(warned).toEqual([])
  await Bun.sleep(5)
  expect(warned).toEqual([expect.stringMatching(/^the IP data are up to \d+ days old/)])
})
