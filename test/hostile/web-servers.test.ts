// Web servers that send what no proper one does, to fill an answer; what they may cost is that of http.test.ts.
import { describe, expect, test } from 'bun:test'
import { OK, response, startFaultHttp } from '../support/net/fault-http.ts'
import { followedCodes } from '../support/router/guidance.ts'
import { postTool, startServer, UNLIMITED_TARGETS } from '../support/server.ts'
import { sharedServer } from '../support/shared.ts'

const ANSWER_BYTES_MAX = 256 * 1024
const doorstep = await sharedServer({ env: UNLIMITED_TARGETS, args: ['--allow-targets', '127.0.0.0/8'] })

async function headersOf(url: string) {
  for (const accept of ['text/plain', 'application/json']) {
    const answer = await postTool(doorstep.url, 'http-headers', { url }, { accept })
    expect(answer.status).toBe(200)
    const text = await answer.text()
    expect(Buffer.byteLength(text)).toBeLessThan(ANSWER_BYTES_MAX)
    if (accept === 'application/json') return JSON.parse(text)
  }
}

describe('an answer has a bound', () => {
  const lines = (line: string) => Array.from({ length: Math.floor(65_000 / (line.length + 2)) }, () => line)
  test.each([
    ['16,000 header lines', lines('A:'), 256],
    ['bare lines of one character', lines('>'), 256],
    ['long values', ['A', 'B', 'C'].map((name) => `${name}: ${'\xff'.repeat(20_000)}`), 3],
    ['quotes, which JSON doubles', lines(`A: ${'"\\'.repeat(500)}`), null],
    ['folds', ['A: 1', ...lines(' x')], 1],
  ])('%s', async (_, headers, count) => {
    await using site = await startFaultHttp((back) => back.send(response('200 OK', ...headers)))
    const found = await headersOf(site.url)
    expect(found.outcome).toBe('response')
    if (count !== null) expect([count, found.headers.length]).toEqual([count, count])
    if (count === 256) expect(found.omitted).toBe(headers.length - 256)
    for (const { value } of found.headers) expect(value.length).toBeLessThan(8300)
  })

  test('32,000 lines without a colon', async () => {
    await using site = await startFaultHttp((back) => back.send(`HTTP/1.1 200 OK\n${'x\n'.repeat(32_000)}\n`))
    const { headers, omitted } = await headersOf(site.url)
    expect([headers.length, omitted]).toEqual([256, 32_000 - 256])
  })

  test('the text also says what was left out', async () => {
    await using site = await startFaultHttp((back) => back.send(response('200 OK', ...lines('A: b'))))
    const text = await (await postTool(doorstep.url, 'http-headers', { url: site.url }, { accept: 'text/plain' })).text()
    expect(text).toContain(`\n* ${lines('A: b').length - 256} more header lines, which are not shown\n`)
  })

  test('a reason phrase of 60 KB', async () => {
    await using site = await startFaultHttp((back) => back.send(response(`200 ${'\xff'.repeat(60_000)}`)))
    expect((await headersOf(site.url)).statusText).toEndWith(' [... 51808 more characters]')
  })

  test('eleven redirects that are as long as they may be', async () => {
    await using site = await startFaultHttp((back, { head }) => {
      const time = Number(/\/(\d+)/.exec(head)?.[1] ?? 0) + 1
      back.send(response('302 Found', `Location: /${time}/${'x'.repeat(8000)}`))
    })
    const found = await headersOf(site.url)
    expect([found.outcome, found.redirects.length + found.redirectsOmitted]).toEqual(['too-many-redirects', 11])
    expect(found.redirectsOmitted).toBeGreaterThan(0)
    expect(found.redirects[0].location).toHaveLength(8003)
  })
})

describe('a redirect to a URL that is too long is not followed', () => {
  test.each([
    ['60 KB', (back: number) => `/${back}${'x'.repeat(60_000)}`],
    ['short, but long when it is percent-encoded', (back: number) => `/${back}${'집'.repeat(1000)}`],
  ])('%s', async (_, location) => {
    const encoded = Buffer.from(location(1)).toString('latin1')
    await using site = await startFaultHttp((back) => back.send(response('302 Found', `Location: ${encoded}`)))
    const found = await headersOf(site.url)
    expect(found).toMatchObject({ outcome: 'redirect-refused', reason: 'location-too-long', failedLayer: 'http' })
    expect([found.redirects.length, site.seen.every(({ head }) => head.length < 1000)]).toEqual([1, true])
    expect(await followedCodes(doorstep.url, found.nextActions)).toEqual(['shorten-location'])
  })

  test('one that grows with every redirect is followed until it is too long', async () => {
    const deeper = Buffer.from(`${'집'.repeat(300)}/`).toString('latin1')
    await using site = await startFaultHttp((back) => back.send(response('302 Found', `Location: ${deeper}`)))
    const found = await headersOf(site.url)
    expect(found).toMatchObject({ outcome: 'redirect-refused', reason: 'location-too-long' })
    expect(found.redirects).toHaveLength(4)
  })
})

describe('the sender of a request', () => {
  const agentOf = async (args: readonly string[]) => {
    await using site = await startFaultHttp((back) => back.send(OK))
    await using server = await startServer({ env: UNLIMITED_TARGETS, args: ['--allow-targets', '127.0.0.0/8', ...args] })
    await postTool(server.url, 'http-headers', { url: site.url })
    await postTool(server.url, 'public-service-check', { target: '127.0.0.1', port: site.port, scheme: 'http' })
    const agents = site.seen.map(({ head }) => /^User-Agent: (.*)\r$/m.exec(head)?.[1])
    expect(agents).toHaveLength(2)
    expect(agents[1]).toBe(agents[0] ?? '')
    return agents[0]
  }

  test('a request says its purpose and a contact', async () => {
    expect(await agentOf([])).toMatch(/^doorstep\/\d+\.\d+\.\d+ \([a-z].*\/api\/tools.*\)$/)
    expect(await agentOf(['--contact', 'https://example.com/about?a=(1)'])).toMatch(
      /^doorstep\/\S+ \(\+https:\/\/example\.com\/about\?a=%281%29\)$/,
    )
    expect(await agentOf(['--contact', 'noc@example.com'])).toMatch(/^doorstep\/\S+ \(noc@example\.com\)$/)
  })
})
