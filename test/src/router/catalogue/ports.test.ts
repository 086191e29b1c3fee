import { expect, test } from 'bun:test'
import { openCatalogue } from '../../../../src/router/catalogue/load.ts'
import { portUsesOf, serviceNeeding, servicesOn } from '../../../../src/router/catalogue/ports.ts'

test.each([
  [25_565, 'tcp', null, 'minecraft-java'],
  [25_565, 'udp', null, null],
  [51_820, 'udp', null, 'wireguard'],
  [3389, 'tcp', 'ms-wbt-server', 'rdp'],
  // Several services need it; the one of its registered name is meant, if there is one.
  [443, 'tcp', 'https', 'web-server'],
  [22, 'tcp', 'ssh', 'ssh'],
  [27_015, 'udp', null, null],
  // A camera needs it, but a caller who opens it runs a web server.
  [80, 'tcp', 'http', 'web-server'],
  [8080, 'tcp', 'http-alt', null],
  [1, 'tcp', 'tcpmux', null],
] as const)('port %i over %s (%s): %p', async (port, protocol, registered, id) => {
  const { portUses } = await openCatalogue(null).read()
  expect(serviceNeeding(portUses, port, protocol, registered)?.id ?? null).toBe(id)
})

test('the services on a port, those first that need it', async () => {
  const { portUses } = await openCatalogue(null).read()
  expect(servicesOn(portUses, 80).map(({ id }) => id)).toEqual(expect.arrayContaining(['onvif', 'web-server', 'hikvision']))
  expect(servicesOn(portUses, 80)[0]?.id).toBe('onvif')
  expect(servicesOn(portUses, 25_565, 'udp').map(({ id }) => id)).toEqual(['minecraft-java'])
  expect(servicesOn(portUses, 1)).toEqual([])
})

test('a range contains its ends and the ports between, and no others', async () => {
  const { useCases } = await openCatalogue(null).read()
  const [service] = useCases
  if (!service) throw new Error('no service')
  const ranged = {
    ...service,
    id: 'ranged',
    ports: service.ports.map((port) => ({ ...port, external: '40000-40009', required: true })),
  }
  const [{ protocol } = { protocol: 'tcp' as const }] = ranged.ports
  const found = [39_999, 40_000, 40_005, 40_009, 40_010].map(
    (port) => serviceNeeding(portUsesOf([ranged]), port, protocol, null)?.id ?? null,
  )
  expect(found).toEqual([null, 'ranged', 'ranged', 'ranged', null])
})
