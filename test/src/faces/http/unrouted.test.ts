// A path must be exactly one of ours, as it was sent. Raw request lines, since every client normalises what it sends.
import { describe, expect, test } from 'bun:test'
import { sendRaw } from '../../../support/server.ts'
import { sharedServer } from '../../../support/shared.ts'

const server = await sharedServer()

type Answer = { status: number; head: string; body: string }
async function ask(line: string, host = 'x'): Promise<Answer> {
  const answer = await sendRaw(server.port, `${line} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), head, body }
}
const METHODS = ['GET', 'HEAD', 'POST', 'DELETE', 'TRACE', 'CONNECT']
/** Short and long hosts, with and without a port: some routers that cut the path out of the URL get one of them wrong. */
const hosts = () => ['x', 'localhost', `127.0.0.1:${server.port}`, `[::1]:${server.port}`, 'a-long-name.doorstep.example:8080']
/** Returns the statuses of a target for all methods, and checks that they are the same under every Host. */
async function each(target: string): Promise<number[]> {
  const answers = await Promise.all(
    hosts().map((host) => Promise.all(METHODS.map(async (method) => (await ask(`${method} ${target}`, host)).status))),
  )
  const [first = [], ...others] = answers
  for (const other of others) expect(other).toEqual(first)
  return first
}

const SPELLINGS = [
  '/x/../api/ip',
  '/x/.%2E/api/ip',
  '/./api/ip',
  '/api/./ip',
  '//api/ip',
  '/api//ip',
  '/api/ip/',
  '/api\\ip',
  '/api%2Fip',
  '/api/%69p',
  '/API/IP',
  '/api/ip;x',
  '/api/ip%00',
  '/api/ip#x',
  '/..',
  '//',
  '/api',
  '/api/tools/nope',
  '/api/tools/x/../ip-lookup',
  '/api/tools/ip-lookup/',
  'http://other.example/x/../api/ip',
]

describe('another spelling of a path', () => {
  test.each(SPELLINGS)('%s is not a path, whatever the method', async (target) => {
    expect(await each(target)).toEqual([404, 404, 404, 404, 404, 404])
  })

  test('says how the path is written', async () => {
    const { body, head } = await ask('GET /x/../api/ip', 'localhost')
    expect(JSON.parse(body)).toMatchObject({
      code: 'not-found',
      detail: 'Send the path exactly as /api/ip, without dot segments, backslashes or a fragment.',
    })
    expect(head).not.toMatch(/^allow:/im)
    expect(JSON.parse((await ask('GET //api/ip')).body).detail).toStartWith('Nothing is served at //api/ip.')
  })

  test.each(['a/evil', 'u@b:99999', 'a b', '[::1'])(
    'is not a path under the Host %s either, which makes the URL unreadable',
    async (host) => {
      for (const target of ['/x/../api/ip', '/./api/ip', '//api/ip']) {
        const { status } = await ask(`GET ${target}`, host)
        expect([400, 404]).toContain(status)
      }
    },
  )
})

describe('the path itself', () => {
  test.each(['/api/ip', '/api/ip?x=/../y', '/api/ip?', 'http://other.example/api/ip', 'HTTPS://u:p@h:1/api/ip?x'])(
    '%s is answered, and only by its methods',
    async (target) => expect(await each(target)).toEqual([200, 200, 405, 405, 405, 405]),
  )

  test.each(['/', 'http://other.example', 'http://other.example/'])('%s is the root', async (target) => {
    expect(await each(target)).toEqual([200, 200, 405, 405, 405, 405])
  })

  test.each(['/api/tools/ip-lookup', 'http://other.example/api/tools/ip-lookup'])('%s accepts GET and POST', async (target) =>
    expect(await each(target)).toEqual([422, 422, 415, 405, 405, 405]),
  )
})

test.each(['PROPFIND /api/ip', 'PROPFIND /x/../api/ip', 'QUERY /api/tools/ip-lookup', 'MKCOL /nope', 'CONNECT example.com:443'])(
  'an unknown method, or a target without a path: %s is a malformed request, with CORS and a problem body',
  async (line) => {
    const { status, head, body } = await ask(line)
    expect([status, head]).toEqual([400, expect.stringMatching(/^access-control-allow-origin: \*$/im)])
    expect(JSON.parse(body)).toMatchObject({
      type: 'urn:doorstep:problem:malformed-request',
      status: 400,
      code: 'malformed-request',
    })
  },
)
