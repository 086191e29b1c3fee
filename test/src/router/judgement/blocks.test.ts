import { expect, test } from 'bun:test'
import { openCatalogue } from '../../../../src/router/catalogue/load.ts'
import { blockOf } from '../../../../src/router/judgement/connect.ts'

const [some] = (await openCatalogue(null).read()).isps
if (!some) throw new Error('the catalogue has no providers')
const note = { en: 'x', ko: 'x' }
const isp = {
  ...some,
  blocked: [{ ports: '25,135-139', protocol: 'tcp' as const, note }],
  mayBlock: [{ ports: '80,135', protocol: 'both' as const, note }],
}

test('the ports that a provider blocks on all lines, by range and protocol', () => {
  for (const port of [25, 135, 137, 139]) expect(blockOf(isp, port, 'tcp')?.certainty).toBe('always')
  for (const port of [24, 26, 134, 140]) expect(blockOf(isp, port, 'tcp')).toBeNull()
  for (const port of [25, 137, 139]) expect(blockOf(isp, port, 'udp')).toBeNull()
})

test('the ports that it blocks on some lines', () => {
  expect(blockOf(isp, 80, 'tcp')?.certainty).toBe('sometimes')
  expect(blockOf(isp, 135, 'udp')?.certainty).toBe('sometimes')
})

test('nothing is said where no provider is known', () => expect(blockOf(null, 25, 'tcp')).toBeNull())
