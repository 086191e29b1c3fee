import type { Propagation } from '../answers.ts'
import { namesText } from '../names.text.ts'
import { useSay } from '../words.ts'
import { type Finding, isAnswered } from './finding.ts'
import { type HeardAnswer, HeardAnswers } from './heard.tsx'
import type { Match } from './pair.tsx'

/** Renders the records of the zone beside those that each resolver returns; differences are marked. */
export function PropagationResult({ answer }: { answer: Propagation }) {
  const say = useSay(namesText)
  const { authoritative, answers } = answer
  const zone = authoritative && { ...authoritative, resolver: null, address: authoritative.nameserver, mark: null, strange: [] }
  const heard = answers.map(
    ({ resolver, ...said }): HeardAnswer => ({
      ...said,
      resolver: resolver.name,
      address: resolver.address,
      ...comparedIn(answer, said),
    }),
  )
  return <HeardAnswers all={zone ? [zone, ...heard] : heard} differs={say('differs')} />
}

interface Said extends Finding {
  readonly values: readonly string[]
  readonly omitted: number
}

/** Compares an answer with that of the zone. A server that says nothing differs from nobody, and half a list from no other half. */
function comparedIn({ authoritative, consistent, recordType }: Propagation, said: Said) {
  const isComparable = authoritative && isAnswered(authoritative) && isAnswered(said)
  if (!isComparable) return { mark: isAnswered(said) ? null : ('unknown' as const), strange: [] }
  const spelled = (values: readonly string[]) => new Map(values.map((value) => [folded(value, recordType), value]))
  const [zone, here] = [spelled(authoritative.values), spelled(said.values)]
  const strange = consistent ? [] : [...here].filter(([value]) => !zone.has(value)).map(([, value]) => value)
  const isSame = strange.length === 0 && zone.size === here.size
  const isCut = authoritative.omitted + said.omitted > 0
  const mark: Match = consistent || isSame ? 'ok' : isCut ? 'unknown' : 'problem'
  return { mark, strange: isCut ? [] : strange }
}

/** Returns a value as it is compared: names are the same in any case. */
function folded(value: string, recordType: string): string {
  return recordType === 'TXT' ? value : value.toLowerCase()
}
