import type { ToolAnswers } from '../answers.ts'
import { namesText } from '../names.text.ts'
import { useSay } from '../words.ts'
import { findingIn, isAnswered } from './finding.ts'
import { type HeardAnswer, HeardAnswers } from './heard.tsx'
import { type Match, Pair } from './pair.tsx'

type DdnsMatch = ToolAnswers['ddns-match']
type Said = Pick<DdnsMatch['directAnswer'], 'status' | 'reason' | 'values' | 'omitted' | 'ttl'>

/** Renders the address that the name has beside the address of the visitor. */
export function DdnsLead({ answer }: { answer: DdnsMatch }) {
  const say = useSay(namesText)
  const { hostname, unicodeHostname: name = hostname, directAnswer, propagation, publicIp, verdict, nat } = answer
  const basis = [directAnswer, ...propagation.answers].find(isAnswered) ?? directAnswer
  const isFound = basis.values.includes(publicIp)
  const isNone = verdict === 'unresolved' && isAnswered(basis)
  const mark = isFound ? 'ok' : verdict === 'mismatch' || isNone ? 'problem' : 'unknown'
  const missing = basis.values.length === 0 ? findingIn(basis, say) : null
  return (
    <Pair
      left={{ label: say('points-at', { name }), values: basis.values, note: missing }}
      right={{ label: say('ddns.you'), values: [publicIp], note: nat === 'unknown' ? null : say(`nat.${nat}`) }}
      mark={mark}
    />
  )
}

/** Renders which server answers which address. */
export function DdnsResult({ answer }: { answer: DdnsMatch }) {
  const say = useSay(namesText)
  const { directAnswer, propagation } = answer
  const zone = heardIn(answer, directAnswer, null, directAnswer.nameserver)
  const heard = propagation.answers.map(({ resolver, ...said }) => heardIn(answer, said, resolver.name, resolver.address))
  return <HeardAnswers all={[zone, ...heard]} differs={say('differs-from-you')} />
}

function heardIn(answer: DdnsMatch, said: Said, resolver: string | null, address: string | null): HeardAnswer {
  const { publicIp, verdict } = answer
  // The addresses of a proxy, or of the other version of IP, are not wrong.
  const isWrong = verdict !== 'proxied' && verdict !== 'other-family'
  const mark: Match = said.values.includes(publicIp) ? 'ok' : isAnswered(said) && isWrong ? 'problem' : 'unknown'
  const strange = isWrong ? said.values.filter((value) => value !== publicIp) : []
  return { ...said, resolver, address, mark, strange }
}
