import { expect, test } from 'bun:test'
import { nonceFor } from '../../../../src/net/gateway/pcp.ts'
import { addressOf } from '../../../support/gateway/fake-gateway.ts'

const own = addressOf('192.168.1.10')
const PEER = { host: '192.168.1.1', port: 5351, address: addressOf('192.168.1.1'), own, ownHost: own.text, interface_: 'lo' }
const nonce = (protocol: 'tcp' | 'udp', internalPort: number, lifetimeS = 60) =>
  nonceFor(PEER, { protocol, internalPort, externalPort: internalPort, lifetimeS }).toString('hex')

test('a rule has the same nonce for as long as the machine has its name, and no two rules share one', () => {
  expect(nonce('tcp', 8080)).toMatch(/^[0-9a-f]{24}$/)
  expect(nonce('tcp', 8080)).toBe(nonce('tcp', 8080, 0))
  const all = [1, 80, 8080, 65_535].flatMap((port) => [nonce('tcp', port), nonce('udp', port)])
  expect(new Set(all).size).toBe(all.length)
})
