import type { ToolAnswer } from '../answers.ts'
import { issuanceKey, issuanceText } from '../issuance.text.ts'
import { issuanceIn } from '../issuance.ts'
import { useSay } from '../words.ts'
import { Way } from './plan.tsx'

/** The programs that order, each by itself; any other has something to change. */
const ORDERING = { certbot: 'certbot', caddy: 'Caddy', caddyfile: 'Caddyfile', 'acme.sh': 'acme.sh' } as const

/** Renders the lines that order a certificate or change what stands in its way, each to be copied; nothing for any other result. */
export function Commands({ answer }: { answer: ToolAnswer }) {
  const say = useSay(issuanceText)
  const commands = issuanceIn(answer)?.commands ?? []
  if (commands.length === 0) return null
  const isChoice = commands.filter(({ kind }) => isOrdering(kind)).length > 1
  return (
    <section class="ways">
      <h3>
        {say('commands')} {isChoice ? <span class="quiet small">{say('commands.choice')}</span> : null}
      </h3>
      {commands.map(({ kind, note = '', lines }, index) => {
        const key = issuanceKey(`program.${kind}`)
        const title = isOrdering(kind) ? ORDERING[kind] : key === null ? kind : say(key)
        return <Way key={index} title={title} text={note} lines={lines} />
      })}
    </section>
  )
}

function isOrdering(program: string): program is keyof typeof ORDERING {
  return Object.hasOwn(ORDERING, program)
}
