import { expect, test } from 'bun:test'
import { udpPayloads } from '../../../../src/diagnostics/port/index.ts'
import { firstDatagram } from '../../../../src/net/identity/index.ts'

/** The largest datagram that is sent anywhere. */
const SENT_MAX = 1200

test.each([
  [9987, 'teamspeak'],
  [19132, 'raknet'],
  [27015, 'a2s'],
  [27960, 'quake3'],
  [30000, 'luanti'],
  [30120, 'quake3'],
  [64738, 'mumble'],
] as const)('port %p is asked in the protocol that is usual there, %s', (port, protocol) => {
  expect(udpPayloads(port).map((payload) => Buffer.from(payload))).toEqual([Buffer.from(firstDatagram(protocol) ?? [])])
})

test('every port gets one short request', () => {
  for (let port = 1; port <= 65_535; port++) {
    const payloads = udpPayloads(port)
    expect(payloads.length).toBe(1)
    const bytes = payloads[0]?.length ?? 0
    if (bytes === 0 || bytes > SENT_MAX) throw new Error(`${bytes} bytes to port ${port}`)
  }
  expect(Buffer.from(udpPayloads(40_000)[0] ?? []).toString()).toBe('\r\n')
})
