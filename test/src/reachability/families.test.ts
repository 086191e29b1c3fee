import { expect, test } from 'bun:test'
import { type Attempt, clientsOf } from '../../../src/reachability/families.ts'

const TABLE: [Attempt, Attempt, ReturnType<typeof clientsOf>][] = [
  ['open', 'open', 'fine'],
  ['open', 'refused', 'ipv4-only'],
  ['open', 'silent', 'slow'],
  ['refused', 'open', 'ipv6-only'],
  ['silent', 'open', 'ipv6-only'],
  ['refused', 'refused', 'none'],
  ['silent', 'silent', 'none'],
  ['open', 'unknown', null],
  ['unknown', 'open', null],
  ['silent', 'unknown', null],
]

test.each(TABLE)('IPv4 %s and IPv6 %s: clients meet %s', (ipv4, ipv6, clients) => expect(clientsOf({ ipv4, ipv6 })).toBe(clients))
