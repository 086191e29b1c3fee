import { describe, expect, test } from 'bun:test'
import { issuanceText } from '../../../src/issuance/advice.text.ts'
import { stepsForTerminal } from '../../../src/issuance/advice.ts'
import { dnsProviderOf } from '../../../src/issuance/dns-provider.ts'
import type { AddressFacts, Facts, HttpFacts, TlsFacts } from '../../../src/issuance/facts.ts'
import type { Method } from '../../../src/issuance/fields.ts'
import type { WhereVerdict } from '../../../src/net/where/index.ts'
import { embeddedCatalogue } from '../../../src/router/catalogue/load.ts'
import { ddnsServiceOf } from '../../../src/router/index.ts'
import * as sample from '../../support/issuance/facts.ts'
import { type Advised, advise, lineOf } from '../../support/issuance/line.ts'
import { whereOf } from '../../support/where/situations.ts'

const { atIpv4, both, caa, challenge, dns, facts, http, looked, noHttp, redirected, stopped, tls, unasked } = sample
const { wildcard, withCaa, withDns, zone, IPV4, NAME } = sample

const providerAt = (server: string) => dnsProviderOf('example.com', [server], { ddns: [] })
const CLOUDFLARE = providerAt('ada.ns.cloudflare.com')
const BY_HTTP = { methods: ['http-01'] } as const

const linesOf = (given: Facts, more: Advised = {}) =>
  Object.fromEntries(advise(given, more).commands.map(({ program, lines }) => [program, lines.join('\n')]))
const codesOf = (given: Facts, more: Advised = {}) => advise(given, more).nextActions.map(({ code }) => code)
const LINES = ['use-certbot', 'use-caddy', 'use-acme-sh']
const fixesOf = (given: Facts, more: Advised = {}) => codesOf(given, more).filter((code) => !LINES.includes(code))

const ofHttp = (more: HttpFacts) => atIpv4({ http: more })
const served = (server: string | null) => ofHttp(http({ server }))
const closed = (port: 'silent' | 'refused', more: Partial<AddressFacts> = {}) =>
  atIpv4({ http: noHttp(port), tls: tls({ outcome: port, alert: null }), ...more })
const ofTls = (outcome: TlsFacts['outcome']) => atIpv4({ tls: tls({ outcome, alert: null }) })
const delegated = (aliasAnswers: boolean) => ({ challenge: challenge({ alias: 'x.example', aliasAnswers }) })

describe('the line to type', () => {
  test.each([
    ['nginx/1.24.0', `sudo certbot --nginx -d ${NAME}`, '--nginx'],
    ['Apache/2.4.57 (Debian)', `sudo certbot --apache -d ${NAME}`, '--apache'],
    ['lighttpd', `sudo certbot certonly --webroot -w /var/www/html -d ${NAME}`, '-w /var/www/html'],
    [null, `sudo certbot certonly --webroot -w /var/www/html -d ${NAME}`, '-w /var/www/html'],
  ])('fits the web server that answers: %s', (server, certbot, form) => {
    const lines = linesOf(served(server))
    expect(lines.certbot).toBe(certbot)
    expect(lines['acme.sh']).toBe(`acme.sh --issue --server letsencrypt ${form} -d ${NAME}`)
    expect(lines.caddyfile).toBe(`${NAME} {\n    reverse_proxy localhost:8080\n}`)
  })

  test('listens itself where nothing does, as with a proof', () => {
    const proven = atIpv4({ http: noHttp('silent', { proof: 'proven' }), tls: null })
    expect(linesOf(proven, BY_HTTP)).toMatchObject({
      certbot: `sudo certbot certonly --standalone -d ${NAME}`,
      'acme.sh': `acme.sh --issue --server letsencrypt --standalone -d ${NAME}`,
    })
  })

  test('is a rehearsal where it is not certain that the certificate comes', () => {
    const page = ofHttp(http({ page: 'page', status: 200 }))
    const { commands, nextActions } = advise(page, BY_HTTP)
    const [certbot, caddy, acme] = commands
    expect(certbot?.lines).toEqual([`sudo certbot certonly --nginx --dry-run -d ${NAME}`])
    expect(certbot?.note).toContain('if it succeeds, take out --dry-run')
    expect(acme?.lines).toEqual([`acme.sh --issue --staging --nginx -d ${NAME}`])
    // By itself acme.sh takes another authority, and leaves alone what it has ordered before.
    expect(acme?.note).toContain('put --server letsencrypt --force in place of --staging')
    expect(caddy?.note).not.toContain('rehearsal')
    // The fix comes first.
    expect(nextActions.map(({ code }) => code)).toEqual(['prove-by-file', 'except-challenge', ...LINES])
  })

  test('TLS-ALPN-01: Caddy without the method that fails, acme.sh, and not certbot, which does not know it', () => {
    const given = ofHttp(noHttp('silent'))
    expect(linesOf(given)).toEqual({
      caddyfile: `${NAME} {\n    tls {\n        issuer acme {\n            disable_http_challenge\n        }\n    }\n    reverse_proxy localhost:8080\n}`,
      'acme.sh': `acme.sh --issue --server letsencrypt --alpn -d ${NAME}`,
    })
    // The last one is for whoever has to have HTTP-01, and says so.
    expect(advise(given).nextActions.at(-1)?.text).toStartWith('For HTTP-01 instead: ')
    expect(codesOf(given)).toEqual(['use-tls-alpn-01', 'use-caddy', 'use-acme-sh', 'open-port'])
  })

  test('DNS-01 by the provider of the zone, wildcards in quotes', () => {
    expect(linesOf(wildcard(), { provider: CLOUDFLARE })).toEqual({
      certbot: `sudo certbot certonly --authenticator dns-cloudflare --dns-cloudflare-credentials /etc/letsencrypt/dns-cloudflare.ini -d '*.${NAME}'`,
      caddy: 'caddy add-package github.com/caddy-dns/cloudflare',
      caddyfile: `*.${NAME} {\n    tls {\n        dns cloudflare {env.CF_API_TOKEN}\n    }\n    reverse_proxy localhost:8080\n}`,
      'acme.sh': `export CF_Token=YOUR_KEY\nacme.sh --issue --server letsencrypt --dns dns_cf -d '*.${NAME}'`,
    })
    const [certbot] = advise(wildcard(), { provider: CLOUDFLARE, locale: 'ko' }).commands
    expect(certbot?.note).toBe(
      '먼저 certbot-dns-cloudflare 플러그인을 설치하고, 명령에 적힌 파일에 Cloudflare API 키를 저장하십시오.',
    )
  })

  test('DNS-01 without a known provider, or for a challenge in another zone: by hand', () => {
    const acmeSh = (verb: string, way: string) =>
      `acme.sh --${verb} --server letsencrypt${way} --yes-I-know-dns-manual-mode-enough-go-ahead-please -d '*.${NAME}'`
    const byHand = {
      certbot: `sudo certbot certonly --manual --preferred-challenges dns -d '*.${NAME}'`,
      'acme.sh': `${acmeSh('issue', ' --dns')}\n${acmeSh('renew', '')}`,
    }
    expect(linesOf(wildcard())).toEqual(byHand)
    const delegated = wildcard({ dns: dns({ challenge: challenge({ alias: 'abc.acme-dns.example', aliasAnswers: true }) }) })
    expect(linesOf(delegated, { provider: CLOUDFLARE })).toEqual(byHand)
    expect(advise(wildcard()).commands[0]?.note).toContain('renews nothing by itself')
  })

  test('orders from the authority that CAA records allow, with its account', () => {
    const given = withCaa('0 issue "pki.goog"')
    const lines = linesOf(given)
    const directory = 'https://dv.acme-v02.api.pki.goog/directory'
    expect(lines.certbot).toBe(`sudo certbot --nginx --server ${directory} --eab-kid KEY_ID --eab-hmac-key HMAC_KEY -d ${NAME}`)
    expect(lines.caddyfile).toBe(
      `${NAME} {\n    tls {\n        ca ${directory}\n        eab KEY_ID HMAC_KEY\n    }\n    reverse_proxy localhost:8080\n}`,
    )
    expect(lines['acme.sh']).toBe(
      `acme.sh --register-account --server ${directory} --eab-kid KEY_ID --eab-hmac-key HMAC_KEY\nacme.sh --issue --server ${directory} --nginx -d ${NAME}`,
    )
    expect(advise(given).commands[0]?.note).toContain('account keys (EAB) that Google Trust Services gives you')
  })

  test('stands in the actions too, as one line of a shell', () => {
    const acme = advise(wildcard(), { provider: CLOUDFLARE }).nextActions.find(({ code }) => code === 'use-acme-sh')
    expect(acme?.text).toBe(
      `With acme.sh: export CF_Token=YOUR_KEY && acme.sh --issue --server letsencrypt --dns dns_cf -d '*.${NAME}'`,
    )
  })
})

describe('the first thing to do', () => {
  const FAILED = { values: [], reason: null, status: 'servfail' } as const
  const LOCAL = { ascii: 'nas', unicode: 'nas', wildcard: false, query: null }
  const leftovers = (count: number) => {
    const values = Array.from({ length: count }, (_, index) => `"${index}"`)
    return withDns({ challenge: challenge({ values, status: 'noerror' }) })
  }

  test.each<[Method, string, Facts, string[]]>([
    ['http-01', 'all is well', facts(), []],
    ['http-01', 'a local name', facts({ subject: LOCAL }), ['use-public-name']],
    ['http-01', 'a free domain', withDns({ zone: { apex: null, servers: [], isLent: false } }), ['register-domain']],
    ['http-01', 'no record', withDns({ ipv4: looked() }), ['add-record']],
    ['http-01', 'SERVFAIL', withDns({ ipv4: { ...FAILED, dnssec: 'unknown' } }), ['mend-dns']],
    ['http-01', 'bogus', withDns({ ipv4: { ...FAILED, dnssec: 'bogus' } }), ['mend-dnssec']],
    ['http-01', 'a private address', facts({ addresses: [unasked('192.168.0.10', 'reserved')] }), ['correct-address']],
    ['http-01', 'a closed port elsewhere', closed('silent'), ['open-port']],
    ['http-01', 'a redirect to a port', ofHttp(stopped('port', `https://${NAME}:8443/`)), ['except-challenge']],
    ['http-01', 'a redirect without a slash', ofHttp(stopped('slash', `https://${NAME}.well-known/`)), ['add-slash']],
    ['http-01', 'a redirect elsewhere', ofHttp(stopped('elsewhere', 'https://other.example/')), ['answer-there']],
    ['http-01', 'TLS on 80', ofHttp(noHttp('tls-on-http-port')), ['speak-http']],
    ['http-01', 'not HTTP', ofHttp(noHttp('not-http')), ['look-at-server']],
    ['http-01', 'a login', ofHttp(http({ page: 'login', status: 401 })), ['except-challenge']],
    ['http-01', 'a router', ofHttp(http({ page: 'router' })), ['close-router-page', 'forward-port', 'find-router']],
    ['http-01', 'a proxy', ofHttp(redirected({ proxy: 'Cloudflare' })), ['pass-challenge-on']],
    ['http-01', 'nobody may issue', withCaa('0 issue ";"'), ['allow-authority']],
    ['http-01', 'an unknown authority', withCaa('0 issue "ca.example"'), ['allow-authority']],
    ['http-01', 'another method', withCaa('0 issue "letsencrypt.org; validationmethods=dns-01"'), ['allow-method']],
    ['http-01', 'a critical tag', withCaa('128 tbs "x"'), ['remove-critical']],
    ['http-01', 'IPv6 dead', both({ http: noHttp('silent') }), ['mend-ipv6']],
    ['tls-alpn-01', 'plain HTTP on 443', ofTls('plain-http'), ['speak-tls']],
    ['tls-alpn-01', 'another protocol', ofTls('ignored'), ['make-room']],
    ['tls-alpn-01', 'a proxy', atIpv4({ proxy: 'Cloudflare' }), ['go-around-proxy']],
    ['dns-01', 'one lame server', withDns({ zone: zone('answers', 'lame') }), ['mend-name-servers']],
    ['dns-01', 'a dead delegation', withDns(delegated(false)), ['mend-delegation']],
    ['dns-01', 'a living one', withDns(delegated(true)), []],
    ['dns-01', 'few old values', leftovers(1), []],
    ['dns-01', 'many', leftovers(12), ['delete-leftovers']],
  ])('%s: %s', (method, _, given, codes) => {
    expect(fixesOf(given, { methods: [method] })).toEqual(codes)
    for (const { text, label } of advise(given, { methods: [method], locale: 'ko' }).nextActions) {
      // A Caddyfile has braces of its own.
      expect(text.replace('{env.', '')).not.toMatch(/undefined|\{\w+\}/)
      expect(label).toBeUndefined()
    }
  })

  test.each([
    ['where a program writes the record', closed('silent'), 'ada.ns.cloudflare.com', false],
    ['by hand where the provider is not known', closed('silent'), 'ns.example', true],
    ['by hand where no program is for it', closed('silent'), 'ns.gabia.co.kr', true],
    ['by hand in another zone', { ...closed('silent'), dns: dns(delegated(true)) }, 'ada.ns.cloudflare.com', true],
  ])('DNS-01 is the way where both ports are shut: %s', (_, given, server, isByHand) => {
    const [first, ...others] = advise(given, { provider: providerAt(server) }).nextActions
    expect([first?.code, first?.text.includes('by hand')]).toEqual(['use-dns-01', isByHand])
    expect(others.at(-1)?.code).toBe('open-port')
  })
})

describe('at the requester’s own address', () => {
  const own = (verdict: WhereVerdict, outcome: 'silent' | 'refused' = 'silent') =>
    atIpv4({ isRequester: true, http: noHttp(outcome, { where: whereOf(verdict, 4) }), tls: null })
  const lent = (given: Facts) => ({ ...given, dns: dns({ zone: { ...zone(), isLent: true } }) })
  const where = whereOf('stopped-before', 4)
  const bothShut = atIpv4({ isRequester: true, http: noHttp('silent', { where }), tls: tls({ outcome: 'silent', where }) })
  /** Returns the advice where the provider blocks port 80 always, sometimes, or not at all. */
  const blocked = (given: Facts, certainty: 'always' | 'sometimes', methods: readonly Method[] = ['http-01']) =>
    advise(given, { methods, line: { ...lineOf(given), provider: 'Example Telecom', blocks: () => certainty } })
  const textsOf = ({ nextActions }: ReturnType<typeof advise>) => nextActions.map(({ text }) => text).join('\n')

  test('a provider that blocks the port leaves the other methods', () => {
    const stopped = own('stopped-before')
    const blocks = (port: number) => (port === 80 ? ('always' as const) : null)
    const on80 = (given: Facts) => advise(given, { ...BY_HTTP, line: { ...lineOf(given), provider: 'Example Telecom', blocks } })
    expect(on80(stopped).situation).toBe('provider-blocks')
    expect(textsOf(on80(stopped))).toBe('Example Telecom blocks port 80 on its lines. Use TLS-ALPN-01 / DNS-01 instead.')
    expect(textsOf(on80(lent(stopped)))).toEndWith('Use TLS-ALPN-01 instead.')
    expect(textsOf(on80(own('silent-device')))).not.toContain('blocks port')
    expect(textsOf(blocked(stopped, 'sometimes'))).toContain('blocks port 80 on some of its lines')
  })

  test('a port that is shut as well is not proposed, and where both are, a name that takes a record is', () => {
    const both = textsOf(blocked(bothShut, 'sometimes', ['http-01', 'tls-alpn-01']))
    expect([both.includes('use DNS-01 instead'), both.includes('TLS-ALPN-01')]).toEqual([true, false])
    const none = textsOf(blocked(lent(bothShut), 'sometimes', ['http-01', 'tls-alpn-01']))
    expect([none.includes(issuanceText.en['use-own-domain']), none.includes('TLS-ALPN-01')]).toEqual([true, false])
    // A habit of the provider counts as well, where the port was not asked.
    expect(textsOf(blocked(own('stopped-before'), 'always'))).toEndWith('Use DNS-01 instead.')
  })

  test('a device that refuses needs a client that listens itself, before a record by hand for each renewal', () => {
    const refused = own('refused-by-device', 'refused')
    expect(codesOf(refused, BY_HTTP)).toEqual(['prove-by-listening', ...LINES])
    expect(linesOf(refused, BY_HTTP).certbot).toBe(`sudo certbot certonly --standalone --dry-run -d ${NAME}`)
    const withDns01 = { methods: ['http-01', 'dns-01'] } as const
    expect(fixesOf(refused, withDns01)).toEqual(['prove-by-listening', 'use-dns-01'])
    expect(fixesOf(own('silent-at-address'), withDns01)[0]).toBe('use-dns-01')
  })

  test('a port that leads to another device: correct the rule', () => {
    const given = atIpv4({ isRequester: true, http: http({ proof: 'someone-else' }), tls: null })
    expect(fixesOf(given, BY_HTTP)).toEqual(['correct-rule-address', 'compare-router-address'])
    expect(advise(given, BY_HTTP).situation).toBe('other-answers')
    // Another device's web server answers there, and its settings change nothing here.
    expect(linesOf(given, BY_HTTP)).toEqual({})
  })
})

describe('the situation', () => {
  const lentBy = (ascii: string) => ({ subject: { ...facts().subject, ascii, unicode: ascii } })
  const situationOf = (given: Facts, requester: string | null, methods: readonly Method[] = ['http-01']) =>
    advise(given, { methods, line: lineOf(given, requester) }).situation

  test.each<[string, Facts, string | null, string | null]>([
    ['a certificate would come', atIpv4({ isRequester: true }), IPV4, 'open'],
    ['it would come, for a name of somebody else', facts(), '198.51.100.9', null],
    ['a silent server of somebody else', closed('silent'), '198.51.100.9', null],
    ['no record', facts({ dns: dns({ ipv4: sample.looked() }), addresses: [] }), IPV4, 'name-missing'],
    ['a private address', facts({ addresses: [unasked('192.168.0.10', 'reserved')] }), IPV4, 'name-private'],
    ['no rule', closed('silent', { isRequester: true }), IPV4, 'no-rule-seen'],
    ['other records forbid it', withCaa('0 issue ";"'), IPV4, null],
  ])('%s', (_, given, requester, situation) => expect(situationOf(given, requester)).toBe(situation as never))

  test('a name of dynamic DNS that leads to a silent address, and not to whoever asks', () => {
    const given = { ...closed('silent'), ...lentBy('wrong.duckdns.org') }
    const line = lineOf(given, '198.51.100.9')
    const { situation, nextActions } = advise(given, { ...BY_HTTP, line })
    expect([situation, nextActions.map(({ code }) => code)]).toEqual(['name-elsewhere', ['renew-name']])
    expect(nextActions[0]?.text).toContain('198.51.100.9')
    // It is not known where it should lead.
    expect(codesOf(given, { ...BY_HTTP, line: lineOf(given) })).toEqual(['open-port'])
    // The record comes first although another method would do.
    const best = advise(given, { methods: ['http-01', 'dns-01'], line, provider: CLOUDFLARE })
    expect(best.nextActions[0]?.code).toBe('renew-name')
    expect(JSON.stringify(best.nextActions)).not.toContain('open-port')
  })

  test('of another name it is said where it leads, and where whoever asks is', () => {
    const given = closed('silent')
    const [first] = advise(given, { ...BY_HTTP, line: lineOf(given, '198.51.100.9') }).nextActions
    expect(first?.code).toBe('open-port')
    expect(first?.text).toContain(`${NAME} leads to ${IPV4}, and you are at 198.51.100.9`)
    const six = advise(given, { ...BY_HTTP, line: lineOf(given, '2001:db8::9') }).nextActions
    expect(six[0]?.text).toStartWith('Start the server')
  })

  test('a name of Synology has its certificate from DSM, whatever the ports', () => {
    const given = { ...closed('silent', { isRequester: true }), ...lentBy('mynas.synology.me') }
    const service = ddnsServiceOf('mynas.synology.me', embeddedCatalogue())
    const { commands, nextActions } = advise(given, { service })
    expect([commands.length, ...nextActions.map(({ code }) => code)]).toEqual([0, 'use-own-panel'])
    expect(nextActions[0]?.text).toContain('Control Panel > Security > Certificate')
  })
})

describe('a file that settles what a page leaves open', () => {
  const FOLDER = '/.well-known/acme-challenge/'
  const WEBROOT = `sudo mkdir -p /var/www/html${FOLDER} && printf %s CONTENT | sudo tee /var/www/html${FOLDER}NAME`
  const caught = (server: string | null, more: Parameters<typeof http>[0] = {}) =>
    atIpv4({ http: http({ server, page: 'page', status: 200, ...more }) })

  test.each([
    ['nginx', 'nginx shows on port 80', WEBROOT],
    ['Apache', 'the folder that it shows', WEBROOT],
    [null, 'the folder that it shows', WEBROOT],
    [
      'Caddy',
      `the site ${NAME} of the Caddyfile`,
      `printf '%s\\n' 'handle ${FOLDER}NAME {' 'respond CONTENT' '}' | sudo tee /etc/caddy/doorstep.caddy`,
    ],
    [
      'openresty',
      'Nginx Proxy Manager',
      `docker compose exec app sh -c 'mkdir -p /data/letsencrypt-acme-challenge${FOLDER} && printf %s CONTENT > /data/letsencrypt-acme-challenge${FOLDER}NAME'`,
    ],
  ])('is made by a line for %s', (server, words, line) => {
    const [step] = advise(caught(server), BY_HTTP).nextActions
    const [, name = '', hash = ''] = /--file (doorstep-[\w-]{22}):([\da-f]{64})/.exec(step?.text ?? '') ?? []
    expect(step).toMatchObject({ code: 'prove-by-file', tool: 'certificate-check' })
    expect(step?.request).toEqual({ domain: NAME, methods: ['http-01'], file: { name, sha256: hash } })
    expect(step?.text).toContain(words)
    const told = step?.text.slice((step?.text.lastIndexOf(': ') ?? 0) + 2) ?? ''
    const content = /(?:printf %s|respond) ([\w-]{22})/.exec(told)?.[1] ?? ''
    expect(new Bun.CryptoHasher('sha256').update(content).digest('hex')).toBe(hash)
    expect(told.replaceAll(name, 'NAME').replaceAll(content, 'CONTENT')).toBe(line)
  })

  test('is one for all addresses, and none where it is settled', () => {
    const page = http({ page: 'page', status: 200 })
    const codes = (given: Facts) => fixesOf(given, BY_HTTP)
    expect(codes(both({ http: page }, { http: page }))).toEqual(['prove-by-file', 'except-challenge'])
    expect(codes(caught('nginx', { page: 'login' }))).toEqual(['except-challenge'])
    expect(codes(caught('nginx', { file: 'delivered' }))).toEqual([])
    const file = { name: 'doorstep-AAECAwQFBgcICQoLDA0ODw', sha256: 'a'.repeat(64) }
    const lost = { ...caught('nginx', { file: 'other-content' }), file }
    expect(codes(lost)).toEqual(['place-file', 'except-challenge'])
    expect(advise(lost, BY_HTTP).nextActions[0]?.request).toMatchObject({ file })
  })
})

describe('lines to change', () => {
  const zoneFile = (given: Facts, methods: readonly Method[] = ['http-01']) => linesOf(given, { methods })['zone-file']

  test('the CAA record, as the line of a zone file', () => {
    expect(zoneFile(withCaa('0 issue ";"'))).toBe('example.com. IN CAA 0 issue "letsencrypt.org"')
    const wild = wildcard({ dns: dns({ caa: caa(['0 issue "letsencrypt.org"', '0 issuewild ";"']) }) })
    expect(zoneFile(wild, ['dns-01'])).toBe('example.com. IN CAA 0 issuewild "letsencrypt.org"')
    const method = withCaa('0 issue "letsencrypt.org; validationmethods=dns-01"')
    expect(zoneFile(method)).toBe('example.com. IN CAA 0 issue "letsencrypt.org; validationmethods=dns-01,http-01"')
    const bound = wildcard({
      dns: dns({ caa: caa(['0 issuewild "letsencrypt.org; accounturi=https://a.example/1; validationmethods=http-01"']) }),
    })
    // Its tag and its account stay as they are.
    expect(zoneFile(bound, ['dns-01'])).toBe(
      'example.com. IN CAA 0 issuewild "letsencrypt.org; validationmethods=http-01,dns-01; accounturi=https://a.example/1"',
    )
    // The other authority issues, so nothing has to be changed.
    expect(zoneFile(withCaa('0 issue "pki.goog"'))).toBeUndefined()
  })

  test('the exception of the web server that redirects, and with it the redirect', () => {
    const redirecting = (server: string) => atIpv4({ http: { ...stopped('port', `https://${NAME}:8443/`), server } })
    const of = (server: string) => linesOf(redirecting(server), BY_HTTP)
    expect(of('nginx').nginx).toContain('location ^~ /.well-known/acme-challenge/ {')
    expect(of('nginx').nginx).toContain('return 301 https://$host$request_uri;')
    expect(of('Caddy').caddyfile).toContain('handle /.well-known/acme-challenge/* {')
    expect(of('Apache').apache).toContain(`"https://${NAME}/$1"`)
    expect(Object.keys(of('other'))).toEqual([])
    const page = ofHttp(http({ page: 'login', status: 401 }))
    expect(linesOf(page, BY_HTTP).nginx).not.toContain('return')
  })
})

test('a terminal shows three steps at most: not the lines, which are printed by themselves, and after them the first thing alone', () => {
  const shown = (...codes: string[]) => stepsForTerminal(codes.map((code) => ({ code, text: '' }))).map(({ code }) => code)
  expect(shown('open-port', 'use-certbot', 'use-caddy', 'mend-ipv6', 'one-server')).toEqual(['open-port', 'mend-ipv6'])
  expect(shown('a', 'b', 'c', 'use-acme-sh', 'd')).toEqual(['a', 'b', 'c'])
  expect(shown('a', 'b', 'c', 'd')).toEqual(['a', 'b', 'c'])
})
