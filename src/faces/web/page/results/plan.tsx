import type { Plan, Shown } from '../answers.ts'
import { Blocks } from '../blocks.tsx'
import { Code, CopyButton } from '../code.tsx'
import { Paragraph } from '../prose.tsx'
import { routerText } from '../router.text.ts'
import { RuleSteps } from '../router-steps.tsx'
import { Unlisted } from '../which-router.tsx'
import { useSay } from '../words.ts'
import { Part } from './facts.tsx'

/** Renders a plan among what a step found. */
export function planIn(result: Readonly<Record<string, unknown>> | null): Plan | null {
  // A seam: what has rules is a plan, by the schema of the tool.
  return result !== null && Array.isArray(result.rules) ? (result as unknown as Plan) : null
}

/** Renders a plan: the way through the router, or around it where no rule can help, then everything else, folded. */
export function PlanResult({ answer: plan, open }: Pick<Shown<Plan>, 'answer' | 'open'>) {
  const say = useSay(routerText)
  const { rules, alternatives, blocks } = plan
  const hasRules = rules.length > 0
  return (
    <>
      {hasRules || alternatives.length > 0 ? (
        <section class="router-part" aria-labelledby="router-part">
          <h3 id="router-part">{say(hasRules ? 'title' : 'title.other-ways')}</h3>
          {hasRules ? <Unlisted plan={plan} /> : null}
          <RuleSteps plan={plan} open={open} />
          <OtherWays plan={plan} />
        </section>
      ) : null}
      <Blocks blocks={blocks} />
    </>
  )
}

/** Renders the ways around a rule: all that there is where no rule can help, otherwise folded. */
export function OtherWays({ plan: { alternatives, rules } }: { plan: Plan }) {
  const say = useSay(routerText)
  if (alternatives.length === 0) return null
  if (rules.length === 0) return <Ways ways={alternatives} />
  return (
    <Part title={say('title.other-ways')}>
      <Ways ways={alternatives} />
    </Part>
  )
}

/** Renders other ways than a rule, the best first and open: what to say to the provider, tunnels, IPv6. */
function Ways({ ways }: { ways: Plan['alternatives'] }) {
  return (
    <>
      {ways.map(({ kind, name, text, lines }, index) => (
        <Part key={name} title={name} isOpen={index === 0}>
          <div class="way">
            <Paragraph text={text} />
            {kind === 'public-address' ? (
              // Words to say to others are no lines to type.
              lines.map((said) => (
                <blockquote key={said} class="say">
                  <p>{said}</p>
                  <CopyButton text={said} />
                </blockquote>
              ))
            ) : lines.length === 0 ? null : (
              <Code text={lines.join('\n')} what={name} />
            )}
          </div>
        </Part>
      ))}
    </>
  )
}
