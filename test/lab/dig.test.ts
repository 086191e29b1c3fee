// dns-lookup says what dig says: the same servers, the same questions, record by record.
import { afterAll, describe, expect } from 'bun:test'
import { ADDRESSES } from '../support/dns/lab/configs.ts'
import { DNS_LAB_NEEDS, type DnsLab, dnsLabOfFile } from '../support/dns/lab.ts'
import { labTest } from '../support/lab.ts'
import { bodyOf, postTool, type Server } from '../support/server.ts'

const theLab = dnsLabOfFile()
const servers = new Map<string, Promise<Server>>()
afterAll(async () => {
  for (const server of servers.values()) await (await server)[Symbol.asyncDispose]()
})

/** Starts doorstep with a name server as its first resolver. */
function doorstepAt(lab: DnsLab, address: string): Promise<Server> {
  const target = address.includes(':') ? `[${address}]` : address
  const started =
    servers.get(address) ?? lab.startDoorstep({ args: ['--resolvers', `it=${target},b=198.18.53.11,c=198.18.53.12`] })
  servers.set(address, started)
  return started
}

type Seen = { status: string; flags: string[]; records: string[]; ttls: number[] }

/** Returns the answer section without its TTLs, which stand apart: those of a cache count down while we look. */
function seen(status: string, flags: string[], rows: [name: string, ttl: number, type: string, value: string][]): Seen {
  const sorted = rows.toSorted((a, b) => (a[0] + a[2] + a[3] < b[0] + b[2] + b[3] ? -1 : 1))
  return {
    status,
    flags: flags.filter((flag) => ['aa', 'tc', 'ad'].includes(flag)).toSorted(),
    records: sorted.map(([name, , type, value]) => `${name} ${type} ${value}`),
    ttls: sorted.map(([, ttl]) => ttl),
  }
}

/** Asks for types of records in one run of dig, which costs more than its questions; `before`: how often it asks for all of them first. */
async function dig(lab: DnsLab, server: string, name: string, types: readonly string[], before = 0): Promise<Seen[]> {
  const asked = Array.from({ length: before + 1 }, () => types).flat()
  const shown = ['+noall', '+comments', '+answer', '+nosplit', '+nocookie']
  const text = await lab.dig(...asked.flatMap((type) => [`@${server}`, '-q', name, '-t', type, ...shown]))
  const answers = text.split(/^(?=;; Got answer:)/m).filter((part) => part.includes('status: '))
  expect(answers).toHaveLength(asked.length)
  return answers.slice(-types.length).map((answer, index) => seenIn(answer, types[index] ?? ''))
}

function seenIn(answer: string, type: string): Seen {
  const [, status = 'none'] = /status: (\w+)/.exec(answer) ?? []
  const [, flags = ''] = /flags: ([a-z ]*);/.exec(answer) ?? []
  const rows = answer.split('\n').flatMap((line): [string, number, string, string][] => {
    const [, owner = '', ttl = '', kind = '', value = ''] = /^(\S+)\s+(\d+)\s+IN\s+(\S+)\s+(.*)$/.exec(line) ?? []
    if (line.startsWith(';') || (kind !== type && kind !== 'CNAME')) return []
    // dig 9.18 does not know the name of this parameter yet (RFC 9461).
    return [[owner, Number(ttl), kind, value.replace('key7=', 'dohpath=')]]
  })
  return seen(status, flags.split(' '), rows)
}

const RCODES: Record<string, string> = {
  noerror: 'NOERROR',
  nodata: 'NOERROR',
  error: 'NOERROR',
  nxdomain: 'NXDOMAIN',
  servfail: 'SERVFAIL',
  refused: 'REFUSED',
}

async function doorstep(lab: DnsLab, server: string, domain: string, recordType: string): Promise<Seen> {
  const answer = await postTool((await doorstepAt(lab, server)).url, 'dns-lookup', { domain, recordType })
  const body = await bodyOf(answer)
  expect([answer.status, body.detail]).toEqual([200, undefined])
  const flags = [body.authoritative && 'aa', body.truncated && 'tc', body.authenticated && 'ad'].filter(Boolean)
  return seen(
    RCODES[body.status] ?? body.status,
    flags,
    body.records.map(({ name, ttl, type, value }: { name: string; ttl: number; type: string; value: string }) => [
      `${name}.`,
      ttl,
      type,
      value,
    ]),
  )
}

const RESOLVERS = { validating: ADDRESSES.validating[0], view: ADDRESSES.otherView[0], plain: ADDRESSES.plain[0] }
const AUTHORITIES = { root: ADDRESSES.root[0], primary: ADDRESSES.primary[0], secondary: ADDRESSES.secondary[0] }
const LONGEST_LABELS = ['a', 'b', 'c', 'd'].map(
  (letter) => `${letter}abcdefghijklmnopqrstuvwxyz0123456789abcdefghijklmnopqrstuvwxyz`,
)
const LONGEST = `${LONGEST_LABELS.join('.').slice(0, 242)}.plain.test`

const QUESTIONS: [what: string, name: string, ...types: string[]][] = [
  ['A, AAAA, MX, NS, TXT, SOA, CAA at an apex', 'plain.test', 'A', 'AAAA', 'MX', 'NS', 'TXT', 'SOA', 'CAA'],
  ['CNAME asked for, and followed', 'www.plain.test', 'CNAME', 'A', 'AAAA', 'TXT'],
  ['SRV', '_sip._udp.plain.test', 'SRV'],
  ['SRV that says no', '_imap._tcp.plain.test', 'SRV'],
  ['MX that says no', 'null-mx.plain.test', 'MX'],
  ['PTR', 'pointer.plain.test', 'PTR'],
  ['HTTPS with every parameter', 'https.plain.test', 'HTTPS'],
  ['HTTPS alias', 'https-alias.plain.test', 'HTTPS'],
  ['HTTPS with an odd protocol', 'https-odd.plain.test', 'HTTPS'],
  ['SVCB', '_dns.web.plain.test', 'SVCB'],
  ['SVCB alias', '_dns.alias.plain.test', 'SVCB'],
  ['DS', 'child.plain.test', 'DS'],
  ['DS and DNSKEY of a signed zone', 'signed.test', 'DS', 'DNSKEY', 'SOA'],
  ['TLSA', '_443._tcp.web.plain.test', 'TLSA'],
  ['NAPTR', 'naptr.plain.test', 'NAPTR'],
  ['several strings', 'text.plain.test', 'TXT'],
  ['awkward characters', 'text-odd.plain.test', 'TXT'],
  ['UTF-8 in TXT', 'text-utf8.plain.test', 'TXT'],
  ['an empty TXT', 'text-empty.plain.test', 'TXT'],
  ['4 KiB of TXT, over TCP', 'text-big.plain.test', 'TXT'],
  ['thirty addresses', 'many.plain.test', 'A'],
  ['NXDOMAIN', 'missing.plain.test', 'A', 'TXT', 'HTTPS'],
  ['NODATA', 'v4only.plain.test', 'AAAA', 'MX'],
  ['a chain of eight', 'chain1.plain.test', 'A', 'AAAA'],
  ['a CNAME to nothing', 'to-nowhere.plain.test', 'A'],
  ['a CNAME into a signed zone', 'to-signed.plain.test', 'A'],
  ['a CNAME into another zone', 'to-provider.plain.test', 'A'],
  ['a DNAME', 'host.old.plain.test', 'A'],
  ['a wildcard', 'any.thing.wild.plain.test', 'A', 'TXT', 'MX'],
  ['an empty non-terminal', 'ent.plain.test', 'A'],
  ['255 bytes of name', LONGEST, 'A', 'AAAA'],
  ['names in other scripts', 'xn--rc6b.plain.test', 'A'],
  ['a target with a dot in its label', 'to-dot.plain.test', 'A', 'CNAME'],
  ['a target in capitals', 'to-upper.plain.test', 'A'],
  ['underscores', '_under_score.plain.test', 'A'],
  ['a dot in the mailbox', 'provider.test', 'SOA'],
  ['private addresses', 'private.plain.test', 'A', 'AAAA'],
  ['TTL of nought', 'zero-ttl.plain.test', 'A'],
  ['TTL of a week', 'long-ttl.plain.test', 'A'],
  ['signed', 'www.signed.test', 'A', 'AAAA'],
  ['signed, missing', 'no.signed.test', 'A'],
  ['signed wildcard', 'any.wild.signed.test', 'A'],
  ['signed without a chain', 'www.nods.test', 'A'],
  ['a reverse name', '10.40.18.198.in-addr.arpa', 'PTR'],
  ['three reverse names', '12.40.18.198.in-addr.arpa', 'PTR'],
  ['a reverse name, delegated with a slash', '14.40.18.198.in-addr.arpa', 'PTR'],
]

/** The failures that only resolvers show. */
const FAILURES: typeof QUESTIONS = [
  ['a loop', 'loop-a.plain.test', 'A'],
  ['a loop of one', 'to-itself.plain.test', 'A'],
  ['a signature that does not hold', 'broken.bogus.test', 'A'],
  ['a signature that is over', 'www.expired.test', 'A'],
  ['lame delegation', 'www.lame.test', 'A'],
]

describe('resolvers', () => {
  for (const [what, name, ...types] of [...QUESTIONS, ...FAILURES])
    labTest(what, DNS_LAB_NEEDS, async () => {
      const lab = await theLab()
      for (const [server, address] of Object.entries(RESOLVERS)) {
        // Once before: dnsmasq passes on a whole answer, and keeps less of it.
        const all = await dig(lab, address, name, types, 1)
        const asked = performance.now()
        for (const [index, expected] of all.entries()) {
          const type = types[index] ?? ''
          const found = await doorstep(lab, address, name, type)
          const elapsedS = (performance.now() - asked) / 1000
          expect({ server, type, ...found, ttls: [] }).toEqual({ server, type, ...expected, ttls: [] })
          for (const [at, ttl] of found.ttls.entries())
            expect(Math.abs(ttl - (expected.ttls[at] ?? 0))).toBeLessThan(4 + elapsedS)
        }
      }
    })
})

describe('authorities', () => {
  for (const [what, name, ...types] of [...QUESTIONS, ['a loop', 'loop-a.plain.test', 'A'] as const])
    labTest(what, DNS_LAB_NEEDS, async () => {
      const lab = await theLab()
      for (const [server, address] of Object.entries(AUTHORITIES))
        for (const [index, expected] of (await dig(lab, address, name, types)).entries()) {
          const type = types[index] ?? ''
          expect({ server, type, ...(await doorstep(lab, address, name, type)) }).toEqual({ server, type, ...expected })
        }
    })

  labTest('REFUSED, and over IPv6', DNS_LAB_NEEDS, async () => {
    const lab = await theLab()
    expect((await doorstep(lab, AUTHORITIES.primary, 'www.lame.test', 'A')).status).toBe('REFUSED')
    expect(await dig(lab, AUTHORITIES.primary, 'www.lame.test', ['A'])).toMatchObject([{ status: 'REFUSED' }])
    const [, six = ''] = ADDRESSES.validating
    expect(await doorstep(lab, six, 'www.signed.test', 'A')).toMatchObject({ status: 'NOERROR', flags: ['ad'] })
  })
})
