// Names whose name servers and web servers are hostile to certificate-check: bounds, and nobody else is contacted.
import { expect } from 'bun:test'
import { answerBroken } from '../support/hostile/bounds.ts'
import { type Case, isWaiting } from '../support/hostile/case.ts'
import { DNS, nameOf, ZONE } from '../support/hostile/dns-names.ts'
import { type Answered, HOSTILE_NEEDS, type HostileLab, type Measured, type Request } from '../support/hostile/lab.ts'
import type { Packet } from '../support/hostile/packets.ts'
import { hostileLabOfFile } from '../support/hostile/suite.ts'
import { tryOut, tryTogether } from '../support/hostile/try.ts'
import { LOCATIONS } from '../support/hostile/web-locations.ts'
import { REBOUND, webAddress, webName } from '../support/hostile/web-names.ts'
import { WEB_PEERS } from '../support/hostile/web-peer.ts'
import { labTest } from '../support/lab.ts'
import { postTool } from '../support/server.ts'

// The hostile servers that a name may lead certificate-check to: name servers and web servers.
/** A case, and the addresses that are the name's own. */
interface CertificateCase extends Case {
  readonly isOwn: (address: string) => boolean
}

const TOOL = 'certificate-check'
const LABELS = Array.from({ length: 100 }, () => 'x')
/** Name servers and web servers of these shapes keep a request waiting until its time is up. */
const WAITING_DNS = ['tcp-pieces', 'flood-names']
const WAITING_WEB = /drip|silent/
const OWN_OF_SHAPES = /^198\.18\.(?:60\.1|1[2-9]\d\.\d+|2[0-4]\d\.\d+)$|^2001:0?db8:/
/** The shapes that this tool alone reads further, or follows in its own way; the others are those of dns.test.ts. */
const SHAPES = [
  'a-many',
  'a-silent',
  'aaaa-many',
  'cname-chain',
  'cname-circle',
  'cname-self',
  'caa-long',
  'caa-many',
  'caa-critical',
  'caa-parameters',
  'caa-blanks',
  'txt-many',
  'txt-long',
  'txt-strings',
  'ns-long',
  'referral-names',
  'referral-self',
  'referral-deeper',
  'nxns-addresses',
  'nxns-names',
  'nxns-silent',
  'tcp-pieces',
  'tcp-drip',
  'flood-names',
  'silent',
]

function named(shape: string, ...labels: readonly string[]): CertificateCase {
  const domain = nameOf({ shape, divisor: 1, place: 'both' }, ...labels)
  return {
    name: `name servers: ${shape}${labels.length > 0 ? `, ${labels.length} labels` : ''}`,
    isSlow: isWaiting(shape) || WAITING_DNS.includes(shape),
    isOwn: (address) => OWN_OF_SHAPES.test(address) || address === DNS.victim,
    request: () => ({ tool: TOOL, body: { domain } }),
  }
}

const CERTIFICATE_CASES: readonly CertificateCase[] = [
  ...SHAPES.map((shape) => named(shape)),
  named('cname-labels', 'n0', ...LABELS),
  named('caa-many', ...LABELS),
  ...WEB_PEERS.map(({ name }, index) => ({
    name: `web servers: ${name}`,
    isSlow: WAITING_WEB.test(name),
    isOwn: (address: string) => address === webAddress('page', index),
    request: () => ({ tool: TOOL, body: { domain: webName('page', index) } }),
  })),
]

/** Redirects, of which each is asked for by a name with an address of its own. */
const REDIRECT_CASES: readonly CertificateCase[] = LOCATIONS.map(({ name }, index) => ({
  name,
  isOwn: (address) => address === webAddress('redirect', index),
  request: () => ({ tool: TOOL, body: { domain: webName('redirect', index), methods: ['http-01'] } }),
}))

const RESOLVING: readonly string[] = [...DNS.resolvers, DNS.unbound, DNS.authority]
const NEIGHBOURS = /^(?:ff02|fe80):|^198\.18\.0\.|^2001:0?db8:0?0?0?1:/
const HTTP_PORTS = [80, 443]
/** A quarter of what an address may get from all together. */
const CONNECTIONS_MOST = 30
const ADDRESSES_MOST = 4

/** Returns what was sent to others than the resolvers, the name servers and the addresses of the name, and what was too much. */
function elsewhere(packets: readonly Packet[], isOwn: CertificateCase['isOwn'], names = 1): string[] {
  // The kernel looks for its neighbours by itself.
  const others = packets.filter(({ to, kind }) => !RESOLVING.includes(to) && !(kind === 'other' && NEIGHBOURS.test(to)))
  const asked = Map.groupBy(
    others.filter(({ kind, port }) => kind === 'syn' && port !== 53),
    ({ to }) => to,
  )
  return [
    ...others.filter(({ to }) => !isOwn(to)).map(({ to, port, kind }) => `${kind} to ${to}, port ${port}`),
    ...others
      .filter(({ kind, port, to }) => to !== DNS.victim && kind === 'syn' && !HTTP_PORTS.includes(port ?? 0))
      .map(({ to, port }) => `a connection to port ${port} of ${to}`),
    ...(asked.size > ADDRESSES_MOST * names ? [`${asked.size} addresses were asked`] : []),
    ...[...asked]
      .filter(([, { length }]) => length > CONNECTIONS_MOST)
      .map(([to, { length }]) => `${length} handshakes with ${to}`),
  ]
}

/** A name of which nothing is hostile. */
const POLITE_NAME = `polite.${ZONE}`

/** Characters that no text of a stranger keeps: controls, and those that turn the direction of a line. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not pass
const UNCLEAN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/

const started = hostileLabOfFile()
let warmed: Promise<HostileLab> | undefined
/** Starts the lab; the cost of reading and compiling the tool is not a stranger's doing. */
function theLab(): Promise<HostileLab> {
  warmed ??= started().then(async (lab) => {
    for (let times = 0; times < 3; times++) await postTool(lab.server.url, 'certificate-check', { domain: POLITE_NAME })
    return lab
  })
  return warmed
}

/** Measures without the packets of the case before, which may have been written down late. */
async function measureAlone(lab: HostileLab, ...requests: readonly Request[]): Promise<Measured> {
  const sinceMs = Date.now()
  const measured = await lab.measure(...requests)
  const packets = measured.packets.filter(({ atMs }) => atMs >= sinceMs)
  // Without a start of its own, the rest of a connection ends one of before.
  const isRest = ({ kind, to, port }: Packet) =>
    kind === 'other' && port !== null && !packets.some((one) => one.kind === 'syn' && one.to === to && one.port === port)
  return { ...measured, packets: packets.filter((packet) => !isRest(packet)) }
}

function uncleanIn(value: unknown): string[] {
  if (typeof value === 'string') return UNCLEAN.test(value) ? [JSON.stringify(value)] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(uncleanIn) : []
}

const unclean = (answers: readonly Answered[]) => answers.flatMap(({ text }) => uncleanIn(JSON.parse(text)))

const slow = CERTIFICATE_CASES.filter(({ isSlow }) => isSlow)
labTest('all at once: those who keep a request waiting', HOSTILE_NEEDS, async () =>
  expect(await tryTogether(await theLab(), slow)).toEqual([]),
)

for (const one of CERTIFICATE_CASES.filter(({ isSlow }) => !isSlow))
  labTest(one.name, HOSTILE_NEEDS, async () => {
    const lab = await theLab()
    const alone = { ...lab, measure: (...requests: readonly Request[]) => measureAlone(lab, ...requests) }
    const { measured, broken } = await tryOut(alone, one, 1)
    expect([...broken, ...elsewhere(measured.packets, one.isOwn), ...unclean(measured.answers)]).toEqual([])
  })

labTest(
  'redirects inwards, to others and on for ever: nobody is asked but the addresses of each name',
  HOSTILE_NEEDS,
  async () => {
    const lab = await theLab()
    const { answers, packets, plays } = await measureAlone(lab, ...REDIRECT_CASES.map((one) => one.request(1)))
    expect(plays).toBeGreaterThanOrEqual(REDIRECT_CASES.length)
    const isOwn = (address: string) => REDIRECT_CASES.some((one) => one.isOwn(address))
    const broken = REDIRECT_CASES.flatMap(({ name, request }, index) => {
      const answer = answers[index]
      return (answer ? answerBroken(answer, request(1)) : ['no answer']).map((what) => `${name}: ${what}`)
    })
    expect([...broken, ...elsewhere(packets, isOwn, REDIRECT_CASES.length), ...unclean(answers)]).toEqual([])
    // Each was asked, and none is said to be fine.
    const wrong = REDIRECT_CASES.flatMap(({ name }, index) => {
      const asked = packets.some(({ to, kind }) => kind === 'syn' && to === webAddress('redirect', index))
      const { methods = [] } = JSON.parse(answers[index]?.text ?? '{}')
      return asked && methods[0]?.verdict !== 'would-work' ? [] : [`${name}: ${JSON.stringify(methods)}`]
    })
    expect(wrong).toEqual([])
  },
)

labTest('a name that changes its address between two lookups', HOSTILE_NEEDS, async () => {
  const lab = await theLab()
  const { answers, packets } = await measureAlone(lab, { tool: 'certificate-check', body: { domain: 'rebind.web.evil.test' } })
  expect(answers.map(({ status }) => status)).toEqual([200])
  const mayAsk = [REBOUND.first, ...REBOUND.others]
  expect(packets.filter(({ to, kind }) => kind === 'syn' && REBOUND.others.some((other) => other === to))).toEqual([])
  expect(elsewhere(packets, (address) => mayAsk[0] === address)).toEqual([])
})

labTest('the text of a terminal has nothing of what a server forged', HOSTILE_NEEDS, async () => {
  const lab = await theLab()
  const forged = [...WEB_PEERS.entries()].filter(([, { name }]) => name.includes('forged'))
  expect(forged).toHaveLength(2)
  for (const [index] of forged) {
    const body = { domain: webName('page', index), methods: ['http-01'] }
    for (const [accept, language] of [
      ['text/plain', 'en'],
      ['text/plain', 'ko'],
      ['application/json', 'ko'],
    ] as const) {
      const answer = await postTool(lab.server.url, 'certificate-check', body, { accept, 'accept-language': language })
      const text = await answer.text()
      expect(accept === 'text/plain' ? uncleanIn(text) : uncleanIn(JSON.parse(text))).toEqual([])
    }
  }
})
