// Many look-ups at once: addresses or lines of a log on standard input, an answer for each line on standard output.
import { expect, test } from 'bun:test'
import { addressIn } from '../../../../src/faces/cli/many.ts'
import { PROGRAM } from '../../../support/executable.ts'
import { runLine, spawnLine } from '../../../support/process/command-line.ts'
import { plainEnvironment } from '../../../support/server.ts'

const lookUp = (args: readonly string[], input: string | Uint8Array<ArrayBuffer>, env: Record<string, string> = {}) =>
  spawnLine(args, { input, env })

const LOG = ['8.8.8.8 - - "GET / HTTP/1.1"', 'no address', 'from [2001:4860:4860::8888]:443', '10.0.0.1 8.8.8.8', '']

test('each line has the result of the tool, or why it has none', async () => {
  const { code, err, out } = await lookUp(['ip-lookup', '-'], LOG.join('\r\n'))
  const lines = out.trimEnd().split('\n')
  expect([code, err, lines.length]).toEqual([0, '', 4])
  const [first, none, second, local] = lines.map((line) => JSON.parse(line))
  for (const [ip, found] of [
    ['8.8.8.8', first],
    ['2001:4860:4860::8888', second],
  ]) {
    const { tool, checkedAt, elapsedMs, headline, good, ...result } = JSON.parse((await runLine(['ip-lookup', ip, '--json'])).out)
    expect(found).toEqual(result)
  }
  const detail = expect.stringContaining('no IP address in this line')
  expect(none).toMatchObject({ status: 422, code: 'invalid-target', detail })
  expect(local).toMatchObject({ status: 403, code: 'target-not-public', field: 'ip' })
})

test('--short is the one value, and an empty line where there is none, whatever the bytes around an address', async () => {
  const odd = Uint8Array.of(255, 32, ...Buffer.from('8.8.8.8'), 32, 128, 10)
  expect((await lookUp(['ip-lookup', '-', '--short'], odd)).out).toBe('Google LLC\n')
  expect((await lookUp(['ip-lookup', '-', '--short'], `${LOG.join('\n')}\n`)).out).toBe('Google LLC\n\nGoogle LLC\n\n\n')
  expect((await lookUp(['ip-location', '--short', '-'], '\ufeff168.126.63.1\n8.8.8.8')).out).toBe('KR\nUS\n')
})

test('a file without lines is answered without a line; lines without an address end with 2', async () => {
  expect(await lookUp(['ip-lookup', '-'], '')).toMatchObject({ code: 0, out: '', err: '' })
  expect(await lookUp(['ip-lookup', '-', '--short'], 'nothing\n10.0.0.1\n')).toMatchObject({ code: 2, out: '\n\n' })
})

test('a line is answered as soon as it is there', async () => {
  const child = Bun.spawn([...PROGRAM, 'ip-lookup', '-', '--short'], {
    env: plainEnvironment(),
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const reader = child.stdout.getReader()
  for (const ip of ['8.8.8.8', '1.1.1.1']) {
    child.stdin.write(`${ip}\n`)
    void child.stdin.flush()
    expect(new TextDecoder().decode((await reader.read()).value)).toMatch(/^(Google|Cloudflare)/)
  }
  child.kill('SIGINT')
  expect([await child.exited, await child.stderr.text()]).toEqual([130, ''])
})

test('ends when nobody reads any more, without a word', async () => {
  const child = Bun.spawn([...PROGRAM, 'ip-lookup', '-', '--short'], {
    env: plainEnvironment(),
    stdin: new Blob(['8.8.8.8\n'.repeat(100_000)]),
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const reader = child.stdout.getReader()
  expect(new TextDecoder().decode((await reader.read()).value)).toStartWith('Google LLC\n')
  await reader.cancel()
  expect([await child.exited, await child.stderr.text()]).toEqual([0, ''])
})

test('only the beginning of a very long line is looked at, and no address is cut in two', async () => {
  const long = (ip: string, at: number) => `${'x '.repeat(at / 2)}${ip}${' '.repeat(300_000)}9.9.9.9`
  const lines = [long('8.8.8.8', 60_000), long('8.8.8.88', 65_536 - 7), long('8.8.8.8', 70_000), '1.1.1.1']
  const { out } = await lookUp(['ip-lookup', '-', '--short'], lines.join('\n'))
  expect(out).toMatch(/^Google LLC\n\n\nCloudflare.*\n$/)
})

test.each([
  [['--server', 'http://127.0.0.1:1'], '--server does not go with "-": the addresses on standard input are'],
  [['--link'], '--link does not go with "-"'],
  [['--any', '--lang', 'ko'], '"-"와 --any 옵션은 함께 쓸 수 없습니다.'],
])('%j is refused', async (flags, message) => {
  const { code, err } = await runLine(['ip-lookup', '-', ...flags])
  expect([code, err]).toEqual([2, expect.stringContaining(message)])
})

test('a server that the environment names is not asked, and other tools take "-" as it is', async () => {
  const { out } = await lookUp(['ip-lookup', '-', '--short'], '8.8.8.8', { DOORSTEP_SERVER: 'http://127.0.0.1:1' })
  expect(out).toBe('Google LLC\n')
  expect(await runLine(['reverse-dns', '-'])).toMatchObject({ code: 2, err: expect.stringContaining('Invalid target') })
})

// The first address in a line of a log, whatever stands around it.
test.each([
  ['8.8.8.8', '8.8.8.8'],
  ['8.8.8.8 - - [23/Nov/2026:16:14:55 +0000] "GET / HTTP/1.1" 200 5 "-" "curl/8.5.0"', '8.8.8.8'],
  ['[23/Nov/2026:16:14:55 +0000] client: 9.9.9.9, server: 8.8.8.8', '9.9.9.9'],
  ['{"remote":"2001:4860:4860::8888","port":443}', '2001:4860:4860::8888'],
  ['9.9.9.9:443 connected', '9.9.9.9'],
  ['[2001:DB8::1]:443', '2001:db8::1'],
  ['https://[2001:db8::1]:8080/', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['::ffff:9.9.9.9', '9.9.9.9'],
  ['2001:db8::1: no route', '2001:db8::1'],
  ['2001:db8::/32', '2001:db8::'],
  ['접속:9.9.9.9에서', null],
  ['Chrome/120.0.0.0 from 9.9.9.9', '9.9.9.9'],
  ['Chrome/120.0.0.0', null],
  ['4.3.2.1.in-addr.arpa', null],
  ['1.2.3.4.5 1.2.3 1.2.3.400 01.2.3.4', null],
  ['ab:cd:ef:12:34:56 16:14:55 std::string', null],
  ['v1.2.3.4 x1.2.3.4 1.2.3.4x', null],
  ['', null],
])('%s', (line, address) => expect(addressIn(line)).toBe(address))

test('reads a line once, whatever is in it', () => {
  for (const piece of ['1', '.', ':', '1.', 'a:', '1.2.3.', '::', '1.2.3.4.', ' 1.2.3', '[', 'x/1.2.3.4 ']) {
    const line = piece.repeat(Math.ceil(2_000_000 / piece.length))
    const started = performance.now()
    expect(addressIn(line)).toBeNull()
    // Twice as long would be four times as slow, hours, if it were read again and again.
    expect(performance.now() - started).toBeLessThan(5000)
  }
})
