import type { Sentence } from './case.ts'
import type { Situation } from './situation.ts'

/** The clues that a tool has besides where it runs on the device itself. */
export interface Here {
  /** The cause as it was seen from here, which settles what nobody outside can tell. */
  readonly situation: Situation
  /** The sentences for that cause, where those of its situation say less. */
  readonly steps?: readonly Sentence[]
  /** The firewall of the device, as far as it can be read; null if it has none. */
  readonly firewall: { readonly blocks: 'yes' | 'no' | 'unknown'; readonly line: string | null } | null
  /** Whether it is proven that the provider shares the public address. */
  readonly isShared?: boolean
  /** Whether nothing is to be done in the router: it lists the rule, or forwards nothing. */
  readonly isRuled: boolean
  /** Whether the router makes rules when it is asked. */
  readonly opens: boolean
  /** The address of the router, and that of the device in its network. */
  readonly router: string | null
  readonly device: string | null
  readonly program: string | null
  /** The external port of a rule from another port. */
  readonly external: number
  readonly lines: Lines
}

/** The lines to type; `again` looks once more, with a server if one is known, and `look` in any case. */
export type Lines = Readonly<Record<'open' | 'listen' | 'again' | 'look' | 'certify', string>>

export const NO_LINES: Lines = { open: '', listen: '', again: '', look: '', certify: '' }

/** Returns how to allow a port in the firewall of the device, unless that lets it in. */
export function allowHere({ firewall }: Here): Sentence[] {
  if (firewall === null || firewall.blocks === 'no') return []
  return [firewall.line === null ? 'allow-on-device.here' : 'allow-on-device.here-by']
}

/** Returns the steps where packets come as far as a device: its firewall, otherwise a rule that leads to another, or what is in front. */
export function behindRule(here: Here, version: 4 | 6): Sentence[] {
  const isForwarded = version === 4 && !here.isRuled && here.firewall?.blocks !== 'yes'
  const steps = [...allowHere(here), ...(isForwarded ? (['correct-rule-address'] as const) : [])]
  return steps.length > 0 ? steps : [version === 6 ? 'open-pinhole' : 'ask-provider.ahead']
}
