// A home whose network is recorded: reachability and port-check run whole, and what they would have seen is given.
import { sayIn } from '../../../src/contract/text.ts'
import type { Where } from '../../../src/diagnostics/where/index.ts'
import { renderText } from '../../../src/faces/text/render.ts'
import { IpData } from '../../../src/ipdata/lookup.ts'
import type { PortFinding } from '../../../src/net/findings.ts'
import type { Identified } from '../../../src/net/identity/index.ts'
import type { WhereVerdict } from '../../../src/net/where/index.ts'
import { mintLookup, mintRequester } from '../../../src/policy/target.ts'
import { embeddedCatalogue } from '../../../src/router/catalogue/load.ts'
import { text as portCheckText } from '../../../tools/port-check.text.ts'
import portCheck from '../../../tools/port-check.ts'
import { text as reachabilityText } from '../../../tools/reachability.text.ts'
import reachability from '../../../tools/reachability.ts'
import { addressOf } from '../policy/rules.ts'

const PUBLIC = { 4: '203.0.113.7', 6: '2001:db8::7' } as const
const SERVER = { 4: '198.51.100.1', 6: '2001:db8:1::1' } as const
const RECORDED_CATALOGUE = embeddedCatalogue()
const IPDATA = new IpData({ city: null, network: null })
const TOOLS = {
  reachability: { tool: reachability, text: reachabilityText },
  'port-check': { tool: portCheck, text: portCheckText },
}

/** The sight of the network of a recorded home. */
export interface Recorded {
  readonly version?: 4 | 6
  /** The address of the requester, if it is to be looked up. */
  readonly ip?: string
  readonly status?: PortFinding['status']
  readonly reason?: string | null
  readonly where?: Where | null
  readonly identity?: Identified | null
  readonly locale?: 'en' | 'ko'
}

/** Returns the plain finding that goes with an end of the packets. */
export function plainOf(verdict: WhereVerdict, protocol: 'tcp' | 'udp'): Pick<Recorded, 'status' | 'reason'> {
  const isRefusal = verdict === 'refused-by-device' || verdict === 'refused-at-address' || verdict === 'refused-on-the-way'
  if (isRefusal && protocol === 'tcp') return { status: 'refused', reason: 'connection-refused' }
  if (isRefusal) return { status: 'closed', reason: 'port-unreachable' }
  if (verdict === 'no-device') return { status: 'closed', reason: 'host-unreachable' }
  return verdict === 'wrong-address'
    ? { status: 'closed', reason: 'network-unreachable' }
    : { status: 'timeout', reason: 'no-answer' }
}

type Answer = Awaited<ReturnType<typeof import('../server.ts').bodyOf>>

/** Asks a tool from a recorded home; the answer as JSON, with its text for a terminal. */
export async function askRecorded(
  name: keyof typeof TOOLS,
  body: object,
  recorded: Recorded,
): Promise<Answer & { text: string }> {
  const { tool, text } = TOOLS[name]
  const { version = 4, status = 'timeout', reason = null, where = null, identity = null, locale = 'en' } = recorded
  const address = addressOf(recorded.ip ?? PUBLIC[version])
  const failedLayer = status === 'open' ? null : 'tcp'
  const finding = { status, reason, failedLayer, latencyMs: null, icmpSource: null }
  const probe = async () => finding
  const net = {
    tcp: { probe, sourceTo: () => addressOf(SERVER[version]) },
    udp: { probe },
    where: { look: async () => where },
    identity: { ask: async () => identity },
    signal: new AbortController().signal,
  }
  const at = (port: number) => mintRequester(address, port)
  const asked = 'port' in body && typeof body.port === 'number' ? body.port : 0
  const target = name === 'port-check' ? at(asked) : { requester: mintLookup(address), domain: null, at }
  // A seam: each tool checks the slots of its own sentences.
  const say = sayIn(text as never, locale) as (code: string, slots: object) => string
  const next = (code: string, slots: object, follow?: object) => ({ code, text: say(code, slots), ...follow })
  const known = { ipdata: IPDATA, catalogue: async () => RECORDED_CATALOGUE, locale, say, next }
  // A seam: a context has more than these two tools use.
  const context = {
    ...known,
    body,
    target,
    net,
    disclosure: { mayShow: () => true },
    report() {},
    refuse: () => Promise.reject(new Error('refused')),
  } as never
  const result = await tool.run(context)
  const answer = { headline: tool.headline?.(result as never, context) ?? '', ...(result as Answer) }
  return { ...answer, text: renderText({ name, tool } as never, { result, answer } as never, locale) }
}

/** Counts the words of a text that people read. */
export const wordsIn = (text: string): number => text.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length
