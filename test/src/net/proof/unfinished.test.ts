// Connections that were begun and never finished, as Linux lists them.
import { expect, test } from 'bun:test'
import { unfinishedIn } from '../../../../src/net/proof/listener.ts'

const HEAD = '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n'
const REST = '00000000:00000000 01:00000064 00000001     0        0 0 1 0000000000000000\n'

test('IPv4, IPv6 and IPv4 within IPv6, at that port alone', () => {
  const table = [
    HEAD,
    `   0: 00000000:1F90 00000000:0000 0A ${REST}`,
    `   1: 0A01A8C0:1F90 020012C6:D431 03 ${REST}`,
    `   2: 0A01A8C0:1F91 030012C6:D431 03 ${REST}`,
    `   3: 0A01A8C0:1F90 040012C6:D431 01 ${REST}`,
  ].join('')
  expect(unfinishedIn(table, 8080)).toEqual(['198.18.0.2'])
  const six = [
    HEAD,
    `   0: 0000000000000000FFFF00000A01A8C0:1F90 0000000000000000FFFF0000020012C6:D431 03 ${REST}`,
    `   1: B80D0120000000000000000001000000:1F90 B80D0120000000000000000002000000:D431 03 ${REST}`,
  ].join('')
  expect(unfinishedIn(six, 8080)).toEqual(['198.18.0.2', '2001:db8::2'])
})

test('what is not such a table has none', () => {
  for (const text of ['', '\n\n', 'a b c', HEAD, `1: :1F90 :0000 03 ${REST}`.repeat(3)])
    expect(unfinishedIn(text, 80)).toEqual([])
})
