import { describe, expect, test } from 'bun:test'
import { sendRaw, startServer } from '../support/server.ts'
import { sharedServer } from '../support/shared.ts'

const server = await sharedServer({ args: ['--trusted-proxies', '127.0.0.1/32'] })

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${server.url}${path}`, { method, headers })

describe('GET /api/ip', () => {
  test.each([
    ['8.8.8.8', '8.8.8.8'],
    ['2606:4700:4700:0:0:0:0:1111', '2606:4700:4700::1111'],
    ['::ffff:8.8.8.8', '8.8.8.8'],
  ])('%s is answered with %s and not one byte more', async (client, expected) => {
    const answer = await get('/api/ip', { 'x-forwarded-for': client })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
    expect([answer.headers.get('cache-control'), answer.headers.get('content-language')]).toEqual(['no-store', null])
    expect(await answer.text()).toBe(expected)
  })

  test('the whole answer contains one thing that looks like an address', async () => {
    const answer = await sendRaw(
      server.port,
      'GET /api/ip HTTP/1.1\r\nHost: 192.0.2.99\r\nX-Forwarded-For: 8.8.8.8\r\nConnection: close\r\n\r\n',
    )
    expect(
      answer.match(/\d+\.\d+\.\d+\.\d+|[0-9a-f]*::?[0-9a-f]*:[0-9a-f:]+/gi)?.filter((found) => !/^\d\d:\d\d:\d\d$/.test(found)),
    ).toEqual(['8.8.8.8'])
  })

  test.each(['', '?format=text', '?format=jsonp', '?format'])('no header and no other format changes that: %p', async (query) => {
    const answer = await get(`/api/ip${query}`, {
      accept: 'application/json',
      'accept-language': 'ko',
      'x-forwarded-for': '8.8.8.8',
    })
    expect(await answer.text()).toBe('8.8.8.8')
  })

  test('?format=json is what ipify answers', async () => {
    const answer = await get('/api/ip?format=json', { 'accept-language': 'ko', 'x-forwarded-for': '8.8.8.8' })
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect([answer.headers.get('cache-control'), answer.headers.get('content-language')]).toEqual(['no-store', null])
    expect(await answer.text()).toBe('{"ip":"8.8.8.8"}')
    expect((await get('/api/ip?format=json', {}, 'HEAD')).headers.get('content-type')).toBe('application/json; charset=utf-8')
  })

  test('HEAD tells the length', async () => {
    const answer = await get('/api/ip', { 'x-forwarded-for': '8.8.8.8' }, 'HEAD')
    expect([answer.headers.get('content-length'), answer.headers.get('cache-control')]).toEqual(['7', 'no-store'])
  })
})

test.each(['*/*', 'text/plain', ''])('GET / with Accept %p is the address and a line feed', async (accept) => {
  const answer = await get('/', { accept, 'x-forwarded-for': '2606:4700:4700::1111' })
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(await answer.text()).toBe('2606:4700:4700::1111\n')
})

test('several header lines are one list, read from the right', async () => {
  const lines = 'X-Forwarded-For: 1.1.1.1\r\nX-Forwarded-For: 8.8.8.8, 127.0.0.1\r\n'
  expect(await sendRaw(server.port, `GET /api/ip HTTP/1.1\r\nHost: x\r\n${lines}Connection: close\r\n\r\n`)).toEndWith(
    '\r\n\r\n8.8.8.8',
  )
})

test("garbage in place of the client's address gives the peer", async () => {
  for (const value of ['8.8.8.8, garbage', 'unknown', '8.8.8.8, 127.1', '', ','])
    expect(await (await get('/api/ip', { 'x-forwarded-for': value })).text()).toBe('127.0.0.1')
})

test.each([
  ['forwarded', 'for=1.1.1.1, for="[2606:4700::1]:4711";proto=https', '2606:4700::1'],
  ['x-real-ip', '8.8.8.8', '8.8.8.8'],
  ['cf-connecting-ip', '::ffff:8.8.8.8', '8.8.8.8'],
])('--client-ip-header %s reads that header and no other', async (name, value, expected) => {
  await using other = await startServer({ args: ['--trusted-proxies', '127.0.0.1', '--client-ip-header', name] })
  const ask = async (headers: Record<string, string>) => (await fetch(`${other.url}/api/ip`, { headers })).text()
  expect(await ask({ [name]: value, 'x-forwarded-for': '9.9.9.9' })).toBe(expected)
  expect(await ask({ 'x-forwarded-for': '9.9.9.9' })).toBe('127.0.0.1')
})

test('over IPv6 the peer is the IPv6 peer', async () => {
  const answer = await fetch(`http://[::1]:${server.port}/api/ip`, { headers: { 'x-forwarded-for': '8.8.8.8' } })
  expect(await answer.text()).toBe('::1')
})

test('without trusted proxies a header changes nothing', async () => {
  await using plain = await startServer()
  for (const header of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'cf-connecting-ip', 'true-client-ip', 'x-client-ip']) {
    const answer = await fetch(`${plain.url}/api/ip`, {
      headers: { [header]: header === 'forwarded' ? 'for=8.8.8.8' : '8.8.8.8' },
    })
    expect(await answer.text()).toBe('127.0.0.1')
  }
})
