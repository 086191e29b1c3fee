import { networkInterfaces } from 'node:os'
import { type Address, parseAddress } from './address.ts'

const KEPT_MS = 5000

/** The addresses of this machine, reread every few seconds: they can change while a server runs. */
export function ownAddresses(): () => readonly Address[] {
  let known: readonly Address[] = []
  let until = 0
  return () => {
    if (performance.now() < until) return known
    known = Object.values(networkInterfaces())
      .flatMap((entries) => entries ?? [])
      .map(({ address }) => parseAddress(address.split('%')[0] ?? ''))
      .filter((address) => address !== null)
    until = performance.now() + KEPT_MS
    return known
  }
}
