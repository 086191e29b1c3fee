// House rule: tests of one file never share a port.
import { expect, test } from 'bun:test'
import { freePort } from '../support/net/network.ts'

/** So many draws from the ports of a kernel hold some port twice. */
const DRAWS = 500

test('a free port is given once', () => {
  const ports = Array.from({ length: DRAWS }, freePort)
  expect(new Set(ports).size).toBe(DRAWS)
})
