import { describe, expect, test } from 'bun:test'
import { DNS_LAB_NEEDS, type DnsLab, dnsLabOfFile } from '../support/dns/lab.ts'
import { labTest } from '../support/lab.ts'
import { listed } from '../support/listed.ts'
import { portsOpen } from '../support/net/namespace.ts'
import { followedCodes } from '../support/router/guidance.ts'
import { bodyOf, postTool, type Server, startServer } from '../support/server.ts'
import { shared } from '../support/shared.ts'
import { expectSameWords } from '../support/words.ts'

/** A file to ask for. */
const [NAME, HASH] = ['doorstep-AAECAwQFBgcICQoLDA0ODw', '0a'.repeat(32)] as const
const DEAD = '127.0.0.1:1'
/** The address of router.home.test, which has one over IPv6 as well. */
const [HOME, HOME6] = ['198.18.40.20', '2001:db8:40::20'] as const
/** A web server that knows no file, on port 80 alone. */
const RUNS = `
for (const hostname of ${JSON.stringify([HOME, HOME6])})
  Bun.serve({ hostname, port: 80, fetch: () => new Response('', { status: 404 }) })
setInterval(() => {}, 1000)
`

type ToolAnswer = Awaited<ReturnType<typeof bodyOf>>
type Method = { method: string; verdict: string; problems: { code: string; text: string }[] }

const withoutNames = shared(() => startServer({ args: ['--resolvers', `a=${DEAD},b=${DEAD},c=${DEAD}`] }))
const theLab = dnsLabOfFile()
const started = shared(async () => startHome(await theLab()))

async function startHome({ namespace, startDoorstep, setZone, zoneText }: DnsLab): Promise<Server> {
  await namespace.addAddress(HOME, HOME6)
  await setZone('home.test', `${zoneText('home.test')}\nself A 127.0.0.1\n`)
  namespace.spawn([process.execPath, '-e', RUNS])
  await portsOpen(namespace, [80])
  return startDoorstep({ args: ['--allow-targets', '198.18.0.0/15,2001:db8::/32,127.0.0.0/8'] })
}

const verdictsOf = ({ methods }: ToolAnswer) => methods.map(({ method, verdict }: Method) => `${method} ${verdict}`)
/** A Caddyfile has braces of its own. */
const isSentence = ({ code }: { code: string }) => code !== 'use-caddy'
const problemsOf = ({ methods }: ToolAnswer, wanted: string) =>
  methods.find(({ method }: Method) => method === wanted).problems.map(({ code }: { code: string }) => code)

const domain = 'example.com'
const NO_TARGETS = listed('9.9.9.9 2001:db8::1 9.9.9.9.in-addr.arpa https://a@example.com/ www.*.example.com')

test.each([
  [{}, 'domain'],
  [{ domain: 7 }, 'domain'],
  [{ domain, methods: [] }, 'methods'],
  [{ domain, methods: ['http-02'] }, 'methods.0'],
  [{ domain, methods: ['dns-01', 'dns-01'] }, 'methods'],
  [{ domain, methods: 'dns-01' }, 'methods'],
  [{ domain, proof: { key: 'short' } }, 'proof.key'],
  [{ domain, file: { name: NAME } }, 'file.sha256'],
  [{ domain, file: { name: 'doorstep-short', sha256: HASH } }, 'file.name'],
  [{ domain, file: { name: `doorstep-${'a'.repeat(65)}`, sha256: HASH } }, 'file.name'],
  [{ domain, file: { name: `${NAME}/../x`, sha256: HASH } }, 'file.name'],
  [{ domain, file: { name: `${NAME}\n`, sha256: HASH } }, 'file.name'],
  [{ domain, file: { name: NAME, sha256: HASH.slice(1) } }, 'file.sha256'],
  [{ domain, file: { name: NAME, sha256: HASH, url: 'x' } }, 'file.url'],
  [{ domain, file: 'x' }, 'file'],
  [{ domain, port: 80 }, 'port'],
])('refused: %p, for %s', (request, field) => expectRefused(request, { code: 'invalid-request', field }))

test.each(['', ...NO_TARGETS])('refused as a domain: %s', (name) =>
  expectRefused({ domain: name }, { code: 'invalid-target', field: 'domain' }),
)

async function expectRefused(request: object, problem: object) {
  const { url } = await withoutNames()
  for (const language of ['en', 'ko']) {
    const answer = await postTool(url, 'certificate-check', request, { 'accept-language': language })
    const found = await bodyOf(answer)
    expect(found).toMatchObject({ status: 422, ...problem })
    expect([answer.status, /[가-힣]/.test(found.detail)]).toEqual([422, language === 'ko'])
  }
}

describe('without a name server', () => {
  test('a name of a local network is told so, in both languages, and nothing is asked', async () => {
    const { url } = await withoutNames()
    for (const domain of ['nas.lan', 'nas', '*.home.arpa'])
      for (const language of ['en', 'ko']) {
        const found = await bodyOf(await postTool(url, 'certificate-check', { domain }, { 'accept-language': language }))
        const wildcard = domain.startsWith('*')
        expect(found).toMatchObject({ domain, wildcard, verdict: 'would-fail', best: null, addresses: [] })
        for (const method of ['http-01', 'tls-alpn-01', 'dns-01']) expect(problemsOf(found, method)).toContain('name-not-public')
        expect(/[가-힣]/.test(found.headline)).toBe(language === 'ko')
        const [{ text }] = found.methods[0].problems
        expect([/[가-힣]/.test(text), /[{}]|undefined|null/.test(text)]).toEqual([language === 'ko', false])
        expect(found.elapsedMs).toBeLessThan(1000)
      }
  })

  test('a lookup that fails is no verdict on the name', async () => {
    const { url } = await withoutNames()
    const found = await bodyOf(await postTool(url, 'certificate-check', { domain: 'example.com', methods: ['http-01'] }))
    expect(verdictsOf(found)).toEqual(['http-01 cannot-tell'])
    expect(problemsOf(found, 'http-01')).toContain('dns-failed')
    expect(found.elapsedMs).toBeLessThan(10_000)
  })
})

function homeTest(
  title: string,
  check: (ask: (request: object, headers?: Record<string, string>) => Promise<Response>, url: string) => Promise<void>,
) {
  labTest(title, DNS_LAB_NEEDS, async () => {
    const { url } = await started()
    await check((request, headers = {}) => postTool(url, 'certificate-check', request, headers), url)
  })
}

describe('a home with a web server', () => {
  homeTest('what it says in the other language is what a request in that language is told', async (ask) => {
    const events = await expectSameWords((headers) => ask({ domain: 'router.home.test' }, headers), 'en')
    expect(events.words).toMatchObject({ verdict: 'would-work' })
  })

  homeTest('every field in the order of the contract, all three methods unless some are named', async (ask, url) => {
    const found = await bodyOf(await ask({ domain: 'Router.Home.Test.' }))
    expect(Object.keys(found)).toEqual(
      listed(`
        tool checkedAt elapsedMs headline good situation domain wildcard verdict methods best caa addresses omitted commands
        nextActions
      `),
    )
    expect(found).toMatchObject({
      tool: 'certificate-check',
      domain: 'router.home.test',
      wildcard: false,
      verdict: 'would-work',
      best: 'http-01',
      caa: { found: null, issuers: [] },
      addresses: [
        { address: HOME6, http: { outcome: 'response', status: 404 }, tls: { outcome: 'refused' } },
        { address: HOME, http: { outcome: 'response', status: 404 }, tls: { outcome: 'refused' } },
      ],
      omitted: 0,
    })
    expect(verdictsOf(found)).toEqual(['http-01 would-work', 'tls-alpn-01 would-fail', 'dns-01 would-work'])
    expect(problemsOf(found, 'tls-alpn-01')).toContain('address-refused')
    await followedCodes(url, found.nextActions.filter(isSentence))
    const one = await bodyOf(await ask({ domain: 'router.home.test', methods: ['tls-alpn-01'] }))
    expect([verdictsOf(one), one.best, one.verdict]).toEqual([['tls-alpn-01 would-fail'], null, 'would-fail'])
    expect(one.addresses.map(({ http }: ToolAnswer) => http)).toEqual([null, null])
    await followedCodes(url, one.nextActions.filter(isSentence))
  })

  homeTest('a file is asked for by its name, in every form of a request', async (ask, url) => {
    const domain = 'router.home.test'
    const posted = await bodyOf(await ask({ domain, file: { name: NAME, sha256: HASH } }, { 'accept-language': 'ko' }))
    const got = await bodyOf(await fetch(`${url}/api/tools/certificate-check?domain=${domain}&file=${NAME}:${HASH}`))
    for (const found of [posted, got]) {
      expect(found.addresses.map(({ file, http }: ToolAnswer) => [file, http.url.endsWith(NAME)])).toEqual([
        ['missing', true],
        ['missing', true],
      ])
      expect(verdictsOf(found)[0]).toBe('http-01 would-fail')
      expect(problemsOf(found, 'http-01')).toContain('challenge-status')
    }
    expect(got.methods[0].problems[0].text).toContain('does not deliver the file (status 404)')
    expect(posted.methods[0].problems[0].text).toContain('요청한 파일을 보내지 않습니다(상태 코드 404)')
    const text = await (await ask({ domain, file: { name: NAME, sha256: HASH } }, { accept: 'text/plain' })).text()
    expect(text).toContain('does not deliver the file')
    const unasked = await bodyOf(await ask({ domain, methods: ['dns-01'], file: { name: NAME, sha256: HASH } }))
    expect([unasked.verdict, unasked.addresses]).toEqual(['would-work', []])
  })

  homeTest('a wildcard takes DNS-01, and names in other scripts are shown as written', async (ask) => {
    const found = await bodyOf(await ask({ domain: '*.home.test' }))
    expect(verdictsOf(found)).toEqual(['http-01 would-fail', 'tls-alpn-01 would-fail', 'dns-01 would-work'])
    expect([found.domain, found.wildcard, found.best]).toEqual(['*.home.test', true, 'dns-01'])
    expect(problemsOf(found, 'http-01')).toEqual(['wildcard-needs-dns'])
    expect(await bodyOf(await ask({ domain: '집.plain.test' }))).toMatchObject({
      domain: 'xn--rc6b.plain.test',
      unicodeDomain: '집.plain.test',
      headline: expect.stringContaining('집.plain.test'),
    })
  })

  homeTest('for a terminal: the finding, a line with a mark for each method, the lines to type', async (ask) => {
    for (const [language, words] of [
      ['en', 'a certificate for router.home.test would come by HTTP-01'],
      ['ko', 'router.home.test 도메인의 인증서'],
    ] as const) {
      const answer = await ask({ domain: 'router.home.test' }, { accept: 'text/plain', 'accept-language': language })
      const text = await answer.text()
      const lines = text.split('\n')
      expect(lines[0]).toContain(words)
      expect(lines.flatMap((line) => /^([✓✗?]) .*\((?:HTTP|TLS-ALPN|DNS)-01\)/.exec(line)?.[1] ?? []).join('')).toBe('✓✗✓')
      expect(text).toContain('-d router.home.test')
      expect(text).not.toMatch(/\{\w+\}|undefined|null|\[object/)
    }
  })
})

labTest('with the proof of doorstep listen, a port at which nothing runs yet would do', DNS_LAB_NEEDS, async () => {
  const lab = await theLab()
  const { port } = await started()
  const listen = (at: number, name: string) => {
    const words = ['listen', String(at), '--hostname', name, '--bind', '127.0.0.1', '--server', `http://127.0.0.1:${port}`]
    return lab.namespace.exec([process.execPath, 'src/main.ts', ...words, '--json'])
  }
  const [http, tls] = await Promise.all([listen(80, 'self.home.test'), listen(443, 'self.home.test')])
  for (const [{ exitCode, stdout }, method] of [
    [http, 'http-01'],
    [tls, 'tls-alpn-01'],
  ] as const) {
    const { verdict, certificate } = JSON.parse(stdout)
    expect([method, exitCode, verdict]).toEqual([method, 0, 'would-work'])
    expect(certificate).toMatchObject({ method, verdict: 'would-work', leadsHere: true, problems: [], reason: null })
    expect(certificate.commands.length).toBeGreaterThan(0)
  }
  const other = await listen(80, 'router.home.test')
  expect([other.exitCode, JSON.parse(other.stdout || '{}').certificate?.leadsHere]).toEqual([2, false])
})
