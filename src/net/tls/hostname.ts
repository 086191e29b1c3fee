import { parseAddress } from '../../policy/address.ts'
import type { GeneralName } from './general-name.ts'

/** A label of a host in a certificate: letters, digits and hyphens, and the underscore that some use. */
const LABEL = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/
/** `*.test` would cover every name under a top-level domain. */
const LABELS_BELOW_WILDCARD = 2

/**
 * Returns whether one of the names matches the host (RFC 9525). Hosts are compared with host names and addresses with addresses, never
 * with the common name; a wildcard matches exactly one label, the first, and all of it.
 */
export function matchesHost(host: string, isAddress: boolean, names: readonly GeneralName[]): boolean {
  if (isAddress) {
    const address = parseAddress(host)
    return names.some(({ kind, value }) => kind === 'ip' && value === address?.text)
  }
  const wanted = labelsOf(host.replace(/\.$/, ''))
  return wanted !== null && names.some(({ kind, value }) => kind === 'dns' && matchesName(wanted, value))
}

function matchesName(wanted: readonly string[], name: string): boolean {
  const isWildcard = name.startsWith('*.')
  const labels = labelsOf(isWildcard ? name.slice(2) : name)
  if (labels === null) return false
  if (!isWildcard) return labels.join('.') === wanted.join('.')
  return labels.length >= LABELS_BELOW_WILDCARD && labels.join('.') === wanted.slice(1).join('.')
}

function labelsOf(name: string): string[] | null {
  const labels = name.toLowerCase().split('.')
  return labels.every((label) => LABEL.test(label)) ? labels : null
}
