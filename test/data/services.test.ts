import { expect, test } from 'bun:test'
import { openCatalogue } from '../../src/router/catalogue/load.ts'
import { serviceNeeding } from '../../src/router/catalogue/ports.ts'

const { useCases, portUses } = await openCatalogue(null).read()
const forwarded = useCases.filter(({ ports }) => ports.some(({ forward }) => forward))

test('whoever may connect to what is forwarded is known, and what friends or strangers open as well', () => {
  expect(forwarded.filter(({ serves }) => serves === undefined).map(({ id }) => id)).toEqual([])
  expect(useCases.filter(({ connect, serves }) => connect && !serves).map(({ id }) => id)).toEqual([])
  expect(useCases.filter(({ connect }) => connect).length).toBeGreaterThan(60)
  // Nothing is typed where a lobby, an account or other peers find the way.
  const nothing = forwarded.filter(({ connect, serves }) => serves === 'friends' && !connect)
  expect(nothing.every(({ category }) => category === 'game' || category === 'media')).toBe(true)
})

test.each([
  ['minecraft-java', 'friends', 'host'],
  ['minecraft-bedrock', 'friends', 'separate'],
  ['valheim', 'friends', 'host-port'],
  ['web-server', 'strangers', 'url'],
  ['wireguard', 'oneself', 'host-port'],
  ['bittorrent', 'strangers', undefined],
  ['playstation', 'strangers', undefined],
  ['rdp', 'oneself', undefined],
  ['fortnite', undefined, undefined],
])('%s serves %s, who type the %s', (id, serves, as) => {
  const service = useCases.find((useCase) => useCase.id === id)
  expect({ serves: service?.serves, as: service?.connect?.as }).toEqual({ serves, as } as never)
})

test.each([
  [80, 'tcp', 'www-http', 'web-server'],
  [80, 'tcp', 'http', 'web-server'],
  [443, 'tcp', 'https', 'web-server'],
  [23, 'tcp', 'telnet', 'telnet'],
  [6690, 'tcp', null, 'synology-drive'],
  [24_642, 'udp', null, 'stardew-valley'],
] as const)('port %i over %s (%s) is %s', (port, protocol, registered, id) => {
  expect(serviceNeeding(portUses, port, protocol, registered)?.id).toBe(id)
})
