/** Names of web servers on their usual ports: each leads to an address of its own, at which one shape is played. */
import { ZONE } from './dns-names.ts'

/** The address where a name leads at first that then leads elsewhere, and where it leads then. */
export const REBOUND = { first: '198.18.57.254', others: ['10.0.0.1', '198.18.59.1', '127.0.0.1'] } as const
/** The third part of the address, by the kind of server: of hostile bytes, and of redirects. */
const NETS = { page: 57, redirect: 58 } as const
const NAME = /(?:^|\.)(page|redirect)(\d+)\.web\.evil\.test$/
const REBINDING = /(?:^|\.)rebind\d*\.web\.evil\.test$/

/** Returns the name of a server. */
export const webName = (kind: keyof typeof NETS, index: number): string => `${kind}${index}.web.${ZONE}`

export const webAddress = (kind: keyof typeof NETS, index: number): string => `198.18.${NETS[kind]}.${index + 1}`

/** Returns the address of a name, the nth time that it is asked for; null if it is not of this kind. */
export function webAddressOf(name: string, time: number): string | null {
  if (REBINDING.test(name)) return time === 1 ? REBOUND.first : (REBOUND.others[time % REBOUND.others.length] ?? null)
  const [, kind, index] = NAME.exec(name) ?? []
  return kind === 'page' || kind === 'redirect' ? webAddress(kind, Number(index)) : null
}
