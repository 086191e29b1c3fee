// The first address in a line of a log, whatever stands around it.
import { expect, test } from 'bun:test'
import { addressIn } from '../../../../src/faces/cli/many.ts'

test.each([
  ['8.8.8.8', '8.8.8.8'],
  ['8.8.8.8 - - [23/Nov/2026:16:14:55 +0000] "GET / HTTP/1.1" 200 5 "-" "curl/8.5.0"', '8.8.8.8'],
  ['[23/Nov/2026:16:14:55 +0000] client: 9.9.9.9, server: 8.8.8.8', '9.9.9.9'],
  ['2026-11-23T16:14:55.123Z sshd[7]: Failed password from 9.9.9.9 port 22', '9.9.9.9'],
  ['{"remote":"2001:4860:4860::8888","port":443}', '2001:4860:4860::8888'],
  ['9.9.9.9:443 connected', '9.9.9.9'],
  ['[2001:DB8::1]:443', '2001:db8::1'],
  ['https://9.9.9.9/path', '9.9.9.9'],
  ['https://[2001:db8::1]:8080/', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['::ffff:9.9.9.9', '9.9.9.9'],
  ['blocked 9.9.9.9.', '9.9.9.9'],
  ['2001:db8::1: no route', '2001:db8::1'],
  ['2001:db8::/32', '2001:db8::'],
  ['9.9.9.0/24', '9.9.9.0'],
  ['접속:9.9.9.9에서', null],
  ['접속: 9.9.9.9 에서', '9.9.9.9'],
  ['Chrome/120.0.0.0 from 9.9.9.9', '9.9.9.9'],
  ['Chrome/120.0.0.0', null],
  ['4.3.2.1.in-addr.arpa', null],
  ['1.2.3.4.5 1.2.3 1.2.3.400 01.2.3.4', null],
  ['ab:cd:ef:12:34:56 16:14:55 std::string', null],
  ['v1.2.3.4 x1.2.3.4 1.2.3.4x', null],
  ['', null],
  ['no address at all', null],
])('%s', (line, address) => {
  expect(addressIn(line)).toBe(address)
})

test('reads a line once, whatever is in it', () => {
  for (const piece of ['1', '.', ':', '1.', 'a:', '1.2.3.', '::', '1.2.3.4.', ' 1.2.3', '[', 'x/1.2.3.4 ']) {
    const line = piece.repeat(Math.ceil(2_000_000 / piece.length))
    const started = performance.now()
    expect(addressIn(line)).toBeNull()
    // Twice as long would be four times as slow, hours, if it were read again and again.
    expect(performance.now() - started).toBeLessThan(5000)
  }
})
