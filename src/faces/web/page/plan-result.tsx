import type { Plan } from './answers.ts'
import { Blocks } from './blocks.tsx'
import { Code, CopyButton, Paragraph, Part } from './parts.tsx'
import { routerText } from './router.text.ts'
import { RuleSteps } from './router-steps.tsx'
import { useSay } from './words.ts'

/** Renders a plan: the way through the router, or around it where no rule can help, then everything else, folded. */
export function PlanResult({ plan }: { plan: Plan }) {
  const say = useSay(routerText)
  const { rules, alternatives, blocks } = plan
  const hasRules = rules.length > 0
  return (
    <>
      {hasRules || alternatives.length > 0 ? (
        <section class="router-part" aria-labelledby="router-part">
          <h3 id="router-part">{say(hasRules ? 'title' : 'title.other-ways')}</h3>
          {hasRules ? <Unlisted plan={plan} /> : null}
          <RuleSteps plan={plan} />
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
            {kind === 'public-address' ? <SentencesToSay sentences={lines} /> : null}
            {kind !== 'public-address' && lines.length > 0 ? <Code text={lines.join('\n')} what={name} /> : null}
          </div>
        </Part>
      ))}
    </>
  )
}

/** Renders what to say to others, which is not a line to type. */
function SentencesToSay({ sentences }: { sentences: readonly string[] }) {
  return (
    <>
      {sentences.map((sentence) => (
        <blockquote key={sentence} class="say">
          <p>{sentence}</p>
          <CopyButton text={sentence} />
        </blockquote>
      ))}
    </>
  )
}

/** Renders that the steps are general, where the router is not in the list. */
function Unlisted({ plan }: { plan: Plan }) {
  const told = plan.nextActions?.find(({ code }) => code === 'find-brand')?.text
  if (plan.router.id !== null || told === undefined) return null
  return <Paragraph text={told} />
}
