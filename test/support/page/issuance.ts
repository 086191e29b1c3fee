// An answer of certificate-check as the page gets it: port 80 is closed, so that the handshake on 443 is the best way.
const METHODS = [
  {
    method: 'http-01',
    verdict: 'would-fail',
    problems: [
      {
        ...{ code: 'address-silent', severity: 'error', address: '203.0.113.7' },
        text: 'Nothing answers at `203.0.113.7:80`.',
      },
    ],
  },
  { method: 'tls-alpn-01', verdict: 'would-work', problems: [] },
  {
    method: 'dns-01',
    verdict: 'would-work',
    problems: [{ code: 'challenge-leftover', severity: 'warning', address: null, text: 'Two old values are left.' }],
  },
]

export function issuanceAnswer() {
  return {
    ...{
      tool: 'certificate-check',
      checkedAt: '2026-11-22T17:55:33.865Z',
      elapsedMs: 1234,
      headline: 'A certificate would come.',
    },
    ...{ domain: 'home.example.com', wildcard: false, methods: METHODS, best: 'tls-alpn-01', omitted: 0 },
    caa: {
      ...{ found: 'example.com', issuers: ['letsencrypt.org'], wildcardIssuers: [], methods: null },
      ...{ accountBound: false, critical: false },
    },
    addresses: [
      {
        address: '203.0.113.7',
        http: { outcome: 'silent', url: 'http://home.example.com/', status: null, server: null, redirects: [], proxy: null },
        tls: { outcome: 'alert', alpn: null, alert: 120 },
      },
    ],
    commands: [{ program: 'certbot', note: null, lines: ['certbot certonly'] }],
    nextActions: [
      { code: 'use-certbot', label: 'Use certbot', text: 'With certbot: certbot certonly' },
      ...['open-port', 'delete-leftovers'].map((code) => ({
        ...{ code, label: `Do ${code}`, text: `Do ${code}.`, tool: 'certificate-check', request: { domain: 'home.example.com' } },
      })),
      { code: 'check-port', label: 'Check the port', text: 'Look at port 80.', tool: 'port-check', request: { port: 80 } },
    ],
  }
}
