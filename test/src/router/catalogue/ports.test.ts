import { expect, test } from 'bun:test'
import { serviceName } from '../../../../src/diagnostics/port/index.ts'
import { openCatalogue } from '../../../../src/router/catalogue/load.ts'
import { isOnRange, portUsesOf, serviceNeeding, servicesOn } from '../../../../src/router/catalogue/ports.ts'

test.each([
  [25_565, 'tcp', null, 'minecraft-java'],
  [25_565, 'udp', null, null],
  [51_820, 'udp', null, 'wireguard'],
  [3389, 'tcp', 'ms-wbt-server', 'rdp'],
  // Several services need it; the one of its registered name is meant, if there is one.
  [443, 'tcp', 'https', 'web-server'],
  [22, 'tcp', 'ssh', 'ssh'],
  [27_015, 'udp', null, null],
  [27_960, 'udp', null, 'quake-3'],
  [30_000, 'udp', null, 'luanti'],
  [143, 'tcp', 'imap', 'smtp-imap'],
  // Geyser is there in its place.
  [19_132, 'udp', null, 'minecraft-bedrock'],
  // A camera needs it, but a caller who opens it runs a web server; the registry has its own name for that.
  [80, 'tcp', 'http', 'web-server'],
  [80, 'tcp', 'www-http', 'web-server'],
  // Any web program may be there.
  [8000, 'tcp', 'irdmi', null],
  [81, 'tcp', null, null],
  [8888, 'tcp', 'ddi-tcp-1', null],
  [5001, 'tcp', 'commplex-link', 'synology-dsm'],
  [8123, 'tcp', null, 'home-assistant'],
  [445, 'tcp', 'microsoft-ds', 'smb-file-share'],
  // It lists the port as one not to forward, and is advisable on another.
  [1883, 'tcp', 'mqtt', null],
  // Its name is that of a service which should stay closed altogether.
  [3306, 'tcp', 'mysql', 'database'],
  [11_434, 'tcp', 'ollama', 'ollama'],
  [50_050, 'tcp', null, null],
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

test('no port is said to be that of a service which is opened on another one, or merely uses it', async () => {
  const { portUses } = await openCatalogue(null).read()
  const odd: string[] = []
  for (const protocol of ['tcp', 'udp'] as const)
    for (let port = 1; port < 65_536; port++) {
      const found = serviceNeeding(portUses, port, protocol, await serviceName(port, protocol))
      const own = found?.ports.find((one) => one.protocol === protocol && isOnRange(one.external, port))
      const isKnown = ['database', 'smtp-imap', 'ollama', 'portainer', 'sip-rtp'].includes(found?.id ?? '')
      if (found && !(own?.required || (own?.forward && found.recommended) || isKnown)) odd.push(`${port}/${protocol} ${found.id}`)
    }
  expect(odd).toEqual([])
})
