import { describe, expect, test } from 'bun:test'
import { Budget } from '../../../../src/net/budget.ts'
import { followRedirects } from '../../../../src/net/http/request.ts'
import type { PublicUrl } from '../../../../src/policy/target.ts'
import { OK, response, startFaultHttp } from '../../../support/net/fault-http.ts'
import { CUT_SHORT, DEFAULTS, follow, urlOf } from './asking.ts'

const redirect = (location: string, status = '302 Found') => response(status, `Location: ${location}`)

/** Asks for the root, which redirects to a location; what is not the root answers. */
async function chainTo(location: string | ((port: number) => string)) {
  await using server = await startFaultHttp((back, { path }) => {
    back.send(path === '/start' ? redirect(typeof location === 'string' ? location : location(server.port)) : OK)
  })
  const chain = await follow(`${server.url}/start`)
  return { chain, server, paths: server.seen.map(({ path }) => path) }
}

describe('where a Location leads', () => {
  test.each([
    ['/a', '/a'],
    ['a?q=1', '/a?q=1'],
    ['../../a', '/a'],
    ['?q', '/start?q'],
    ['/\xec\xa7\x91', '/%EC%A7%91'],
    ['/caf\xe9', '/caf%E9'],
  ])('%j', async (location, path) => {
    const { chain, paths } = await chainTo(location)
    expect(chain).toMatchObject({ outcome: 'response', reason: null, failedLayer: null, last: { head: { status: 200 } } })
    expect([paths, chain.redirects.length]).toEqual([['/start', path], 1])
    expect(chain.redirects[0]).toMatchObject({ status: 302, address: '127.0.0.1' })
    expect(chain.final.url.pathname + chain.final.url.search).toBe(path)
  })

  // Every spelling of a place inwards is one of test/src/policy.
  test.each([
    ['/a\x00b', 'invalid-target'],
    ['\\\\127.0.0.1\\a', 'invalid-target'],
    ['http://user:secret@127.0.0.1/', 'invalid-target'],
    ['javascript:alert(1)', 'invalid-target'],
    ['http://169.254.169.254/latest/meta-data', 'target-not-public'],
    ['//2852039166/', 'target-not-public'],
    ['http://private.example.test/', 'target-not-public'],
    ['http://127.0.0.1:25/', 'port-not-allowed'],
  ])('%j is refused', async (location, reason) => {
    const { chain, paths } = await chainTo(location)
    expect(chain).toMatchObject({ outcome: 'redirect-refused', reason, failedLayer: 'http', last: { head: { status: 302 } } })
    expect([paths, chain.redirects.length, chain.final.url.pathname]).toEqual([['/start'], 1, '/start'])
  })

  test('a name without an address is a matter of the DNS', async () => {
    const { chain } = await chainTo('http://missing.example.test/')
    expect(chain).toMatchObject({ outcome: 'redirect-refused', reason: 'unresolvable-target', failedLayer: 'dns' })
  })
})

describe('which responses are redirects', () => {
  test.each([301, 308])('%d with a Location, and the method stays', async (status) => {
    await using server = await startFaultHttp((back, { path }) => back.send(path === '/a' ? OK : redirect('/a', `${status} Odd`)))
    for (const method of ['GET', 'HEAD'] as const)
      expect(await follow(server.url, { method })).toMatchObject({ outcome: 'response', redirects: [{ status, location: '/a' }] })
    expect(server.seen.map(({ head }) => head.split(' ')[0])).toEqual(['GET', 'GET', 'HEAD', 'HEAD'])
  })

  test.each([200, 300, 304, 309, 503])('%d with a Location is none', async (status) => {
    await using server = await startFaultHttp((back) => back.send(redirect('/a', `${status} Odd`)))
    expect(await follow(server.url)).toMatchObject({ outcome: 'response', redirects: [], last: { head: { status } } })
  })

  test('302 without a Location is the end; the first of several counts', async () => {
    await using server = await startFaultHttp((back, { path }) => {
      if (path === '/several') back.send(response('302 Found', 'Location: /first', 'Location: /second'))
      else if (path === '/first') back.send(OK)
      else back.send(response('302 Found', 'X-Location: /a'))
    })
    expect(await follow(server.url)).toMatchObject({ outcome: 'response', redirects: [], last: { head: { status: 302 } } })
    expect(await follow(`${server.url}/several`)).toMatchObject({ outcome: 'response', redirects: [{ location: '/first' }] })
  })
})

describe('the limit', () => {
  test('ten redirects are followed, the eleventh is one too many', async () => {
    await using server = await startFaultHttp((back, { path }) => {
      const left = Number(path.slice(1))
      back.send(left === 0 ? OK : redirect(`/${left - 1}`))
    })
    const ten = await follow(`${server.url}/10`)
    expect(ten).toMatchObject({ outcome: 'response', last: { head: { status: 200 } } })
    expect(ten.redirects).toHaveLength(10)
    const eleven = await follow(`${server.url}/11`)
    expect(eleven).toMatchObject({ outcome: 'too-many-redirects', reason: 'too-many-redirects', last: { head: { status: 302 } } })
    expect([eleven.redirects.length, server.seen.length]).toEqual([11, 22])
  })

  test.each(['', '/loop'])('a loop through %j ends there', async (location) => {
    await using server = await startFaultHttp((back) => back.send(redirect(location)))
    expect(await follow(server.url)).toMatchObject({ outcome: 'too-many-redirects' })
    expect(server.accepted()).toBe(11)
  })

  test('all redirects share one deadline', async () => {
    await using server = await startFaultHttp((back) => back.after(100, () => back.send(redirect('/'))))
    const started = performance.now()
    const chain = await follow(server.url, { forMs: 450 })
    expect(performance.now() - started).toBeLessThan(8000)
    expect(chain).toMatchObject(CUT_SHORT)
    expect(chain.redirects.length).toBeWithin(1, 5)
  })

  test('a name service that is cut by the deadline is a time-out', async () => {
    await using server = await startFaultHttp((back) => back.send(redirect('http://missing.example.test/')))
    const controller = new AbortController()
    const target: PublicUrl = {
      ...(await urlOf(server.url)),
      async follow() {
        controller.abort()
        return { refused: 'unresolvable-target', url: null }
      },
    }
    const chain = await followRedirects('GET', target, { ...DEFAULTS, signal: controller.signal, budget: new Budget() })
    expect(chain).toMatchObject({ outcome: 'timeout', reason: 'no-answer', failedLayer: 'dns', redirects: [{ status: 302 }] })
  })
})

test('nothing of an answer goes along', async () => {
  await using server = await startFaultHttp((back, { path }) =>
    back.send(path === '/a' ? OK : response('302 Found', 'Set-Cookie: secret=1', 'WWW-Authenticate: Basic', 'Location: /a')),
  )
  await follow(`${server.url}/?token=secret`)
  expect(server.seen[1]?.head).not.toMatch(/secret|cookie|authorization|referer/i)
})
