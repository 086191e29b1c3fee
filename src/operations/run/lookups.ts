import type { Locale } from '../../contract/text.ts'
import { NEVER } from '../../platform/deadline.ts'
import { LOCAL_CALLER } from '../../policy/caller.ts'
import { isLookup } from '../../policy/policies.ts'
import type { NamedTool } from '../registry/tools.ts'
import type { Call, Eventually } from './call.ts'
import { nounsIn } from './nouns.ts'
import type { Services } from './tool-run.ts'

/** Looks an address up. Throws a Refusal unless it is one, and public. */
export type LookUp = (text: string) => Eventually<unknown>

/**
 * Returns a function that runs a tool for one address after the other, for the user of this program: by the same rules as a run, but without
 * what a run has around it, which takes longer than the look-up. Throws if the tool does anything else.
 */
export function lookUpsOf(
  { name, tool }: NamedTool,
  services: Pick<Services, 'gate' | 'ipdata' | 'catalogue'>,
  locale: Locale,
): LookUp {
  const { policy } = tool
  if (!isLookup(policy)) throw new Error(`${name} does more than look an address up`)
  const NounsOfTool = nounsIn(tool, services)
  return (text) => {
    const target = services.gate.admitLookup(policy.field, text)
    const call: Call = { body: { [policy.field]: target.address.text }, caller: LOCAL_CALLER, locale, signal: NEVER, face: 'cli' }
    return tool.run(Object.assign(new NounsOfTool(call), { target }))
  }
}
