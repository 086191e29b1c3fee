import type { ToolAnswers } from '../answers.ts'
import { namesText } from '../names.text.ts'
import { useSay } from '../words.ts'
import { findingIn, isAnswered } from './finding.ts'
import { Pair, Values } from './pair.tsx'

type ReverseDns = ToolAnswers['reverse-dns']
type Look = ReverseDns['forwardConfirmed'][number]

/** Renders each name of the address, and beside it the addresses of that name. */
export function ReverseResult({ answer }: { answer: ReverseDns }) {
  const say = useSay(namesText)
  const { ip, hostnames, forwardConfirmed, omitted, localNames } = answer
  const looked = new Set(forwardConfirmed.map(({ hostname }) => hostname))
  const others = hostnames.filter((hostname) => !looked.has(hostname))
  return (
    <>
      {forwardConfirmed.map((look) => (
        <BothWays key={look.hostname} ip={ip} look={look} />
      ))}
      {others.length === 0 ? null : (
        <>
          <p class="small">{say('not-checked')}</p>
          <Values values={others} />
        </>
      )}
      {omitted > 0 ? <p class="small">{say('more', { count: omitted })}</p> : null}
      {localNames > 0 ? <p class="small">{say('local-names', { count: localNames })}</p> : null}
    </>
  )
}

function BothWays({ ip, look }: { ip: string; look: Look }) {
  const say = useSay(namesText)
  const { hostname, addresses, confirmed } = look
  const missing = addresses.length === 0 ? findingIn(look, say) : null
  const cut = look.omitted > 0 ? say('more', { count: look.omitted }) : null
  return (
    <Pair
      left={{ label: say('is-called', { ip }), values: [hostname] }}
      right={{ label: say('points-at', { name: hostname }), values: addresses, note: missing ?? cut }}
      mark={confirmed ? 'ok' : isAnswered(look) ? 'problem' : 'unknown'}
    />
  )
}
