import type { WhereVerdict } from '../../../src/net/where/index.ts'
import { NOBODY, type Router, router } from './rules.ts'
import type { ShapeName } from './shapes.ts'

export type Family = 4 | 6
type Protocol = 'tcp' | 'udp'

/** The answer that is right for a situation. */
export interface Expected {
  /** The best one first; the others claim less, or say that it may be otherwise. "open": there is nothing to explain. */
  readonly verdicts: readonly (WhereVerdict | 'open')[]
  /** Whether the rule may, or has to, be proven. */
  readonly proven: 'yes' | 'no' | 'either'
  readonly allPorts?: boolean
  readonly forwarders?: number
  /** The hop after which the provider stops the packets. */
  readonly stoppedAfter?: number
}

/** A home, or the way to it, as it was set up. */
export interface Situation {
  readonly name: string
  /** The number of the family by which it is asked. */
  readonly family: Family
  readonly protocol: Protocol
  readonly shape: ShapeName
  readonly port: number
  /** The tables of its machines (nftables). */
  readonly tables: Readonly<Record<string, string>>
  /** The program that answers on port 62080 of this machine, over both protocols. */
  readonly listensAt?: string
  /** Whether the device asks the router for a mapping, by UPnP. */
  readonly maps?: boolean
  /** Another address to look at; that of the device if there is none. */
  readonly address?: 'absent'
  /** Whether packets get lost by chance, so that one answer alone shows little. */
  readonly isByChance?: boolean
  readonly expected: Expected
}

export function expected(verdict: Expected['verdicts'][number], rest: Partial<Expected> = {}): Expected {
  const isProven = ['refused-by-device', 'silent-device', 'no-device', 'wrong-address'].includes(verdict)
  return { verdicts: [verdict], proven: isProven ? 'yes' : 'no', ...rest }
}

const PROTOCOLS = ['tcp', 'udp'] as const

/** A home by its router, and the answer that is right, for both protocols or for those that it has one for. */
export type Case = [
  name: string,
  home: Router,
  expected: Expected | Partial<Record<Protocol, Expected>>,
  rest?: Partial<Omit<Situation, 'expected'>>,
]

/** Returns the situations of cases on a street of this shape, over both protocols. */
export function situationsOf(family: Family, shape: ShapeName, cases: readonly Case[], before = ''): Situation[] {
  return cases.flatMap(([name, home, answer, rest = {}]) =>
    PROTOCOLS.flatMap((protocol) => {
      const right = 'verdicts' in answer ? answer : answer[protocol]
      if (right === undefined) return []
      const owner = shape === 'bare' ? {} : { home: router(home) }
      const tables = { ...owner, ...rest.tables }
      return [{ family, protocol, shape, port: NOBODY, ...rest, name: before + name, tables, expected: right }]
    }),
  )
}
