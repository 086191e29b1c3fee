import type { Address } from '../../policy/address.ts'
import type { Catalogue } from '../catalogue/index.ts'
import { type Line, type LineClues, lineOf } from './line.ts'
import { type Danger, dangerOn, type Need, needOf, type Service } from './need.ts'

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
