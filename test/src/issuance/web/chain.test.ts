import { describe, expect, test } from 'bun:test'
import { followChallenge } from '../../../../src/issuance/web/chain.ts'
import { RedirectHosts } from '../../../../src/issuance/web/hosts.ts'
import { dnsOf, NAME, nameOf, type Plays, response, webOf } from '../../../support/issuance/web.ts'
import { addressOf } from '../../../support/policy/rules.ts'

const TOKEN = 'doorstep-x'
const PATH = `/.well-known/acme-challenge/${TOKEN}`
const START = `http://${NAME}${PATH}`
const HERE = '1.1.1.1'
const OTHER = '1.1.1.2'
const redirect = (location: string, status = 301) => response(status, { Location: location, Server: 'nginx' })

async function follow(plays: Plays, { rules = {}, signal = new AbortController().signal } = {}) {
  const target = nameOf(undefined, rules)
  const dns = dnsOf({ 'www.example.test': [OTHER], 'cdn.example.test': ['8.8.8.8'] })
  const asked = new Set([HERE, OTHER])
  const web = webOf(plays)
  const net = { http: web, signal, tcp: { sourceTo: () => addressOf('192.0.2.1') }, tls: {} }
  const hosts = new RedirectHosts(dns, { target, asked, all: asked })
  const asking = { target, token: TOKEN, net, hosts, milliseconds: 4000 } as never
  return { asked: web.asked, facts: await followChallenge(asking, addressOf(HERE)) }
}

test('the right server says that it has no such file', async () => {
  const { asked, facts } = await follow(() => response(404, { Server: 'nginx/1.22\u0007' }))
  expect(asked).toEqual([`${HERE} ${START}`])
  expect(facts).toMatchObject({
    outcome: 'response',
    status: 404,
    page: 'missing',
    url: START,
    redirects: [],
    stopped: null,
    port: 80,
  })
  expect(facts.server).toBe('nginx/1.22')
})

test('characters that nobody sees are not repeated out of a redirect', async () => {
  const hidden = [...'\u{e0100}\u{e01ef}\u034f\u3164\u115f\u2060\u{e0041}'].map((one) => `a${one}`).join('')
  const { facts } = await follow(() => redirect(`gopher://x/${hidden}`))
  expect(facts.redirects[0]?.location).toMatch(/^gopher:\/\/x\/[a ]+$/)
})

test('to another name at an address of this name: there', async () => {
  const { asked, facts } = await follow((url) =>
    url === START ? redirect('http://www.example.test/') : response(200, {}, 'Hello'),
  )
  expect(asked).toEqual([`${HERE} ${START}`, `${OTHER} http://www.example.test/`])
  expect([facts.page, facts.address.text]).toEqual(['lost', OTHER])
})

describe('nobody is asked after a redirect', () => {
  const cases: Record<string, [string, number, string]> = {
    'to an address': [`http://${HERE}/`, 301, 'to-address'],
    'to this machine': ['http://0x7f.1/', 302, 'not-public'],
    'to somebody else': ['https://cdn.example.test/', 302, 'elsewhere'],
    'to itself': [PATH, 302, 'loop'],
  }
  for (const [what, [location, status, stopped]] of Object.entries(cases))
    test(what, async () => {
      const { asked, facts } = await follow(() => redirect(location, status))
      expect(asked).toEqual([`${HERE} ${START}`])
      expect(facts).toMatchObject({ outcome: 'response', stopped, status, page: null, url: START, server: 'nginx' })
      expect(facts.redirects).toEqual([{ url: START, status, location }])
    })
})

test('a host that could not be looked up is not judged', async () => {
  const { asked, facts } = await follow(() => redirect('https://timeout.example.test/'))
  expect(asked).toHaveLength(1)
  expect(facts).toMatchObject({ outcome: 'limited', reason: 'no-answer', stopped: null, status: null })
  expect(facts.redirects).toHaveLength(1)
})

test('a web without an end: eleven requests', async () => {
  let count = 0
  const { asked, facts } = await follow(() => redirect(`/${count++}`))
  expect([asked.length, facts.stopped, facts.redirects.length]).toEqual([11, 'loop', 11])
})

test('a failure on the way is told with the redirects before it', async () => {
  const { facts } = await follow((url) =>
    url === START
      ? redirect(`https://${NAME}/`)
      : { outcome: 'connect-failed', reason: 'connection-refused', failedLayer: 'tcp' },
  )
  expect(facts).toMatchObject({ outcome: 'refused', status: null, server: null, port: 443, url: `https://${NAME}/` })
  expect(facts.redirects).toHaveLength(1)
})

test('TLS that answers plain HTTP by an error, and an error over HTTPS that only looks like it', async () => {
  const wrong = response(400, {}, 'The plain HTTP request was sent to HTTPS port')
  expect((await follow(() => wrong)).facts).toMatchObject({ outcome: 'tls-on-http-port', status: 400, page: null })
  const over = await follow((url) => (url.startsWith('http:') ? redirect(`https://${NAME}/`) : wrong))
  expect(over.facts).toMatchObject({ outcome: 'response', status: 400, page: 'error' })
})

test('ports against the rules are left alone', async () => {
  const { asked, facts } = await follow(() => redirect(`https://${NAME}/`), { rules: { denyPorts: [443] } })
  expect(asked).toHaveLength(1)
  expect(facts).toMatchObject({ outcome: 'limited', reason: 'not-allowed', port: 443 })
})

test('nothing is asked after the end of the time', async () => {
  const { asked, facts } = await follow(() => response(404), { signal: AbortSignal.abort() })
  expect([asked, facts.outcome, facts.reason]).toEqual([[], 'limited', 'out-of-time'])
})

test('long URLs are cut where they are shown, and followed whole', async () => {
  const path = `/${'a'.repeat(1900)}`
  const { asked, facts } = await follow((url) => (url === START ? redirect(path) : response(404)))
  expect(asked[1]).toBe(`${HERE} http://${NAME}${path}`)
  for (const shown of [facts.url, facts.redirects[0]?.location ?? '']) expect(shown).toMatch(/a \[\.\.\. \d+ more characters\]$/)
})
