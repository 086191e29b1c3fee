import { nearest } from './nearest.ts'
import { ROWS, VARIABLE_PREFIX, variableOf } from './options.ts'

/**
 * The variables that Kubernetes sets in every pod of a namespace with a service called doorstep, or doorstep-something
 * (https://kubernetes.io/docs/concepts/services-networking/service/#environment-variables).
 */
const SERVICE_LINK =
  /^DOORSTEP_(?:[A-Z0-9_]+_)?(?:SERVICE_HOST|SERVICE_PORT(?:_[A-Z0-9_]+)?|PORT_\d+_(?:TCP|UDP|SCTP)(?:_(?:ADDR|PORT|PROTO))?)$/
const LINK_VALUE = /^(?:tcp|udp|sctp):\/\//i

/** Explains why a variable that should hold a port holds a URL; null if it does not. */
export function serviceLinkFault(variable: string, value: string): string | null {
  if (!variable.endsWith('PORT') || !LINK_VALUE.test(value)) return null
  return 'is a service link, which Kubernetes sets for a service called doorstep: set enableServiceLinks: false in the pod spec, or use the flag'
}

/** Returns a sentence for every variable that looks like a setting but is not one. */
export function unknownVariables(environment: Readonly<Record<string, string | undefined>>): string[] {
  const known = ROWS.map(variableOf)
  return Object.entries(environment)
    .filter(([name, value]) => name.startsWith(VARIABLE_PREFIX) && !known.includes(name) && !isServiceLink(name, value ?? ''))
    .map(([name]) => {
      const meant = nearest(
        name.slice(VARIABLE_PREFIX.length),
        known.map((variable) => variable.slice(VARIABLE_PREFIX.length)),
      )
      return `${name} is not a setting and is ignored: ${meant === null ? 'see doorstep --help' : `did you mean ${VARIABLE_PREFIX}${meant}?`}`
    })
}

function isServiceLink(name: string, value: string): boolean {
  return SERVICE_LINK.test(name) || (name.endsWith('_PORT') && LINK_VALUE.test(value))
}
