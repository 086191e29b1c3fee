// Values read from what people paste are judged like any other: nothing hostile gets to a resolver, in any field and wrapping.

import { afterAll, expect, test } from 'bun:test'
import { listed } from '../support/listed.ts'
import { openLoopback } from '../support/net/network.ts'
import { startServer } from '../support/server.ts'

let asked = 0
const close = openLoopback()
const resolver = await Bun.udpSocket({ hostname: '127.0.0.1', socket: { data: () => void asked++ } })
const at = `127.0.0.1:${resolver.port}`
const env = { DOORSTEP_RESOLVERS: `a=${at},b=${at},c=${at}` }
const server = await startServer({ env })
/** Takes the loopback address for one that may be checked, so that it has a requester. */
const inside = await startServer({ env, args: ['--allow-targets', '127.0.0.1/32'] })
afterAll(async () => {
  await Promise.all([server, inside].map((one) => one[Symbol.asyncDispose]()))
  resolver.close()
  close()
})

const PRIVATE =
  '10.0.0.1 192.168.0.10 172.16.5.5 127.0.0.2 169.254.169.254 100.64.0.7 0.0.0.0 224.0.0.1 255.255.255.255 [::1] [fd00::1] [fe80::1] [::ffff:10.0.0.1] [64:ff9b::a00:1] [2002:a00:1::1]'
const NUMERIC =
  '127.1 0x7f.1 2130706433 0177.0.0.1 0x7f000001 127.0.0.01 10.1 167772161 0xa.0.0.1 １２７.0.0.1 ①②⑦.0.0.1 127。0。0。1 0300.0250.0.1'
const LOCAL =
  'localhost nas.local router.lan db.corp a.home.arpa x.onion vault.service.consul x.internal ⓛⓞⓒⓐⓛⓗⓞⓢⓣ nas.ｌｏｃａｌ router.home x.localhost'
const WRAPPINGS = listed(`
  http://@/ https://@:8443/photo HTTP://@ @:8080 @/admin http://@?a=b https://@:1#x https://@ http://@:80 HTTPS://@/a?b=c
  @:8443/ http://@/%2e%2e/
`)
const ODD = [
  ...'user@example.com http://u:p@example.com/ http://example.com@10.0.0.1/ https://a@b@example.com/'.split(' '),
  'http:\\\\example.com',
  'http://exa mple.com/',
  'http://example.com\u0000/',
  'exam\tple.com:80',
  'http://example.com\r\nHost: x',
  '\u202ehttp://example.com/',
  ...listed(`
    ftp://example.com/ gopher://10.0.0.1/ file:///etc/passwd javascript:alert(1) data:text/html,x http:/// http:// ://
  `),
  ...'//10.0.0.1/ http://[::1 http://[fe80::1%25eth0]/ [::1%eth0]:80 example.com: example.com:http example.com:-1'.split(' '),
  'http://example.com:99999/',
  'http://a..example.com/',
  'http://-/',
  `http://${'a'.repeat(64)}.com/`,
  `http://${'a.'.repeat(200)}com/`,
]
const wrapped = (hosts: string) => hosts.split(' ').flatMap((host) => WRAPPINGS.map((wrapping) => wrapping.replace('@', host)))

/** The codes with which each kind of field may refuse each kind of text. */
const FIELDS = [
  ['ping', 'host', {}],
  ['traceroute', 'host', {}],
  ['ssl-check', 'host', {}],
  ['public-service-check', 'target', { port: 80 }],
  ['dns-lookup', 'domain', {}],
  ['http-headers', 'url', {}],
  ['reachability', 'hostname', { useCase: 'minecraft' }],
] as const
const TEXTS = [
  ...wrapped(PRIVATE).map((text) => [text, ['target-not-public', 'invalid-target']] as const),
  ...wrapped(NUMERIC).map((text) => [text, ['invalid-target', 'target-not-public']] as const),
  ...wrapped(LOCAL).map((text) => [text, ['target-not-public', 'invalid-target']] as const),
  ...ODD.map((text) => [text, ['invalid-target', 'invalid-request', 'target-not-public']] as const),
]

async function codeOf(tool: string, body: object): Promise<string> {
  const response = await fetch(`${tool === 'reachability' ? inside.url : server.url}/api/tools/${tool}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(body),
  })
  const { code = `answered ${response.status}` }: { code?: string } = JSON.parse(await response.text())
  return code
}

test('at least 500 spellings', () => {
  expect(TEXTS.length * FIELDS.length).toBeGreaterThan(2000)
  expect(wrapped(`${PRIVATE} ${NUMERIC} ${LOCAL}`).length + ODD.length).toBeGreaterThan(500)
})

test.each(FIELDS)('%s refuses each in %s, and asks nobody', async (tool, field, rest) => {
  const before = asked
  const wrong: string[] = []
  for (const [text, codes] of TEXTS) {
    // Another port than the pasted one would contradict it.
    const port = 'port' in rest && { port: Number(/(?<=[^/]:)\d+(?=$|[/#])/.exec(text)?.[0] ?? rest.port) }
    const code = await codeOf(tool, { ...rest, ...port, [field]: text })
    if (!codes.some((one) => one === code)) wrong.push(`${JSON.stringify(text)}: ${code}`)
  }
  expect(wrong).toEqual([])
  expect(asked).toBe(before)
})

test('in place of a service, names and addresses of others are refused, and nobody is asked', async () => {
  const wrong: string[] = []
  const refused = new Set(['invalid-request', 'invalid-target', 'unknown-value', 'target-not-public'])
  for (const text of [
    ...wrapped(NUMERIC),
    ...wrapped(LOCAL),
    ...ODD,
    '8.8.8.8:80',
    'http://[2606:4700::1111]/',
    'minecraft http://u@x.com/',
  ]) {
    const code = await codeOf('reachability', { useCase: text })
    if (!refused.has(code)) wrong.push(`${JSON.stringify(text)}: ${code}`)
  }
  expect([wrong, asked]).toEqual([[], 0])
})
