import { expect, jest, test } from 'bun:test'
import { sharedEngine } from '../../../../src/net/libc/attempt.ts'
import { reachableFirst } from '../../../../src/net/path/index.ts'
import { targetOf } from '../../../support/net/probe-job.ts'

const MANY = 2000

test('of the addresses of a host the first with a route is taken', () => {
  // The broadcast address has no route.
  const routed = reachableFirst(['255.255.255.255', '127.0.0.1', '::1'].map(targetOf))
  expect(routed.address.text).toBe('127.0.0.1')
})

test('a few addresses are checked, however many a name has; without a route it is the first', () => {
  const engine = sharedEngine()
  if (!engine) throw new Error('no libc')
  const lookedUp = jest.spyOn(engine.sockets, 'sourceTo').mockReturnValue(null)
  const addresses = Array.from({ length: MANY }, (_, index) => `198.18.${index >> 8}.${index & 255}`)
  expect(reachableFirst(addresses.map(targetOf)).address.text).toBe('198.18.0.0')
  expect(lookedUp).toHaveBeenCalledTimes(4)
  lookedUp.mockRestore()
})
