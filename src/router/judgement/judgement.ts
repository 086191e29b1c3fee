import type { Address } from '../../policy/address.ts'
import type { Catalogue } from '../catalogue/index.ts'
import { isOn, OF_ANY_PROGRAM, type PortUses, usesOn } from '../catalogue/ports.ts'
import type { UseCase } from '../catalogue/schema.ts'
import { type Line, type LineClues, lineOf } from './line.ts'

export const CUSTOM = 'custom'

/** The service to reach: a known one, or one that a caller describes by its ports. */
export type Service = Omit<UseCase, 'category'> & { readonly category: UseCase['category'] | typeof CUSTOM }

/** The openness that a service needs. `console`: only the console can tell; `shut`: none is safe; `careful`: another way is safer. */
export type Need = 'none' | 'console' | 'shut' | 'careful' | 'rule'

const NEEDS_NONE: readonly string[] = ['not-needed', 'usually-not-needed', 'not-needed-with-relay']

/** Returns whether a service works without a rule, by what the catalogue says of it. */
export function needsNoRule(upnpStatus: string): boolean {
  return NEEDS_NONE.includes(upnpStatus)
}

/** Returns whether a service must never be opened. Such a service gets no rules, whatever its ports. */
export function isNeverOpened({ recommended, risk }: Pick<Service, 'recommended' | 'risk'>): boolean {
  return !recommended && risk === 'critical'
}

/** Returns what a service needs. A service that works without a rule but takes one, such as a game server of one's own, needs a rule here. */
export function needOf({ category, recommended, risk, saferAlternative, upnp }: Service): Need {
  if (category === 'console') return 'console'
  if (!recommended) return needsNoRule(upnp.status) ? 'none' : 'shut'
  return risk === 'high' && saferAlternative !== null ? 'careful' : 'rule'
}

/** Ports that are attacked first, whatever the program behind them: remote control, files, databases and brokers without a password, printers, routers. */
const ATTACKED: Readonly<Record<'tcp' | 'udp', readonly number[]>> = {
  tcp: [
    23, 111, 135, 139, 445, 512, 513, 514, 873, 1433, 1521, 1883, 2049, 2375, 2376, 3306, 3389, 4444, 5037, 5432, 5555, 5900,
    5901, 5984, 6379, 7547, 9100, 9200, 11_211, 27_017,
  ],
  udp: [53, 111, 123, 137, 138, 161, 389, 1900, 5353, 11_211],
}

/** Returns the ports of a range that are attacked first. */
export function attackedOn({ first, last }: { first: number; last: number }, protocol: 'tcp' | 'udp'): number[] {
  return ATTACKED[protocol].filter((port) => first <= port && port <= last)
}

/** The port that mail is delivered to: whoever opens it runs a mail server, for which there is no other one. */
const MAIL_PORT = 25

/** The reason why a port should stay closed; `service` is the one that often uses it, null if only the port is known to be attacked. */
export interface Danger {
  readonly port: number
  readonly service: UseCase | null
}

/** Returns why a port should not be opened; null if nothing is known against it. */
export function dangerOn(port: number, protocol: 'tcp' | 'udp', portUses: PortUses): Danger | null {
  const uses = usesOn(portUses, port, protocol)
  const [welcome] = uses.filter(({ useCase, required }) => useCase.recommended && required)
  const isOwn = ({ ports }: UseCase) =>
    isOn(
      // A range, such as that of FTP, says nothing of any one of its ports.
      ports.filter(({ required, external }) => required && !external.includes('-')),
      port,
      protocol,
    ) || ports[0]?.external === String(port)
  const shut = uses.find(({ useCase }) => needOf(useCase) === 'shut' && isOwn(useCase))?.useCase ?? null
  if (ATTACKED[protocol].includes(port)) return { port, service: shut }
  return shut === null || welcome || port === MAIL_PORT || OF_ANY_PROGRAM.includes(port) ? null : { port, service: shut }
}

/** The advice before a packet is sent. `ask-console`: only the console can tell; `cannot-forward`: no rule on this line can let anybody in. */
type Advice = 'not-needed' | 'ask-console' | 'keep-shut' | 'cannot-forward' | 'open'

/** The truth about one situation, which every tool tells. */
export interface Judgement {
  readonly advice: Advice
  readonly need: Need
  readonly line: Line
  /** The ports that should stay closed whatever is behind them; for a service that the catalogue does not refuse. */
  readonly dangers: readonly Danger[]
}

/** Judges what was asked. `seen` is the address of the requester; null if a proxy names none. Over IPv6 nothing is translated, so that no line stands in the way. */
export function judgementOf(asked: LineClues & { readonly service: Service }, known: Catalogue, seen: Address | null): Judgement {
  const { service } = asked
  const need = needOf(service)
  const line = lineOf(asked, known, seen)
  const isCustom = service.id === 'custom'
  const dangers = isCustom
    ? service.ports.flatMap(({ internal, protocol }) => dangerOn(Number(internal.split('-')[0]), protocol, known.portUses) ?? [])
    : []
  return { advice: adviceOf(need, dangers, line, seen), need, line, dangers }
}

/** Returns whether nothing is sent to the port of a service, since it would tell nothing: none is needed, or the console alone knows. */
export function isLeftAlone({ need }: Pick<Judgement, 'need'>): boolean {
  return need === 'none' || need === 'console'
}

function adviceOf(need: Need, dangers: readonly Danger[], line: Line, seen: Address | null): Advice {
  if (need === 'none') return 'not-needed'
  if (need === 'shut' || dangers.length > 0) return 'keep-shut'
  if (line.works === 'no' && seen?.version !== 6) return 'cannot-forward'
  return need === 'console' ? 'ask-console' : 'open'
}
