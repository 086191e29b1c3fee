// A gateway that keeps rules in memory, a clock that jumps, and a run of `open` or `close` with both.

import type { Locale } from '../../../src/contract/text.ts'
import type { ComputerSeen } from '../../../src/home/computer/index.ts'
import type { AskedOutside, HomeTool, HomeWorld, SaidOutside } from '../../../src/home/index.ts'
import { MEANS, type Means } from '../../../src/home/opening/doors.ts'
import { closeTool } from '../../../src/home/tools/close.ts'
import { openTool } from '../../../src/home/tools/open.ts'
import type { Failed, GatewayRule, Opened, Opener, Wanted, Way } from '../../../src/net/gateway/index.ts'
import { prepare } from '../../../src/operations/run/run.ts'
import { parseAddress } from '../../../src/policy/address.ts'
import { LOCAL_CALLER } from '../../../src/policy/caller.ts'
import { admitGateway, type Gateway } from '../../../src/policy/gateway.ts'
import { openCatalogue } from '../../../src/router/catalogue/load.ts'
import { recordedSources } from './recorded.ts'

export const OWN = '192.168.1.10'
export const WAN = '9.9.9.9'
export const START = Date.parse('2026-01-01T00:00:00Z')

export function gatewayAt(address: string, own: string): Gateway {
  const [gateway, mine] = [parseAddress(address), parseAddress(own)]
  const made = gateway && mine && admitGateway({ gateway, interface: 'eth0', own: mine })
  if (!made) throw new Error(`${address} is not a gateway`)
  return made
}

/** A clock that stands still but for pauses, which take no time. */
export class JumpingClock {
  #now = START
  /** The pauses, in seconds since the start, at which something happens. */
  readonly #plans: { readonly at: number; readonly act: () => void | Promise<void> }[] = []

  now = () => this.#now

  /** Has something happen so many seconds after the start. */
  at(seconds: number, act: () => void | Promise<void>): void {
    this.#plans.push({ at: START + seconds * 1000, act })
    this.#plans.sort((one, other) => one.at - other.at)
  }

  async pause(milliseconds: number, signal: AbortSignal): Promise<void> {
    const end = this.#now + milliseconds
    await new Promise((resolve) => setImmediate(resolve))
    if (signal.aborted) return
    const [plan] = this.#plans
    if (plan && plan.at <= end) {
      this.#plans.shift()
      this.#now = Math.max(this.#now, plan.at)
      await plan.act()
      return
    }
    this.#now = Math.max(this.#now, end)
  }
}

/** A question that a gateway was asked: "open tcp 25565 3600". */
type Asked = string
type Answer = (wanted: Wanted) => Opened | Failed | null

/** A gateway that does as it is told, unless an answer is put into its mouth. */
export class FakeGateway {
  rules: GatewayRule[] = []
  readonly asked: Asked[] = []
  /** Answers in place of its own; null where it does as usual. */
  says: Partial<Record<Way, Answer>> = {}
  closes: Partial<Record<Way, (wanted: Wanted) => 'closed' | Failed | null>> = {}
  showsRules = true
  readonly #now: () => number

  constructor(
    clock: JumpingClock,
    readonly ways: readonly Way[] = ['pcp', 'nat-pmp', 'upnp'],
  ) {
    this.#now = clock.now
  }

  openers(): Opener[] {
    return this.ways.map((way) => ({
      way,
      open: async (wanted) => this.#open(way, wanted),
      close: async (wanted) => this.#close(way, wanted),
    }))
  }

  #open(way: Way, wanted: Wanted): Opened | Failed {
    const { protocol, internalPort, externalPort, lifetimeS } = wanted
    this.asked.push(`${this.#seconds()} ${way} open ${protocol} ${externalPort} ${lifetimeS}`)
    const said = this.says[way]?.(wanted) ?? null
    if (said && 'failed' in said) return said
    const port = said?.externalPort ?? externalPort
    const leaseS = said?.lifetimeS ?? lifetimeS
    this.rules = this.rules.filter((rule) => rule.protocol !== protocol || rule.externalPort !== port)
    this.rules.push({ protocol, externalPort: port, internalIp: OWN, internalPort, description: 'doorstep', leaseS })
    return said ?? { externalPort, externalIp: WAN, lifetimeS }
  }

  #close(way: Way, { protocol, externalPort }: Wanted): 'closed' | Failed {
    this.asked.push(`${this.#seconds()} ${way} close ${protocol} ${externalPort}`)
    const said = this.closes[way]?.({ protocol, externalPort, internalPort: 0, lifetimeS: 0 }) ?? null
    if (said) return said
    this.rules = this.rules.filter(
      (rule) => rule.protocol !== protocol || rule.externalPort !== externalPort || rule.internalIp !== OWN,
    )
    return 'closed'
  }

  #seconds(): number {
    return (this.#now() - START) / 1000
  }
}

/** Returns a gateway with rules, ways and answers of its own. */
export function gateway({
  clock = new JumpingClock(),
  ways,
  ...more
}: { clock?: JumpingClock; ways?: readonly Way[] } & Partial<Pick<FakeGateway, 'rules' | 'says' | 'closes'>> = {}): FakeGateway {
  return Object.assign(new FakeGateway(clock, ways), more)
}

/** A home: what its gateways and its computer are, and what is seen from outside. */
export interface FakeHome {
  readonly clock?: JumpingClock
  readonly v4?: FakeGateway | null
  readonly v6?: FakeGateway | null
  readonly computer?: Partial<ComputerSeen>
  /** The answers from outside; without them no server is named. */
  readonly outside?: (asked: AskedOutside) => SaidOutside
  readonly prove?: Means['prove']
}

export interface Ran {
  readonly answer: Readonly<Record<string, unknown>>
  readonly events: readonly string[]
  readonly named: HomeTool
  readonly result: unknown
}

const unasked = () => Promise.reject(new Error('nobody asked for a proof'))

type Asking = { readonly signal?: AbortSignal; readonly locale?: Locale }

/** Runs a command in such a home. */
export function runIn(command: 'open' | 'close', home: FakeHome, body: object, asking: Asking = {}): Promise<Ran> {
  const { clock = new JumpingClock(), v4 = null, v6 = null, prove = unasked } = home
  const of = (gateway: Gateway) => (gateway.address.version === 4 ? v4 : v6)
  const nothing = { protocols: [], model: null, manufacturer: null, wanIp: null, wanIpFrom: null, saysNoAddress: false }
  const means: Partial<Means> = {
    async lookAtGateway(gateway, asked) {
      const isAsked = ({ protocol, externalPort, internalPort }: GatewayRule) =>
        asked.some((one) => protocol === one.protocol && (externalPort === one.port || internalPort === one.port))
      const rules = of(gateway)?.showsRules ? (of(gateway)?.rules.filter(isAsked) ?? null) : null
      return { ...nothing, rules, openers: of(gateway)?.openers() ?? [] }
    },
    prove,
    clock,
  }
  const gateways = { v4: v4 && gatewayAt('192.168.1.1', OWN), v6: v6 && gatewayAt('fe80::1', '2001:db8::10') }
  return runThrough(command, { ...gateways, means, computer: home.computer ?? {}, outside: home.outside ?? null }, body, asking)
}

interface Through {
  readonly v4: Gateway | null
  readonly v6?: Gateway | null
  readonly means: Partial<Means>
  readonly computer?: Partial<ComputerSeen>
  readonly outside?: FakeHome['outside'] | null
}

/** Runs a command with these gateways, by these means. */
export async function runThrough(
  command: 'open' | 'close',
  { v4, v6 = null, means, computer = {}, outside = null }: Through,
  body: object,
  { signal = new AbortController().signal, locale = 'en' }: Asking = {},
): Promise<Ran> {
  const nothing = { address: OWN, address6: null, interface: 'eth0', vpn: false, inside: null, listening: null, firewall: null }
  const seen: ComputerSeen = { ...nothing, ...computer, gateways: { v4, v6 } }
  const by: Means = { ...MEANS, ...means, lookAtComputer: async () => seen }
  const world: HomeWorld = {
    sources: recordedSources({}),
    outside: outside ? { server: new URL('http://192.0.2.1'), ask: async (asked) => outside(asked) } : null,
  }
  const named = command === 'open' ? openTool(world, by) : closeTool(world, by)
  const catalogue = openCatalogue(null)
  const events: string[] = []
  // A seam: a command at home takes these alone from them.
  const services = { catalogue: () => catalogue.read(), ipdata: { network: () => ({ asn: null }) } } as unknown as Parameters<
    typeof prepare
  >[1]
  const runnable = prepare([named], services, []).get(command)
  if (!runnable) throw new Error(`${command} was not prepared`)
  const report = (event: unknown) => {
    if (typeof event === 'object' && event !== null && 'summary' in event) events.push(String(event.summary))
  }
  const { answer, result } = await runnable.run({ body, caller: LOCAL_CALLER, locale, signal, face: 'cli', report })
  return { answer: answer as Ran['answer'], events, named, result }
}
