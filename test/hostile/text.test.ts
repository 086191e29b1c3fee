// Texts of strangers, and callers who repeat them: every line of an answer is ours, and nothing in it moves a cursor.
import { afterAll, beforeAll, describe, expect } from 'bun:test'
import { startFaultDns } from '../support/dns/fault.ts'
import { counted, extendedError, message, opt, question, record, u8, u16, u32 } from '../support/dns/wire.ts'
import { labTest } from '../support/lab.ts'
import { response, startFaultHttp } from '../support/net/fault-http.ts'
import { bodyOf, postTool, type Server, startServer } from '../support/server.ts'
import { startClear } from '../support/tls/clear.ts'
import { certificate, dn, EXTENSION } from '../support/tls/der.ts'

/** Everything that ends a line somewhere, or moves what is on it, each before something that looks like ours. */
const BREAKS = [
  '\n',
  '\r\n',
  '\r',
  '\v',
  '\f',
  '\u0085',
  '\u2028',
  '\u2029',
  '\u001b[2K\u001b[1G',
  '\u009b2K',
  '\u202e',
  '\u2066',
]
const OURS = ['> EVIL', ';; ANSWER SECTION:', '* EVIL', 'EVIL', '! EVIL', '# EVIL']
const EVIL = `> EVIL${BREAKS.flatMap((end) => OURS.map((start) => `${end}${start}`)).join('')}`
/** The same in no more characters than the words of a caller may have; their first one may begin a sentence of ours. */
const SHORT = `Box${BREAKS.map((end) => `${end}* EVIL`).join('')}`
/** The part of a hostile text that shows its arrival: as it was written, or in a label, whose signs are written out. */
const ARRIVED = /EVIL|\\032evil/
const FORBIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u
const utf8 = (text: string) => Buffer.from(text).toString('latin1')
/** As long as a label may be, and a character string. */
const LABEL = Buffer.from('x\n> EVIL\r\u001b[2K\u0085\u202e\u2028* EVIL')
const STRING = counted(Buffer.from(EVIL).subarray(0, 250))

const A = 1
const TYPES = { NS: 2, CNAME: 5, SOA: 6, PTR: 12, MX: 15, TXT: 16, SRV: 33, NAPTR: 35, HTTPS: 65, CAA: 257 }
const NAME = Buffer.concat([counted(LABEL), counted(LABEL), counted('evil'), counted('test'), u8(0)])
const DATA: Record<number, Buffer> = {
  [TYPES.NS]: NAME,
  [TYPES.CNAME]: NAME,
  [TYPES.SOA]: Buffer.concat([NAME, NAME, u32(1, 2, 3, 4, 5)]),
  [TYPES.PTR]: NAME,
  [TYPES.MX]: Buffer.concat([u16(1), NAME]),
  [TYPES.TXT]: Buffer.concat([STRING, STRING]),
  [TYPES.SRV]: Buffer.concat([u16(1, 2, 3), NAME]),
  [TYPES.NAPTR]: Buffer.concat([u16(1, 2), STRING, STRING, STRING, NAME]),
  [TYPES.HTTPS]: Buffer.concat([u16(1), NAME, u16(1, STRING.length), STRING, u16(65_000, 20), STRING.subarray(0, 20)]),
  [TYPES.CAA]: Buffer.concat([u8(0), counted('issue'), STRING.subarray(1)]),
}

/** Starts name servers: every name leads through a hostile alias to this machine; every other record holds hostile data. */
function startNames() {
  return startFaultDns(({ id, name, type }, back) => {
    const alias = record({ type: TYPES.CNAME, data: NAME })
    const address = record({ name: NAME, type: A, data: u8(127, 0, 0, 1) })
    const data = DATA[type]
    const answers = type === A ? [alias, address] : data ? [record({ type, data })] : []
    const additionals = [opt({ options: [extendedError(0, EVIL), extendedError(60_000, EVIL)] })]
    back.send(message({ id, question: question(name, type), answers, additionals }))
  })
}

const owned = new AsyncDisposableStack()
let server: Server
beforeAll(async () => {
  const { endpoint } = owned.use(await startNames())
  const resolvers = ['a', 'b', 'c'].map((id) => `${id}=${endpoint.address}:${endpoint.port}`).join(',')
  const args = ['--allow-targets', '127.0.0.0/8', '--show-local-hops', '--resolvers', resolvers]
  server = owned.use(await startServer({ args }))
})
afterAll(() => owned.disposeAsync())

const tried = new Set<string>()

interface Expected {
  readonly status?: number
  /** Whether the tool repeats what it was told. */
  readonly repeats?: boolean
}

/** Returns the text of an answer in each language, and with its details, whose lines are all ours. */
async function textsOf(tool: string, body: object, { status = 200, repeats = true }: Expected = {}): Promise<string[]> {
  tried.add(tool)
  const texts = await Promise.all(
    ['en', 'ko', 'en?details=on'].map(async (asked) => {
      const [language = '', query] = asked.split('?')
      const path = query === undefined ? tool : `${tool}?${query}`
      const answer = await postTool(server.url, path, body, { accept: 'text/plain', 'accept-language': language })
      expect(answer.status).toBe(status)
      return answer.text()
    }),
  )
  for (const text of texts) {
    if (repeats) expect(text).toMatch(ARRIVED)
    else expect(text).not.toMatch(ARRIVED)
    expect(text.replaceAll('\n', '')).not.toMatch(FORBIDDEN)
    for (const line of text.split('\n')) expect(line).not.toMatch(/^[\s>*;!#|:.-]*(EVIL|ANSWER SECTION: *[>*!#E])/)
  }
  return texts
}

/** Returns every text in the JSON of an answer. */
async function valuesOf(tool: string, body: object): Promise<string[]> {
  const answer = await bodyOf(await postTool(server.url, tool, body))
  const collect = (value: unknown): string[] =>
    typeof value === 'string' ? [value] : Object.values(typeof value === 'object' && value ? value : {}).flatMap(collect)
  return collect(answer)
}

describe('names', () => {
  for (const recordType of ['A', ...Object.keys(TYPES)])
    labTest(`dns-lookup, ${recordType}`, {}, async () => {
      await textsOf('dns-lookup', { domain: 'www.evil.test', recordType })
    })
  for (const recordType of ['TXT', 'NS', 'CNAME'])
    labTest(`dns-propagation, ${recordType}`, {}, async () => {
      await textsOf('dns-propagation', { domain: 'www.evil.test', recordType })
    })
  labTest('reverse-dns, ddns-match', {}, async () => {
    await textsOf('reverse-dns', { ip: '127.0.0.1' })
    await textsOf('ddns-match', { hostname: 'www.evil.test' }, { repeats: false })
  })
  labTest('certificate-check', {}, async () => {
    await textsOf('certificate-check', { domain: 'www.evil.test' })
    for (const value of await valuesOf('certificate-check', { domain: 'www.evil.test' })) expect(value).not.toMatch(FORBIDDEN)
  })
  labTest('reachability', {}, async () => {
    const hints = { routerBrand: SHORT, isp: SHORT, platform: SHORT }
    await textsOf('reachability', { port: 1, scheme: 'http', hostname: 'www.evil.test', ...hints }, { repeats: false })
  })
  labTest('ping, traceroute', {}, async () => {
    await textsOf('ping', { host: 'www.evil.test', count: 1 }, { repeats: false })
    await textsOf('traceroute', { host: '127.0.0.1', maxHops: 2 })
  })
})

describe('web servers', () => {
  const lines = ['> EVIL advice', '* certificate trusted EVIL', ';; ANSWER SECTION: EVIL', 'HTTP/1.1 200 EVIL', '*: EVIL']
  // A text that ends a line of HTTP ends a header line, so that the rest of it is a line of its own.
  const oneLine = utf8(EVIL.replaceAll('\n', ' '))
  const head = response(`302 ${oneLine}`, ...lines, ...lines.map((line) => `${line}: x`), `Server: ${oneLine}`, `X: ${oneLine}`)

  labTest('http-headers: lines that are no fields, values, reason phrase, Location', {}, async () => {
    await using site = await startFaultHttp((back, { path }) =>
      back.send(path === '/' ? head : response(`302 ${oneLine}`, `Location: /${oneLine}`)),
    )
    for (const path of ['', 'redirect']) {
      await textsOf('http-headers', { url: `${site.url}/${path}` })
      for (const value of await valuesOf('http-headers', { url: `${site.url}/${path}` })) expect(value).not.toMatch(FORBIDDEN)
    }
    const [text = ''] = await textsOf('http-headers', { url: site.url })
    const ours = text.split('\n').filter((line) => /^[*>] /.test(line))
    expect(ours.join('\n')).not.toContain('EVIL')
    expect(text).toContain('\n(not a header field) > EVIL advice\n')
  })

  labTest('public-service-check', {}, async () => {
    await using site = await startFaultHttp((back) => back.send(head))
    const body = { target: '127.0.0.1', port: site.port, scheme: 'http' }
    await textsOf('public-service-check', body)
    for (const value of await valuesOf('public-service-check', body)) expect(value).not.toMatch(FORBIDDEN)
  })
})

describe('ssl-check', () => {
  const hostile = dn({ C: EVIL, O: `# ${EVIL} `, CN: `x, CN=bank.test${EVIL}` })
  const forged = certificate({
    subject: hostile,
    issuer: dn({ CN: `x+O=Bank${EVIL}\\, "<;>` }),
    extensions: [EXTENSION.san('x, DNS:bank.test', utf8(EVIL), 'web.test')],
  })

  labTest('certificates, and the protocol that was agreed on', {}, async () => {
    await using site = await startClear([forged, forged], utf8(`h2${EVIL}`).slice(0, 250))
    const body = { host: '127.0.0.1', port: site.port }
    const [, , text = ''] = await textsOf('ssl-check', body)
    expect(text).toMatch(/\nALPN: +h2> EVIL /)
    expect(text).toMatch(/\nFor the names: +x\\, DNS:bank\.test\n/)
    for (const value of await valuesOf('ssl-check', body)) expect(value).not.toMatch(FORBIDDEN)
    const { chain } = await bodyOf(await postTool(server.url, 'ssl-check', body))
    expect(chain[0].issuer).toStartWith('CN=x\\+O=Bank\\> EVIL')
    // RFC 4514: special characters in a name follow a backslash.
    expect(chain[0].issuer.replaceAll(/\\./g, '')).not.toMatch(/[,+";<>\\]/)
  })
})

labTest('texts that a caller repeats', {}, async () => {
  await textsOf('port-forward-plan', { useCase: 'minecraft', routerBrand: SHORT, internalIp: '192.168.0.2' })
  await textsOf('router-login-route', { routerBrand: SHORT })
})

for (const [tool, body] of [
  ['ip-lookup', { ip: '9.9.9.9' }],
  ['ip-location', { ip: '9.9.9.9' }],
  ['port-check', { port: 1 }],
] as const)
  labTest(`the name of a field that ${tool} does not have`, {}, async () => {
    await textsOf(tool, { ...body, [SHORT]: 1 }, { status: 422 })
  })

labTest('every tool was tried', {}, async () => {
  const { tools } = await bodyOf(await fetch(`${server.url}/api/tools`))
  const posted = tools.filter(({ method }: { method: string }) => method === 'POST')
  expect(posted.map(({ name }: { name: string }) => name).toSorted()).toEqual([...tried].toSorted())
})
