import { NOBODY, type Router, router } from './rules.ts'
import type { ShapeName } from './shapes.ts'
import type { Expected, Family, Protocol, Situation } from './situation.ts'

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
