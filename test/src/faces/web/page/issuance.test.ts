// The reading of an answer about a certificate, from a server of any version or from a link.
import { expect, test } from 'bun:test'
import { issuanceKey, issuanceText } from '../../../../../src/faces/web/page/issuance.text.ts'
import { actionsBesideLines, issuanceIn } from '../../../../../src/faces/web/page/issuance.ts'
import type { HttpFacts, TlsFacts } from '../../../../../src/issuance/facts.ts'
import { METHOD_VERDICTS, METHODS, PROBLEM_CODES } from '../../../../../src/issuance/fields.ts'

import { issuanceAnswer } from '../../../../support/page/issuance.ts'

const OUTCOMES: Record<HttpFacts['outcome'] | TlsFacts['outcome'], true> = {
  ...{ response: true, proof: true, refused: true, silent: true, unreachable: true, limited: true, broken: true },
  ...{ 'tls-on-http-port': true, 'not-http': true },
  ...{ offered: true, alert: true, ignored: true, 'plain-http': true, 'not-tls': true },
}

test('every code of an answer has words, in both languages', () => {
  const codes = [
    ...METHODS,
    ...METHOD_VERDICTS,
    ...PROBLEM_CODES,
    ...Object.keys(OUTCOMES).map((outcome) => `outcome.${outcome}`),
  ]
  expect(codes.filter((code) => issuanceKey(code) === null)).toEqual([])
  expect(Object.keys(issuanceText.ko)).toEqual(Object.keys(issuanceText.en))
  expect(['of-a-newer-server', 'constructor', 'caa.only'].map(issuanceKey)).toEqual([null, null, null])
})

const problem = { code: 'address-silent', severity: 'error', address: '203.0.113.7', text: 'Nothing answers.' }
const PORT = {
  ...{ outcome: 'response', status: 404, server: 'nginx', alert: null, redirects: ['301 https://a.test/'] },
}
const READ = {
  domain: '*.우리집.test',
  isWildcard: true,
  methods: [{ method: 'http-01', verdict: 'would-fail', problems: [problem] }],
  best: 'dns-01',
  caa: { found: 'a.test', issuers: ['wild.test'] },
  addresses: [{ address: '203.0.113.7', http: PORT, tls: null }],
  commands: [{ kind: 'certbot', note: 'Type it.', lines: ['certbot certonly'] }],
}
const ANSWER = {
  ...{ domain: '*.xn--9d0bm53a3xbzui.test', unicodeDomain: '*.우리집.test', wildcard: true, best: 'dns-01' },
  methods: READ.methods,
  caa: { found: 'a.test', issuers: ['any.test'], wildcardIssuers: ['wild.test'], methods: null, accountBound: false },
  addresses: [{ ...READ.addresses[0], http: { ...PORT, redirects: [{ url: '', status: 301, location: 'https://a.test/' }] } }],
  commands: [{ program: 'certbot', note: 'Type it.', lines: ['certbot certonly'] }],
}

test('an answer is read whole', () => {
  expect<unknown>(issuanceIn(ANSWER)).toEqual(READ)
  expect(issuanceIn({ ...ANSWER, wildcard: false })?.caa.issuers).toEqual(['any.test'])
})

test('what has no method that the page knows is not such an answer, and any shape is read', () => {
  for (const methods of [undefined, null, [], 'http-01', [{ method: 'http-01' }], [{ method: 'ftp', verdict: 'would-work' }]])
    expect([methods, issuanceIn({ ...ANSWER, methods })]).toEqual([methods, null])
  const broken = { methods: [{ method: 'dns-01', verdict: 'would-work', problems: [null, 1, {}] }] }
  for (const value of [null, 1, 'x', [], {}, [null], [{ http: 1, tls: [] }]]) {
    const read = issuanceIn({ ...broken, domain: value, best: value, caa: value, addresses: value, commands: value })
    expect(read?.methods[0]?.problems).toEqual([{ code: '', severity: 'warning', address: '', text: '' }])
  }
})

test('an action does not say the lines again that are drawn', () => {
  const codes = ['use-dns-01', 'use-certbot', 'use-caddy', 'use-acme-sh', 'allow-authority']
  const actions = codes.map((code) => ({ code, label: '', text: '' }))
  const answer = { ...issuanceAnswer(), nextActions: actions }
  const codesOf = (commands: unknown) => actionsBesideLines({ ...answer, commands }).map(({ code }) => code)
  expect(codesOf(['certbot', 'caddyfile', 'acme.sh', 'zone-file'].map((program) => ({ program })))).toEqual([
    'use-dns-01',
    'allow-authority',
  ])
  expect(codesOf([{ program: 'caddy' }])).not.toContain('use-caddy')
  expect(codesOf([])).toEqual(codes)
  expect(actionsBesideLines({ ...answer, methods: [] })).toEqual(actions)
})
