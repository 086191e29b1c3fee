import { expect, test } from 'bun:test'
import { openCatalogue } from '../../../src/router/load.ts'
import { serviceNeeding } from '../../../src/router/needing.ts'

test.each([
  [25_565, 'tcp', 'minecraft-java'],
  [25_565, 'udp', null],
  [51_820, 'udp', 'wireguard'],
  [3389, 'tcp', 'rdp'],
  // Several services need it, and which one is meant nobody knows.
  [443, 'tcp', null],
  [1, 'tcp', null],
] as const)('port %i over %s: %p', async (port, protocol, id) => {
  const { useCases } = await openCatalogue(null)()
  expect(serviceNeeding(useCases, port, protocol)?.id ?? null).toBe(id)
})

test('a range holds its ends and what is between, and nothing else', async () => {
  const { useCases } = await openCatalogue(null)()
  const [service] = useCases
  if (!service) throw new Error('no service')
  const ranged = {
    ...service,
    id: 'ranged',
    ports: service.ports.map((port) => ({ ...port, external: '40000-40009', required: true })),
  }
  const [{ protocol } = { protocol: 'tcp' as const }] = ranged.ports
  const found = [39_999, 40_000, 40_005, 40_009, 40_010].map((port) => serviceNeeding([ranged], port, protocol)?.id ?? null)
  expect(found).toEqual([null, 'ranged', 'ranged', 'ranged', null])
})
