import { afterAll, describe, expect, test } from 'bun:test'
import { parseServer } from '../../../../src/settings/parse-urls.ts'
import { startPlace } from '../../../support/hostile/places.ts'
import { runLine, spawnLine } from '../../../support/process/command-line.ts'
import { bodyOf } from '../../../support/server.ts'
import { sharedServer, shareHosts } from '../../../support/shared.ts'

const LOOPBACK = ['--allow-targets', '127.0.0.0/8']
const server = await sharedServer({ args: LOOPBACK })
shareHosts()

describe('a tool on this machine', () => {
  test('prints the answer of ?format=text, however its field is written', async () => {
    const lines = [['8.8.8.8'], ['--ip', '8.8.8.8'], ['--ip=8.8.8.8']]
    const printed = await Promise.all(lines.map((line) => runLine(['ip-lookup', ...line])))
    for (const { code, out, err } of printed) {
      expect([code, err]).toEqual([0, ''])
      expect(out).toStartWith('8.8.8.8 belongs to the network of Google LLC.\n\nNetwork:             Google LLC\n')
      expect(out).toContain('\nAS number:           AS15169\n')
    }
  })

  test.each([
    [['ip-lookup'], 'Invalid request: The field "IP address" is missing. See doorstep ip-lookup --help.'],
    [
      ['ip-lookup', '--lang', 'ko'],
      '요청 형식이 올바르지 않습니다: "IP 주소" 필드가 빠졌습니다. 도움말: doorstep ip-lookup --help',
    ],
    [['ip-lookup', '8.8.8.8', '9.9.9.9'], 'unexpected argument "9.9.9.9"'],
    [['ip-lookup', '8.8.8.8', '--ip', '9.9.9.9'], 'unexpected argument "8.8.8.8"'],
    [['ip-lookup', '--ip', '8.8.8.8', '--ip', '9.9.9.9'], '--ip is given twice'],
    [['port-forward-plan', '--use-case', 'a', '--useCase', 'b'], '--use-case is given twice'],
    [['ip-lookup', '--pi', '8.8.8.8'], 'unknown flag --pi: did you mean --ip?'],
    [['ip-lookup', '--workers', '2'], 'unknown flag --workers: see doorstep ip-lookup --help'],
    [['ip-lookup', '--ip'], '--ip needs a value'],
    [
      ['ping', 'example.com', '--count', '99'],
      'Invalid request: The field "Number of pings" must be a whole number from 1 to 10. See doorstep ping --help.',
    ],
    [
      ['public-service-check', '--port', 'x'],
      'Invalid request: The field "Host" is missing. The field "Port" must be a whole number from 1 to 65535. See doorstep public-service-check --help.',
    ],
    [
      ['port-forward-plan', '--ports', '80 90'],
      '--ports needs ports such as 8080, 27015-27030/udp or 9000:80/tcp (port outside:port at the device/protocol), or JSON',
    ],
    [['port-forward-plan', '--ports', '[{'], expect.stringMatching(/^--ports needs ports .* or JSON$/)],
    [['ip-lookup', '8.8.8.8', '--lang', 'fr'], '--lang: "fr" is not one of en, ko'],
    [['ip-lookup', '10.0.0.1'], expect.stringMatching(/^The target is not public: 10\.0\.0\.1 belongs to /)],
    [['port-check', '80'], expect.stringMatching(/^The requester has no public address: .* Name one with --server URL\.$/)],
  ])('%j exits with 2 and one line', async (args, sentence) => {
    const { code, out, err } = await runLine(args)
    expect([[code, out], err]).toEqual([[2, ''], expect.stringMatching(/^doorstep: [^\n]*\n$/)])
    expect(err.slice('doorstep: '.length, -1)).toEqual(sentence)
  })

  test('warns of variables that are not settings', async () => {
    const { code, err } = await runLine(['ip-lookup', '8.8.8.8'], { DOORSTEP_RESOLVER: 'x' })
    expect(code).toBe(0)
    expect(err).toBe('doorstep: warning: DOORSTEP_RESOLVER is not a setting and is ignored: did you mean DOORSTEP_RESOLVERS?\n')
  })

  test('--port is the field of the tool, not the setting of the server; --allow-targets is a setting', async () => {
    using listener = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
    const check = (port: number) => runLine(['public-service-check', '127.0.0.1', '--port', `${port}`, ...LOOPBACK])
    const open = expect.stringContaining(`127.0.0.1 port ${listener.port} answers this server, which asked from 127.0.0.1.`)
    expect(await check(listener.port)).toMatchObject({ code: 0, out: open })
    listener.stop(true)
    const shut = expect.stringContaining(`The connection to 127.0.0.1 port ${listener.port} was refused.`)
    expect(await check(listener.port)).toMatchObject({ code: 1, out: shut })
  })
})

describe('a tool of another doorstep', () => {
  const ask = (args: string[], environment: Record<string, string> = {}) =>
    runLine([...args, '--server', server.url], environment)

  test('prints the address of the requester', async () => {
    expect(await ask(['ip'])).toEqual({ code: 0, out: '127.0.0.1\n', err: '' })
    expect(await ask(['ip', '--json'])).toEqual({ code: 0, out: '"127.0.0.1"\n', err: '' })
    expect(JSON.parse((await ask(['ip-json', '--json'])).out)).toEqual(await bodyOf(await fetch(`${server.url}/api/ip/json`)))
  })

  test('checks a port of the requester', async () => {
    const start = `TCP port ${server.port} at 127.0.0.1 answers this server, which asked from 127.0.0.1.\n\nAnswered after: `
    const { code, out, err } = await ask(['port-check', `${server.port}`])
    expect([code, out.startsWith(start), out.includes('\n\n1. '), err]).toEqual([0, true, true, ''])
  })

  test('prints the same as a run on this machine, in the requested language', async () => {
    const here = await runLine(['ip-lookup', '168.126.63.1', '--lang', 'ko'])
    expect(await ask(['ip-lookup', '168.126.63.1', '--lang', 'ko'])).toEqual(here)
    expect(here.out).toContain('대한민국')
  })

  test('refuses the same as a run on this machine', async () => {
    for (const args of [['ip-lookup', '10.0.0.1'], ['ip-lookup'], ['ping', 'x.example', '--count', '99', '--lang', 'ko']]) {
      const [there, here] = [await ask([...args, '--json']), await runLine([...args, '--json'])]
      expect([there.code, there.err]).toEqual([2, here.err])
      expect(JSON.parse(there.out)).toMatchObject(JSON.parse(here.out))
    }
  })

  test('is asked directly, whatever HTTP_PROXY says', async () => {
    await using proxy = startPlace(() => new Response('from the proxy'))
    const env = { HTTP_PROXY: proxy.url, http_proxy: proxy.url, ALL_PROXY: proxy.url }
    const { out } = await spawnLine(['ip', '--server', server.url], { env })
    expect([out, proxy.asked]).toEqual(['127.0.0.1\n', []])
  })
})

describe('a server that is not a doorstep', () => {
  const answers: Record<string, () => Response> = {
    '/page/': () => new Response('<p>Hello</p>', { headers: { 'content-type': 'text/html' } }),
    '/moved/': () => Response.redirect('https://elsewhere.example/api/ip', 308),
    '/broken/': () => new Response('{', { headers: { 'content-type': 'application/json' } }),
    '/deep/': () => new Response('['.repeat(200_000) + ']'.repeat(200_000), { headers: { 'content-type': 'application/json' } }),
    '/long/': () => new Response('x'.repeat(5 * 1024 * 1024), { headers: { 'content-type': 'text/plain' } }),
    '/odd/': () => Response.json({ tool: 'ping', replies: 'none', host: '\u001b[31mred\u009b' }),
    '/misshapen/': () => Response.json({ title: 'No', detail: 'never', code: 'no', errors: [null, 1] }, { status: 422 }),
    '/refused/': () => Response.json({ title: 'No\u001b[2J', detail: 'never', code: 'no', status: 403 }, { status: 403 }),
  }
  const other = startPlace(({ url }) => {
    return answers[`/${new URL(url).pathname.split('/')[1]}/`]?.() ?? new Response(null, { status: 404 })
  })
  afterAll(() => other[Symbol.asyncDispose]())
  const at = (path: string) => `${other.url}${path}`

  test.each([
    ['/page/', (url: string) => `${url} does not answer as a doorstep does (HTTP 200)`],
    ['/nothing/', (url: string) => `${url} does not answer as a doorstep does (HTTP 404)`],
    ['/broken/', (url: string) => `${url} does not answer as a doorstep does (HTTP 200)`],
    ['/deep/', (url: string) => `${url} does not answer as a doorstep does (HTTP 200)`],
    ['/moved/', (url: string) => `${url} redirects to https://elsewhere.example/api/ip: give that address to --server`],
    ['/long/', (url: string) => `${url} cannot be asked: the answer is too long`],
    ['/misshapen/', (url: string) => `${url} does not answer as a doorstep does (HTTP 422)`],
    ['/refused/', () => 'No [2J: never'],
  ])('%s', async (path, sentence) => {
    const { code, err } = await runLine(['ip', '--server', at(path)])
    expect([code, err]).toEqual([2, `doorstep: ${sentence(at(path))}\n`])
  })

  test('an answer of another version is shown field by field, and cannot move the cursor', async () => {
    const text = await runLine(['ping', 'example.com', '--server', at('/odd/')])
    expect(text.out).toContain('host:      [31mred \n')
    expect(text.code).toBe(2)
    const json = await runLine(['ping', 'example.com', '--json', '--server', at('/odd/')])
    expect(json.out).toContain('"\\u001b[31mred\\u009b"')
  })

  test.each([
    ['127.0.0.1:1', 'http://127.0.0.1:1/'],
    ['[::1]:1/below', 'http://[::1]:1/below/'],
    ['127.0.0.1', 'https://127.0.0.1/'],
    ['127.0.0.1:443', 'https://127.0.0.1/'],
  ])('%s without a scheme is asked at %s', async (typed, url) => expect(parseServer(typed)?.href).toBe(url))

  test.each('localhost:x ftp://example.com example.com/?x https:// https://example.com/?x https://example.com/#x'.split(' '))(
    '%s is not a URL',
    async (url) => {
      const { code, err } = await runLine(['ip', '--server', url])
      expect(code).toBe(2)
      expect(err).toStartWith(`doorstep: --server: "${url}" is not the URL of a doorstep`)
    },
  )
})
