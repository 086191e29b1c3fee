// An answer of certificate-check as the page gets it: port 80 is closed, so that the handshake on 443 is the best way.
import { issuanceTold } from '../../../src/issuance/index.ts'

type Found = Parameters<typeof issuanceTold>[0]

const SILENT = {
  code: 'address-silent',
  severity: 'error',
  address: '203.0.113.7',
  text: 'Nothing answers at `203.0.113.7:80`.',
} as const
const LEFT = { code: 'challenge-leftover', severity: 'warning', address: null, text: 'Two old values are left.' } as const
const FOUND: Found = {
  ...{ domain: 'home.example.com', wildcard: false, best: 'tls-alpn-01' },
  methods: [
    { method: 'http-01', verdict: 'would-fail', problems: [SILENT] },
    { method: 'tls-alpn-01', verdict: 'would-work', problems: [] },
    { method: 'dns-01', verdict: 'would-work', problems: [LEFT] },
  ],
  caa: {
    ...{ found: 'example.com', issuers: ['letsencrypt.org'], wildcardIssuers: [], methods: null },
    ...{ accountBound: false, critical: false },
  },
  addresses: [
    {
      address: '203.0.113.7',
      file: null,
      http: {
        ...{ outcome: 'silent', url: 'http://home.example.com/', status: null, server: null, redirects: [], proxy: null },
        ...{ where: null, proof: null, elapsedMs: 1 },
      },
      tls: { outcome: 'alert', alpn: null, alert: 120, where: null, proof: null, elapsedMs: 1 },
    },
  ],
  commands: [{ program: 'certbot', note: null, lines: ['certbot certonly'] }],
}

export function issuanceAnswer() {
  return {
    ...{ tool: 'certificate-check', checkedAt: '2026-11-22T17:55:33.865Z', elapsedMs: 1234, omitted: 0 },
    ...{ headline: 'A certificate would come.', ...FOUND },
    nextActions: [
      { code: 'use-certbot', label: 'Use certbot', text: 'With certbot: certbot certonly' },
      ...['open-port', 'delete-leftovers'].map((code) => ({
        ...{ code, label: `Do ${code}`, text: `Do ${code}.`, tool: 'certificate-check', request: { domain: 'home.example.com' } },
      })),
      { code: 'check-port', label: 'Check the port', text: 'Look at port 80.', tool: 'port-check', request: { port: 80 } },
    ],
    blocks: issuanceTold(FOUND, (method) => method, 'en'),
  }
}
