import { portsOf } from './plan/rules.ts'
import type { UseCase } from './schema.ts'

/** The one service that cannot do without a port; null where there is none, or several. */
export function serviceNeeding(useCases: readonly UseCase[], port: number, protocol: 'tcp' | 'udp'): UseCase | null {
  const needing = useCases.filter(({ ports }) =>
    ports.some((one) => one.required && one.protocol === protocol && isIn(portsOf(one.external), port)),
  )
  const [only, ...others] = needing
  return only && others.length === 0 ? only : null
}

function isIn({ first, last }: { first: number; last: number }, port: number): boolean {
  return first <= port && port <= last
}
