// Before everything is loaded, a request waits; then it is answered as Bun's router would have answered it.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { firstRoutes } from '../../../../src/faces/http/first-routes.ts'
import type { Served } from '../../../../src/faces/http/served.ts'
import { openLoopback } from '../../../support/net/network.ts'
import { sendRaw } from '../../../support/server.ts'

const says = (name: string) => () => new Response(name)
const each = (path: string, methods: readonly string[]) =>
  Object.fromEntries(methods.map((method) => [method, says(`${path} by ${method}`)]))

const LOADED: Served = {
  routes: {
    '/': each('/', ['GET', 'POST']),
    '/api/ip': each('/api/ip', ['GET', 'HEAD', 'POST']),
    '/api/tools/ping': each('/api/tools/ping', ['POST', 'GET']),
    '/api/catalog/schema/use-cases': each('/api/catalog/schema/use-cases', ['GET']),
    '/mcp': each('/mcp', ['POST', 'OPTIONS']),
    '/page.js': says('/page.js'),
    '/:port': says('/:port'),
    '/port/:port': says('/port/:port'),
    '/*': says('/*'),
  },
  other: says('other'),
}
const WITHOUT_PORTS: Served = {
  ...LOADED,
  routes: Object.fromEntries(Object.entries(LOADED.routes).filter(([path]) => !path.includes(':'))),
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT', 'PURGE']
const TARGETS = [
  ...['/', '/api/ip', '/api/ip?a=/b', '/api/ip/', '//api/ip', '/api//ip', '/API/ip', '/api/ip/more', '/api', '/api/'],
  ...['/x/../api/ip', '/%2e%2e/api/ip', '/x/%2E%2e/api/ip', '/./api/ip', '/api/./ip', '/.%2e/api/ip', '/api/x/../ip', '/..'],
  ...[
    '/api%2fip',
    '/api%2Fip',
    '/%61pi/ip',
    '/api/i%70',
    '/api\\ip',
    '\\api\\ip',
    '/api/ip%',
    '/api/ip%zz',
    '/api/ip%00',
    '/api/ip;x',
  ],
  ...[
    '/api/ip#x',
    '/api/ip%23x',
    '/api/ip%3fx',
    '/api/\tip',
    '/%C3%A4',
    '/ä',
    '/:port',
    '/%3Aport',
    '/port/:port',
    '/*',
    '/api/*',
  ],
  ...['/api/tools/ping', '/api/tools/pong', '/api/tools/ping/', '/api/catalog/schema/use-cases', '/api/catalog/schema/x', '/mcp'],
  ...['/page.js', '/80', '/port/80', '/port/', '/port', '/port/80/', '/port/80/x', '/port//', '/80/'],
  ...['/a/b/c/d/e/f/g', '/a/b/c/d/e/f/g/h', '/a/b/c/d/e/f/g/h/i', '/a/b/c/d/e/f/g/h/../../../../../../../../api/ip'],
  ...['http://x/api/ip', 'http://other/api/ip', 'http://x', 'http://x/x/../api/ip', '*', 'api/ip', '?', '/?', '/api/ip?x#/y'],
]

describe.each([
  ['with', LOADED],
  ['without', WITHOUT_PORTS],
])('%s routes that have parameters', (_, loaded) => {
  const servers: Bun.Server<undefined>[] = []
  const closes: (() => void)[] = []
  const start = ({ routes, other }: Served) => {
    const server = Bun.serve({ port: 0, hostname: '127.0.0.1', routes, fetch: other, development: false })
    servers.push(server)
    return server.port ?? 0
  }
  let [direct, waiting] = [0, 0]
  beforeAll(() => {
    closes.push(openLoopback())
    direct = start(loaded)
    const queries = { '/api/ip': each('/api/ip', ['GET', 'HEAD']) }
    // Nothing puts the loaded routes in place of these, so that every request is one that waits.
    waiting = start(firstRoutes(queries, () => Bun.sleep(1).then(() => loaded), says('refused')))
  })
  afterAll(async () => {
    for (const server of servers) await server.stop(true)
    for (const close of closes) close()
  })

  test.each(TARGETS)('%s is answered by the same route', async (target) => {
    const ask = (port: number) =>
      Promise.all(
        METHODS.map((method) =>
          sendRaw(port, `${method} ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`),
        ),
      )
    const [expected, found] = [await ask(direct), await ask(waiting)]
    expect(found.map(withoutDate)).toEqual(expected.map(withoutDate))
  })
})

function withoutDate(answer: string): string {
  return answer.replace(/^date: .*\r\n/im, '')
}

test('one request that waits lets everything be loaded, and all of them are answered', async () => {
  let loads = 0
  const { promise, resolve } = Promise.withResolvers<Served>()
  const whole = () => {
    loads += 1
    return promise
  }
  const { routes, other } = firstRoutes({ '/api/ip': each('/api/ip', ['GET', 'HEAD']) }, whole, says('refused'))
  using server = Bun.serve({ port: 0, hostname: '127.0.0.1', routes, fetch: other, development: false })
  const close = openLoopback()
  const waiting = Array.from({ length: 20 }, () => fetch(`http://127.0.0.1:${server.port}/mcp`, { method: 'POST' }))
  expect(await (await fetch(`http://127.0.0.1:${server.port}/api/ip`)).text()).toBe('/api/ip by GET')
  expect(await Promise.race([...waiting, Bun.sleep(50).then(() => 'nobody')])).toBe('nobody')
  resolve(LOADED)
  for (const answer of await Promise.all(waiting)) expect(await answer.text()).toBe('/mcp by POST')
  expect(loads).toBe(20)
  close()
})

test('what cannot be loaded is a refusal, not an open connection', async () => {
  const refuse = (thrown: unknown) => new Response(String(thrown), { status: 500 })
  const { routes, other } = firstRoutes({}, () => Promise.reject(new Error('no memory')), refuse)
  using server = Bun.serve({ port: 0, hostname: '127.0.0.1', routes, fetch: other, development: false })
  const close = openLoopback()
  const answer = await fetch(`http://127.0.0.1:${server.port}/healthz`)
  expect([answer.status, await answer.text()]).toEqual([500, 'Error: no memory'])
  close()
})
